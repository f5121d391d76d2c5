import type { IncomingMessage, Server } from 'node:http'
import { WebSocketServer } from 'ws'
import type { Frame } from './frame.ts'
import { chooseProtocol, countStrangers, type IsWelcome, mountOn, type NetworksOf } from './handshake.ts'
import { type Limits, socketLimits, usualLimits } from './limits.ts'
import { lineOn, type Log, strangerTooLong } from './line.ts'
import type { To, Who } from './listeners.ts'
import { type Authenticate, type Guest, openMembers } from './members.ts'
import { beginTalk, hear, type Topic } from './talk.ts'

export interface SocketsConfig {
  authenticate: Authenticate
  isWelcome: IsWelcome
  /** The address that a request comes from. */
  addressOf: (request: IncomingMessage) => string
  /** The network that an address is in, and the site with many networks that this is in. */
  networksOf: NetworksOf
  logger: Log
  /** What the log may hold of an error, whose message may hold what a person typed. */
  described: (error: unknown) => object
  /** Others than the usual ones, for tests. */
  limits?: Partial<Limits>
}

/** Open pages, by STOMP 1.2: each user hears what is sent to it, on every connection of its, and nothing else. */
export const openSockets = ({ authenticate, isWelcome, addressOf, networksOf, logger, described, ...config }: SocketsConfig) => {
  const limits = { ...usualLimits, ...config.limits }
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: chooseProtocol, ...socketLimits })
  const members = openMembers({ authenticate, limits, logger, described })

  const strangers = countStrangers(limits.strangersPerAddress, networksOf)

  const open = (guest: Guest) => {
    const { socket } = guest
    const signIn = (token: string) => void members.signIn(talk, token, guest)
    const line = lineOn(socket, { limits, logger, hear: (frame: Frame) => hear(talk, frame, { limits, signIn }) })
    const talk = beginTalk(line)
    const lookWhether = () => talk.stage !== 'listener' && line.refuse(strangerTooLong)
    const deadline = setTimeout(lookWhether, limits.signInWithin)
    socket.once('close', () => clearTimeout(deadline))
  }

  return {
    /** Takes over the upgrades of `/ws`; those of other paths are left to others. */
    mount: (server: Server) =>
      mountOn(server, { sockets, isWelcome, open, enter: (request) => strangers.enter(addressOf(request)) }),
    /** Sends this as JSON to every connection of the user that is subscribed to notifications. Who is away reads it later, elsewhere. */
    send: (to: To, body: object) => members.send(to, JSON.stringify(body)),
    /** Tells those of these listeners who are subscribed that there is news of a topic, and of what, as JSON. The rest each asks for itself. */
    nudge: (who: Who, topic: Exclude<Topic, 'notification'>, body: object = {}) =>
      members.nudge(who, topic, JSON.stringify(body)),
    /** The users who have a connection that is signed in, each once. */
    users: (who: Who = {}) => members.users(who),
    /** What the browsers of the user prefer to read, each Accept-Language once. */
    acceptedBy: (who: Required<Who>) => members.acceptedBy(who),
    /** Looks again whether these listeners are still who they were, each session once, and closes those who are not or cannot be told. */
    recheck: (who: Who = {}) => members.recheck(who),
    /** Connections that are signed in. */
    count: (who: Who = {}) => members.count(who),
    /** Takes no more, and closes all that are open. */
    close: async () => {
      for (const socket of sockets.clients) socket.close(1001)
      await new Promise((done) => sockets.close(done))
    },
  }
}
export type Sockets = ReturnType<typeof openSockets>
