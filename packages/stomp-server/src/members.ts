import type { WebSocket } from 'ws'
import { authenticationFailed, type Log, signedOut, tooManySockets, userChanged } from './connection.ts'
import type { Limits } from './limits.ts'
import { type ConnectionFilter, createRegistry, isSameSession, type Listener, type UserFilter } from './listeners.ts'
import { acceptSignIn, sendToTopic, type StompSession, type Topic } from './session.ts'

/** Returns the current user of this access token; undefined if it is not valid. */
export type Authenticate = (token: string) => Promise<Listener | undefined>

interface Member {
  listener: Listener
  token: string
  session: StompSession
  accepted: string
}

/** A new socket, and data of its request. */
export interface NewSocket {
  socket: WebSocket
  accepted: string
  /** To be called as soon as the user has signed in. */
  onSignedIn: () => void
}

interface Registry {
  authenticate: Authenticate
  logger: Log
  /** The part of an error that may be logged. */
  described: (error: unknown) => object
}

interface MembersConfig extends Registry {
  limits: Limits
}

/** Maximum number of concurrent session lookups. */
const MAX_CONCURRENT_LOOKUPS = 8

/** Manages signed-in connections: signs in, sends messages, and checks sessions again. */
export const openMembers = ({ limits, ...config }: MembersConfig) => {
  const [lookUpSession, members] = [createLookup(config), createRegistry<Member>(limits.perUser)]
  let rechecks = 0

  const recheckMembers = async (ones: Member[]) => {
    const sessions = Map.groupBy(ones, ({ token }) => token).entries()
    const confirmNext = async () => {
      for (const [token, group] of sessions) {
        const found = await lookUpSession(token)
        for (const { session, listener } of group) refuseIfChanged(session, found, listener)
      }
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT_LOOKUPS }, confirmNext))
  }

  const signIn = async (session: StompSession, token: string, { socket, accepted, onSignedIn }: NewSocket) => {
    const before = rechecks
    const found = await lookUpSession(token)
    if (!session.connection.isOpen() || !isKnown(session, found)) return
    const member = { listener: found, token, session, accepted }
    if (!members.add(member)) return session.connection.refuse(tooManySockets)
    socket.once('close', () => members.remove(member))
    onSignedIn()
    acceptSignIn(session, found, limits)
    if (rechecks !== before) await recheckMembers([member]) // the lookup may be older than the change that caused a recheck
  }

  return {
    signIn,
    send: (to: UserFilter, json: string) => sendToEach(members.at(to), 'notification', json),
    nudge: (who: ConnectionFilter, topic: Topic, json = '{}') => sendToEach(members.of(who), topic, json),
    /** Each user once. */
    users: (who: ConnectionFilter) => [...new Map(members.of(who).map(({ listener }) => [listener.userId, listener])).values()],
    acceptedBy: (who: Required<ConnectionFilter>) => new Set(members.of(who).map(({ accepted }) => accepted)),
    recheck: (who: ConnectionFilter) => {
      rechecks++
      return recheckMembers(members.of(who))
    },
    count: (who: ConnectionFilter) => members.of(who).length,
  }
}

const sendToEach = (members: readonly Member[], topic: Topic, json: string) => {
  for (const { session } of members) sendToTopic(session, topic, json)
}

type LookupResult = Listener | 'unknown' | undefined

const createLookup =
  ({ authenticate, logger, described }: Registry) =>
  async (token: string): Promise<LookupResult> => {
    try {
      return await authenticate(token)
    } catch (error) {
      logger.error({ error: described(error) }, 'a live connection could not be signed in')
      return 'unknown'
    }
  }

const isKnown = ({ connection }: StompSession, found: LookupResult): found is Listener => {
  if (found === 'unknown') connection.refuse(authenticationFailed)
  else if (!found) connection.refuse(signedOut)
  else return true
  return false
}

const refuseIfChanged = (session: StompSession, found: LookupResult, listener: Listener) => {
  if (isKnown(session, found) && !isSameSession(found, listener)) session.connection.refuse(userChanged)
}
