import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import type { NewSocket } from './members.ts'

const PATH = '/ws'

/** Whether a page of this origin may connect. Clients without an origin are not browsers. */
export type IsOriginAllowed = (origin: string | undefined, host: string | undefined) => boolean | Promise<boolean>

interface HandshakeHandlers {
  sockets: WebSocketServer
  isOriginAllowed: IsOriginAllowed
  /** Counts an unauthenticated connection, and returns a function that ends the count; undefined if there are too many. */
  enter: (request: IncomingMessage) => (() => void) | undefined
  open: (guest: NewSocket) => void
}

/** Accepts WebSocket upgrades of `/ws`. A URL with a query is rejected, because it must not contain a token. */
export const mountOn = (server: Server, { sockets, isOriginAllowed, enter, open }: HandshakeHandlers) => {
  const checkOrigin = async ({ headers: { origin, host } }: IncomingMessage) => isOriginAllowed(origin, host)
  const handleUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isWebSocketPath(request)) return
    if (request.url !== PATH) return rejectUpgrade(socket, 400)
    const release = enter(request)
    if (!release) return rejectUpgrade(socket, 429)
    socket.once('close', release)
    const destroySocket = () => socket.destroy()
    socket.on('error', destroySocket)
    const isAllowed = await checkOrigin(request).catch(() => false)
    socket.off('error', destroySocket)
    if (!isAllowed) return rejectUpgrade(socket, 403)
    const accepted = request.headers['accept-language'] ?? ''
    sockets.handleUpgrade(request, socket, head, (opened) => open({ socket: opened, accepted, onSignedIn: release }))
  }
  server.on('upgrade', (request, socket, head) => void handleUpgrade(request, socket, head))
  // Upgrades without a handler would stay open forever: unless there is another listener, Node answers them as plain requests.
  const shouldUpgradeCallback = (request: IncomingMessage) => isWebSocketPath(request) || server.listenerCount('upgrade') > 1
  Object.assign(server, { shouldUpgradeCallback })
}

/** Chooses the supported protocol version among those that a client offers; without it a browser closes the connection. */
export const chooseProtocol = (offered: Set<string>) => offered.has('v12.stomp') && 'v12.stomp'

const isWebSocketPath = ({ url }: IncomingMessage) => url?.split('?', 1)[0] === PATH

const rejectUpgrade = (socket: Duplex, status: number) => {
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

export type NetworksOf = (address: string) => { network: string; site: string }

/** Limits unauthenticated connections: `most` for each network, and ten times as many for the site that contains it. */
export const limitUnauthenticated = (most: number, networksOf: NetworksOf) => {
  const waiting = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (waiting.get(key) ?? 0) + by
    if (count > 0) waiting.set(key, count)
    else waiting.delete(key)
  }

  return {
    /** Counts one more, and returns an idempotent function that ends the count. Undefined if there are too many of this network or site. */
    enter: (address: string) => {
      const { network, site } = networksOf(address)
      const bounds = new Map([
        [site, most * 10],
        [network, most],
      ])
      for (const [key, bound] of bounds) if ((waiting.get(key) ?? 0) >= bound) return undefined
      for (const key of bounds.keys()) change(key, 1)
      let isCounted = true
      return () => {
        if (isCounted) for (const key of bounds.keys()) change(key, -1)
        isCounted = false
      }
    },
  }
}
