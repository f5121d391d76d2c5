import { checkConnection, onBackOnline } from '#kit/browser/connection'
import { loadEntryCounts } from '#kit/browser/offlineStore'
import { type Entries, openEntries } from './entries.ts'
import type { Outcome } from './outbox.ts'

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
