import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import type { Guest } from './members.ts'

const PATH = '/ws'

/** May a page of this origin connect? No origin is no browser. */
export type IsWelcome = (origin: string | undefined, host: string | undefined) => boolean | Promise<boolean>

interface Door {
  sockets: WebSocketServer
  isWelcome: IsWelcome
  /** Counts a stranger, and gives what ends that; nothing where there are too many. */
  enter: (request: IncomingMessage) => (() => void) | undefined
  open: (guest: Guest) => void
}

/** Takes the sockets of `/ws` in. An address with a query is refused: a token has no place in it. */
export const mountOn = (server: Server, { sockets, isWelcome, enter, open }: Door) => {
  const judge = async ({ headers: { origin, host } }: IncomingMessage) => isWelcome(origin, host)
  const take = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isOurs(request)) return
    if (request.url !== PATH) return turnAway(socket, 400)
    const leave = enter(request)
    if (!leave) return turnAway(socket, 429)
    socket.once('close', leave)
    const fell = () => socket.destroy()
    socket.on('error', fell)
    const isWelcomeHere = await judge(request).catch(() => false)
    socket.off('error', fell)
    if (!isWelcomeHere) return turnAway(socket, 403)
    const accepted = request.headers['accept-language'] ?? ''
    sockets.handleUpgrade(request, socket, head, (opened) => open({ socket: opened, accepted, known: leave }))
  }
  server.on('upgrade', (request, socket, head) => void take(request, socket, head))
  // What nobody takes would stay open for ever: as long as no other listens, Node answers it as a plain request.
  const shouldUpgradeCallback = (request: IncomingMessage) => isOurs(request) || server.listenerCount('upgrade') > 1
  Object.assign(server, { shouldUpgradeCallback })
}

/** Prefers the one version that is spoken among those that a client offers; a browser goes when it is not among them. */
export const chooseProtocol = (offered: Set<string>) => offered.has('v12.stomp') && 'v12.stomp'

const isOurs = ({ url }: IncomingMessage) => url?.split('?', 1)[0] === PATH

const turnAway = (socket: Duplex, status: number) => {
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

export type NetworksOf = (address: string) => { network: string; site: string }

/** Counts, by network, who has come and not signed in yet: so many of each network, and ten times as many of the site that it is in. */
export const countStrangers = (most: number, networksOf: NetworksOf) => {
  const waiting = new Map<string, number>()
  const change = (key: string, by: number) => {
    const left = (waiting.get(key) ?? 0) + by
    if (left > 0) waiting.set(key, left)
    else waiting.delete(key)
  }

  return {
    /** Counts one more, and gives what counts it no more, however often that is called. Nothing where too many of this network or site wait. */
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
