import { call, request } from '#kit/api/call'
import type { Route } from '#kit/api/calls'
import { Failure, toUnreachableFailure } from '#kit/api/failure'
import { checkConnection, isServerReachable, onBackOnline } from '#kit/browser/connection'
import { loadEntryCounts, saveEntryCounts } from '#kit/browser/offlineStore'
import { session } from '#kit/session'
import { openOutbox, type Outcome } from './outbox.ts'
import { isUnsent, type Piece } from './pieces.ts'
import { openVault } from './vault.ts'

/** Milliseconds between two attempts while something waits. */
const RETRY_INTERVAL = 30_000
/** The longest interval, while the server has errors: each attempt that fails doubles it. */
const MAX_INTERVAL = 16 * 60_000

/**
 * Sends now, when the connection is back, when the page becomes visible again, and periodically, less and less often while the server has
 * errors. Call `sendNow` when the user asks for it or has saved something.
 */
export const keepSending = (send: () => Promise<Pick<Outcome, 'isReached' | 'failed'>>) => {
  let interval = RETRY_INTERVAL
  let nextAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let queued: Promise<void> | undefined
  let isStopped = false
  const attempt = async () => {
    clearTimeout(timer)
    const { isReached, failed } = await send().catch(() => ({ isReached: false, failed: [] }))
    if (!isReached) await checkConnection()
    interval = failed.length > 0 ? Math.min(interval * 2, MAX_INTERVAL) : RETRY_INTERVAL
    nextAt = Date.now() + interval
    if (!isStopped) timer = setTimeout(sendIfDue, interval)
  }
  /** While an attempt is running, another one follows: it may have missed what was saved meanwhile. */
  const sendNow = (): Promise<void> => {
    if (!running) return (running = attempt().finally(() => (running = undefined)))
    return (queued ??= running.then(() => {
      queued = undefined
      return sendNow()
    }))
  }
  const sendIfDue = () => {
    if (document.visibilityState === 'visible' && Date.now() >= nextAt) void sendNow()
  }
  const onReturn = () => void sendNow()
  const stopListening = onBackOnline(onReturn)
  addEventListener('online', onReturn)
  document.addEventListener('visibilitychange', sendIfDue)
  onReturn()
  return {
    sendNow,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      stopListening()
      removeEventListener('online', onReturn)
      document.removeEventListener('visibilitychange', sendIfDue)
    },
  }
}

const nothingWaits = { isReached: true, failed: [] }

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
const channelOf = (userId: string) => `fair ${userId}`

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
type Entries = Awaited<ReturnType<typeof openEntries>>

/** Sends a user's entries while another page than that of fair mode is open, and calls `onSettled` after each attempt. Returns the function that ends it. */
export const sendInBackground = (userId: string, onSettled: (pieces: Outcome['settled']) => void) => {
  let opening: Promise<Entries> | undefined
  const openAndCount = async () => {
    const entries = await openEntries(userId)
    await entries.refresh() // their numbers may not have been noted
    return entries
  }
  const open = () =>
    (opening ??= openAndCount().catch((error: unknown) => {
      opening = undefined
      throw error
    }))
  const send = async () => {
    const { waiting } = await loadEntryCounts(userId)
    if (waiting === 0) return nothingWaits
    const entries = await open()
    const outcome = await entries.sendAll()
    onSettled(outcome.settled)
    return outcome
  }
  const { stop } = keepSending(send)
  return () => {
    stop()
    void opening?.then(({ close }) => close())
  }
}
