import { loadTexts, ownLanguage, wording } from '#kit/text'
import { callServer, openEntries, type Stored } from './entries.ts'
import { emptySnapshot, readSnapshot, type Snapshot } from './snapshot.ts'
import type { Vault } from './vault.ts'

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

export interface FairState extends Stored {
  snapshot: Snapshot
  isSending: boolean
  /** The device had no room to note what is sent, so that it was not sent. */
  isFull: boolean
  /** The ids of the pieces that the server could not take the last time, and that are sent again later. */
  failed: readonly string[]
}

export const emptyState: FairState = {
  pieces: [],
  unreadable: 0,
  snapshot: emptySnapshot,
  isSending: false,
  isFull: false,
  failed: [],
}

const midnight = () => new Date().setHours(0, 0, 0, 0)

/** Opens everything that the page of fair mode stores for one user. */
export const openFair = async (userId: string, show: (state: FairState) => void) => {
  let state = emptyState
  const set = (change: Partial<FairState>) => {
    state = { ...state, ...change }
    show(state)
  }
  const { vault, outbox, refresh, sendAll, close } = await openEntries(userId, set)
  await openTexts(vault)
  set({ snapshot: (await vault.get<Snapshot>('snapshot').catch(() => null)) ?? emptySnapshot })
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
    sendAll: async () => {
      set({ isSending: true })
      try {
        const outcome = await sendAll()
        set({ isFull: outcome.storageError !== undefined, failed: outcome.failed })
        return outcome
      } finally {
        set({ isSending: false })
      }
    },
    close,
  }
}
export type OpenFair = Awaited<ReturnType<typeof openFair>>
