import { call, request } from '#kit/api/call'
import type { Route } from '#kit/api/calls'
import { Failure, toUnreachableFailure } from '#kit/api/failure'
import { isServerReachable } from '#kit/browser/connection'
import { saveUnsentCount } from '#kit/browser/offlineStore'
import { session } from '#kit/session'
import { loadTexts, ownLanguage, wording } from '#kit/text'
import { openOutbox, type Outbox } from './outbox.ts'
import { isUnsent, type Piece } from './pieces.ts'
import { emptySnapshot, readSnapshot, type Snapshot } from './snapshot.ts'
import { openVault, type Vault } from './vault.ts'

/** Milliseconds after which a call without a reply counts as lost; it is retried with the same idempotency key. */
const CALL_TIMEOUT = 60_000

const callServer = async (route: string, input: object, key?: string) => {
  const options = { signal: AbortSignal.timeout(CALL_TIMEOUT), ...(key && { idempotencyKey: key }) }
  try {
    return (await request(route as Route, input, options)).data as unknown
  } catch (error) {
    throw error instanceof Failure ? error : toUnreachableFailure()
  }
}

/** For what is stored only to be there without a connection: if the device has no room for it, the page works with one. */
const ignore = () => undefined

const fetchTexts = async (vault: Vault) => {
  await loadTexts({ language: ownLanguage() })
  const { language, texts } = wording.get()
  if (language === ownLanguage() && Object.keys(texts).length > 0) await vault.set('texts', { language, texts }).catch(ignore)
}

/** Stores the texts of the page, so that they are available offline like everything else. */
const openTexts = async (vault: Vault) => {
  const stored = await vault.get<ReturnType<typeof wording.get>>('texts').catch(() => undefined)
  const fetching = fetchTexts(vault)
  if (stored?.language === ownLanguage()) wording.set(stored)
  else await fetching
}

export interface FairState {
  pieces: readonly Piece[]
  /** The number of pieces that cannot be decrypted because the server's secret has changed. */
  unreadable: number
  snapshot: Snapshot
  isSending: boolean
  /** The device had no room to note what is sent, so that it was not sent. */
  isFull: boolean
}

const midnight = () => new Date().setHours(0, 0, 0, 0)

const fetchKey = async (device: string) => (await call('GET /api/auth/deviceKey', { device })).key

/** Without a connection no call is made: while the outcome of one is unknown, its piece can be neither changed nor removed. */
const sendWaiting = async (userId: string, outbox: Outbox) => {
  const { pieces } = await outbox.all()
  if (!pieces.some(({ state }) => state === 'waiting')) return true
  if (!(await isServerReachable())) return false
  return navigator.locks.request(`fair ${userId} sends`, () => outbox.sendAll().catch(() => 'full' as const))
}

/** Opens everything that the page stores for one user. Other tabs are notified of each change. */
export const openFair = async (userId: string, show: (state: FairState) => void) => {
  const token = session.headers()['Authorization'] ?? ''
  const vault = await openVault({ userId, token, fetchKey })
  await openTexts(vault)
  const channel = new BroadcastChannel(`fair ${userId}`)
  let state: FairState = {
    pieces: [],
    unreadable: 0,
    snapshot: (await vault.get<Snapshot>('snapshot').catch(() => null)) ?? emptySnapshot,
    isSending: false,
    isFull: false,
  }
  const set = (change: Partial<FairState>) => {
    state = { ...state, ...change }
    show(state)
  }
  const refresh = async () => {
    const read = await outbox.all()
    set(read)
    await saveUnsentCount(userId, read.pieces.filter(isUnsent).length + read.unreadable)
  }
  const outbox = openOutbox({
    vault,
    userId,
    callServer: callServer,
    now: Date.now,
    runExclusive: (id, work) => navigator.locks.request(`fair ${userId} ${id}`, work),
    onChange: () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a channel, not a window
      channel.postMessage('changed')
      void refresh()
    },
  })
  channel.addEventListener('message', () => void refresh())
  await outbox.removeSent(midnight())
  await refresh()

  const readAnew = async () => {
    const snapshot = await readSnapshot(callServer).catch(() => undefined)
    if (!snapshot) return
    set({ snapshot })
    await vault.set('snapshot', snapshot).catch(ignore)
  }

  return {
    outbox,
    readAnew,
    /** Sends all waiting pieces; only one tab at a time does. Returns false if the server cannot be reached. */
    sendAll: async () => {
      set({ isSending: true })
      const isReached = await sendWaiting(userId, outbox)
      set({ isSending: false, isFull: isReached === 'full' })
      return isReached !== false
    },
    close: () => channel.close(),
  }
}
export type OpenFair = Awaited<ReturnType<typeof openFair>>
