import { call, request } from '#kit/api/call'
import type { Route } from '#kit/api/calls'
import { Failure, toUnreachableFailure } from '#kit/api/failure'
import { isServerReachable } from '#kit/browser/connection'
import { saveEntryCounts } from '#kit/browser/offlineStore'
import { session } from '#kit/session'
import { openOutbox, type Outcome } from './outbox.ts'
import { isUnsent, type Piece } from './pieces.ts'
import { openVault } from './vault.ts'

/** Milliseconds after which a call without a reply counts as lost; it is retried with the same idempotency key. */
const CALL_TIMEOUT = 60_000

export const callServer = async (route: string, input: object, key?: string) => {
  const options = { signal: AbortSignal.timeout(CALL_TIMEOUT), ...(key && { idempotencyKey: key }) }
  try {
    return (await request(route as Route, input, options)).data as unknown
  } catch (error) {
    throw error instanceof Failure ? error : toUnreachableFailure()
  }
}

const fetchKey = async (device: string) => (await call('GET /api/auth/deviceKey', { device })).key

/** What is stored of a user: the pieces, and the number of those that cannot be decrypted because the server's secret has changed. */
export interface Stored {
  pieces: readonly Piece[]
  unreadable: number
}

const countsOf = ({ pieces, unreadable }: Stored) => {
  const unsent = pieces.filter(isUnsent)
  const waiting = unsent.filter(({ state }) => state === 'waiting').length
  const drafts = unsent.filter(({ state }) => state === 'draft').length
  return { unsent: unsent.length + unreadable, waiting, undecided: unsent.length - waiting - drafts }
}

/** The name of the channel on which a user's pages tell each other that entries have changed. */
export const channelOf = (userId: string) => `fair ${userId}`

const nothingSent: Outcome = { isReached: true, settled: [], failed: [] }

/** Opens a user's entries on this device: for the page of fair mode, and for sending them from any other. Other tabs are notified of each change. */
export const openEntries = async (userId: string, show: (stored: Stored) => void = () => undefined) => {
  const token = session.headers()['Authorization'] ?? ''
  const vault = await openVault({ userId, token, fetchKey })
  const channel = new BroadcastChannel(channelOf(userId))
  const readAndCount = async () => {
    const stored = await outbox.all()
    show(stored)
    await saveEntryCounts(userId, countsOf(stored))
  }
  let lastRead: Promise<unknown> = Promise.resolve()
  /** One after the other: what was read first must not be noted last. */
  const refresh = () => (lastRead = lastRead.then(readAndCount, readAndCount))
  let isClosed = false
  const tellOthers = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a channel, not a window
    if (!isClosed) channel.postMessage('changed')
  }
  const outbox = openOutbox({
    vault,
    userId,
    callServer,
    now: Date.now,
    runExclusive: (id, work) => navigator.locks.request(`fair ${userId} ${id}`, work),
    onChange: () => void refresh().then(tellOthers),
  })
  channel.addEventListener('message', () => void refresh())

  return {
    vault,
    outbox,
    refresh,
    /**
     * Sends all waiting pieces; only one tab at a time does. Without a connection no call is made: while the outcome of one is unknown, its piece
     * can be neither changed nor removed.
     */
    sendAll: async (): Promise<Outcome> => {
      const { pieces } = await outbox.all()
      if (!pieces.some(({ state }) => state === 'waiting')) return nothingSent
      if (!(await isServerReachable())) return { ...nothingSent, isReached: false }
      const outcome = await navigator.locks.request(`fair ${userId} sends`, () => outbox.sendAll())
      await lastRead.catch(() => undefined) // the counts are up to date then
      return outcome
    },
    close: () => {
      isClosed = true
      channel.close()
    },
  }
}
export type Entries = Awaited<ReturnType<typeof openEntries>>
