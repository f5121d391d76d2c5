import { createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'

let store: UseStore | undefined
/** Stores the work that is done without a connection. Its values are encrypted; names begin with the user's id. */
export const offlineStore = () => (store ??= createStore('offline', 'kept'))

const unsentKey = (userId: string) => `${userId} unsent`

const token = () => localStorage.getItem('accessToken')
/** The token of the session whose user has signed out. A session that expired keeps its work here, to be sent after the next sign-in. */
let signedOutToken: string | undefined
const hasSignedOut = () => signedOutToken !== undefined && [signedOutToken, null].includes(token())
/** Stores a value by its name, unless the user has signed out: late writes would remain after the sign-out. */
export const saveOffline = async (name: string, value: unknown) => {
  if (!hasSignedOut()) await set(name, value, offlineStore())
}

/** Stores how much work of a user is not sent yet. It can be read without their key. If the device has no room for it, it is unknown. */
export const saveUnsentCount = async (userId: string, count: number) => {
  try {
    await saveOffline(unsentKey(userId), count)
  } catch {
    await del(unsentKey(userId), offlineStore())
  }
}

/** How much work of a user is here that is not sent yet, if that is known. */
export const loadUnsentCount = (userId: string) => get<number>(unsentKey(userId), offlineStore())

/** Whether a user has work here that is not sent yet; if that is unknown, whether there is any. */
const hasUnsentWork = async (userId: string) => {
  const count = await loadUnsentCount(userId)
  if (count !== undefined) return count > 0
  return (await keys<string>(offlineStore())).some((name) => name.startsWith(`${userId} piece `))
}

const deletePageCopies = async () => {
  if (!('caches' in globalThis)) return
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}

/** Deletes everything stored of a user, and the copies of the page that opens without a connection: nothing else is in caches. */
const deleteOfflineData = async (userId: string) => {
  signedOutToken = token() ?? undefined
  const storedKeys = await keys<string>(offlineStore())
  await delMany(
    storedKeys.filter((name) => name.startsWith(`${userId} `)),
    offlineStore(),
  )
  await deletePageCopies()
}

/**
 * Deletes what a user has stored for offline work, and the page that shows it. Unless `isSure`, that page is opened instead if something is not
 * sent yet, and the promise never resolves.
 */
export const clearOnSignOut = async (userId: string, isSure: boolean) => {
  if (isSure || !(await hasUnsentWork(userId))) return deleteOfflineData(userId)
  location.assign('/fair?leave=1')
  await new Promise(() => {})
}
