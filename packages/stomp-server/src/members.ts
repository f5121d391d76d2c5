import type { WebSocket } from 'ws'
import type { Limits } from './limits.ts'
import { changed, type Log, signedOut, tooManySockets, unknownNow } from './line.ts'
import { gather, isSame, type Listener, type To, type Who } from './listeners.ts'
import { type Talk, tellAll, type Topic, welcome } from './talk.ts'

/** Returns the current user of this access token; undefined if it is not valid. */
export type Authenticate = (token: string) => Promise<Listener | undefined>

interface Member {
  listener: Listener
  token: string
  talk: Talk
  accepted: string
}

/** A new socket, and data of its request. */
export interface Guest {
  socket: WebSocket
  accepted: string
  /** To be called as soon as the user has signed in. */
  known: () => void
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
const AT_ONCE = 8

/** Manages signed-in connections: signs in, sends messages, and checks sessions again. */
export const openMembers = ({ limits, ...config }: MembersConfig) => {
  const [whoIs, members] = [lookUp(config), gather<Member>(limits.perUser)]
  let rechecks = 0

  const confirm = async (ones: Member[]) => {
    const sessions = Map.groupBy(ones, ({ token }) => token).entries()
    const confirmNext = async () => {
      for (const [token, held] of sessions) {
        const found = await whoIs(token)
        for (const { talk, listener } of held) refuseUnless(talk, found, listener)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, confirmNext))
  }

  const signIn = async (talk: Talk, token: string, { socket, accepted, known }: Guest) => {
    const before = rechecks
    const found = await whoIs(token)
    if (!talk.line.isOpen() || !isKnown(talk, found)) return
    const member = { listener: found, token, talk, accepted }
    if (!members.add(member)) return talk.line.refuse(tooManySockets)
    socket.once('close', () => members.remove(member))
    known()
    welcome(talk, limits)
    if (rechecks !== before) await confirm([member]) // the lookup may be older than the change that caused a recheck
  }

  return {
    signIn,
    send: (to: To, json: string) => tellEach(members.at(to), 'notification', json),
    nudge: (who: Who, topic: Topic, json = '{}') => tellEach(members.of(who), topic, json),
    /** Each user once. */
    users: (who: Who) => [...new Map(members.of(who).map(({ listener }) => [listener.userId, listener])).values()],
    acceptedBy: (who: Required<Who>) => new Set(members.of(who).map(({ accepted }) => accepted)),
    recheck: (who: Who) => {
      rechecks++
      return confirm(members.of(who))
    },
    count: (who: Who) => members.of(who).length,
  }
}

const tellEach = (members: readonly Member[], topic: Topic, json: string) => {
  for (const { talk } of members) tellAll(talk, topic, json)
}

type Found = Listener | 'unknown' | undefined

const lookUp =
  ({ authenticate, logger, described }: Registry) =>
  async (token: string): Promise<Found> => {
    try {
      return await authenticate(token)
    } catch (error) {
      logger.error({ error: described(error) }, 'a live connection could not be signed in')
      return 'unknown'
    }
  }

const isKnown = ({ line }: Talk, found: Found): found is Listener => {
  if (found === 'unknown') line.refuse(unknownNow)
  else if (!found) line.refuse(signedOut)
  else return true
  return false
}

const refuseUnless = (talk: Talk, found: Found, listener: Listener) => {
  if (isKnown(talk, found) && !isSame(found, listener)) talk.line.refuse(changed)
}
