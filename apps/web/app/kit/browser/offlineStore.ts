import { createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'

let store: UseStore | undefined
/** Stores the work that is done without a connection. Its values are encrypted; names begin with the user's id. */
export const offlineStore = () => (store ??= createStore('offline', 'kept'))

/** How many entries of a user only this device has. */
export interface EntryCounts {
  /** All that are not on the server. */
  unsent: number
  /** Of these, the ones that are sent as soon as there is a connection. */
  waiting: number
  /** Of these, the ones that the user has to decide on. */
  undecided: number
}

const countsKey = (userId: string) => `${userId} counts`

const token = () => localStorage.getItem('accessToken')
/** The token of the session whose user has signed out. A session that expired keeps its work here, to be sent after the next sign-in. */
let signedOutToken: string | undefined
const hasSignedOut = () => signedOutToken !== undefined && [signedOutToken, null].includes(token())
/** Stores a value by its name, unless the user has signed out: late writes would remain after the sign-out. */
export const saveOffline = async (name: string, value: unknown) => {
  if (!hasSignedOut()) await set(name, value, offlineStore())
}

/** Stores how many entries of a user are here. It can be read without their key. If the device has no room for it, it is unknown. */
export const saveEntryCounts = async (userId: string, counts: EntryCounts) => {
  try {
    await saveOffline(countsKey(userId), counts)
  } catch {
    await del(countsKey(userId), offlineStore())
  }
}

/** How many entries of a user are here. If that was not noted, all that are stored count as not sent. */
export const loadEntryCounts = async (userId: string): Promise<EntryCounts> => {
  const counts = await get<EntryCounts>(countsKey(userId), offlineStore())
  if (counts) return counts
  const stored = (await keys<string>(offlineStore())).filter((name) => name.startsWith(`${userId} piece `))
  return { unsent: stored.length, waiting: stored.length, undecided: 0 }
}

/** Whether this browser has a copy of a page, with which the page opens without a connection. */
export const hasPageCopy = async (path: string) =>
  'caches' in globalThis && (await caches.match(path, { ignoreVary: true }).catch(() => undefined)) !== undefined

const deletePageCopies = async () => {
  if (!('caches' in globalThis)) return
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}

/** Deletes everything stored of a user, and the copies of the page that opens without a connection: nothing else is in caches. */
export const deleteOfflineData = async (userId: string) => {
  signedOutToken = token() ?? undefined
  const storedKeys = await keys<string>(offlineStore())
  await delMany(
    storedKeys.filter((name) => name.startsWith(`${userId} `)),
    offlineStore(),
  )
  await deletePageCopies()
}

/** The same when a session ends, unless something is not sent yet: that stays, unreadable until the user's next session on this device. */
export const clearAtSessionEnd = async (userId: string) => {
  const { unsent } = await loadEntryCounts(userId)
  if (unsent === 0) await deleteOfflineData(userId)
}
