import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { type Log, openConnection, signInTimeout } from './connection.ts'
import type { Frame } from './frame.ts'
import { defaultLimits, type Limits, socketLimits } from './limits.ts'
import type { ConnectionFilter, UserFilter } from './listeners.ts'
import { type Authenticate, type NewSocket, openMembers } from './members.ts'
import { createSession, handleFrame, type OnSubscribed, type Topic } from './session.ts'

const PATH = '/ws'

/** Whether a page of this origin may connect. Clients without an origin are not browsers. */
type IsOriginAllowed = (origin: string | undefined, host: string | undefined) => boolean | Promise<boolean>

interface HandshakeHandlers {
  sockets: WebSocketServer
  isOriginAllowed: IsOriginAllowed
  /** Counts an unauthenticated connection, and returns a function that ends the count; undefined if there are too many. */
  enter: (request: IncomingMessage) => (() => void) | undefined
  open: (guest: NewSocket) => void
}

/** Accepts WebSocket upgrades of `/ws`. A URL with a query is rejected, because it must not contain a token. */
const mountOn = (server: Server, { sockets, isOriginAllowed, enter, open }: HandshakeHandlers) => {
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
const chooseProtocol = (offered: Set<string>) => offered.has('v12.stomp') && 'v12.stomp'

const isWebSocketPath = ({ url }: IncomingMessage) => url?.split('?', 1)[0] === PATH

const rejectUpgrade = (socket: Duplex, status: number) => {
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

type NetworksOf = (address: string) => { network: string; site: string }

/** Limits unauthenticated connections: `most` for each network, and ten times as many for the site that contains it. */
const limitUnauthenticated = (most: number, networksOf: NetworksOf) => {
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

export interface SocketsConfig {
  authenticate: Authenticate
  isOriginAllowed: IsOriginAllowed
  /** The client's IP address of a request. */
  addressOf: (request: IncomingMessage) => string
  /** The network that contains an address, and the larger site that contains this network. */
  networksOf: NetworksOf
  logger: Log
  /** The part of an error that may be logged; its message may contain user input. */
  described: (error: unknown) => object
  onSubscribed?: OnSubscribed
  /** Overrides the default limits, for tests. */
  limits?: Partial<Limits>
}

/** Connections to open pages by STOMP 1.2: each user receives messages addressed to them, on all of their connections, and nothing else. */
export const openSockets = ({
  authenticate,
  isOriginAllowed,
  addressOf,
  networksOf,
  logger,
  described,
  onSubscribed = () => {},
  ...config
}: SocketsConfig) => {
  const limits = { ...defaultLimits, ...config.limits }
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: chooseProtocol, ...socketLimits })
  const members = openMembers({ authenticate, limits, logger, described })

  const unauthenticated = limitUnauthenticated(limits.unauthenticatedPerNetwork, networksOf)

  const open = (guest: NewSocket) => {
    const { socket } = guest
    const signIn = (token: string) => void members.signIn(session, token, guest)
    const connection = openConnection(socket, {
      limits,
      logger,
      onFrame: (frame: Frame) => handleFrame(session, frame, { limits, signIn, onSubscribed }),
    })
    const session = createSession(connection)
    const checkSignedIn = () => session.stage !== 'listener' && connection.refuse(signInTimeout)
    const deadline = setTimeout(checkSignedIn, limits.signInTimeout)
    socket.once('close', () => clearTimeout(deadline))
  }

  return {
    /** Handles upgrades of `/ws`; other paths are left to other listeners. */
    mount: (server: Server) =>
      mountOn(server, { sockets, isOriginAllowed, open, enter: (request) => unauthenticated.enter(addressOf(request)) }),
    /** Sends this as JSON to every connection of the user that is subscribed to notifications. Nothing is stored for users who are not connected. */
    send: (to: UserFilter, body: object) => members.send(to, JSON.stringify(body)),
    /** Notifies the subscribed connections among these of a change in a topic, with ids as JSON. Clients load the data themselves. */
    nudge: (who: ConnectionFilter, topic: Exclude<Topic, 'notification'>, body: object = {}) =>
      members.nudge(who, topic, JSON.stringify(body)),
    /** The users who have a signed-in connection, each once. */
    users: (who: ConnectionFilter = {}) => members.users(who),
    /** The distinct Accept-Language headers of the user's connections. */
    acceptedBy: (who: Required<ConnectionFilter>) => members.acceptedBy(who),
    /** Authenticates these connections again, each session once, and closes those whose user has changed or cannot be determined. */
    recheck: (who: ConnectionFilter = {}) => members.recheck(who),
    /** The number of signed-in connections. */
    count: (who: ConnectionFilter = {}) => members.count(who),
    /** Stops accepting connections, and closes the open ones. */
    close: async () => {
      for (const socket of sockets.clients) socket.close(1001)
      await new Promise((done) => sockets.close(done))
    },
  }
}
export type Sockets = ReturnType<typeof openSockets>
