import type { IncomingMessage, Server } from 'node:http'
import { WebSocketServer } from 'ws'
import { type Log, openConnection, signInTimeout } from './connection.ts'
import type { Frame } from './frame.ts'
import { chooseProtocol, type IsOriginAllowed, limitUnauthenticated, mountOn, type NetworksOf } from './handshake.ts'
import { defaultLimits, type Limits, socketLimits } from './limits.ts'
import type { ConnectionFilter, UserFilter } from './listeners.ts'
import { type Authenticate, type NewSocket, openMembers } from './members.ts'
import { createSession, handleFrame, type OnSubscribed, type Topic } from './session.ts'

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
