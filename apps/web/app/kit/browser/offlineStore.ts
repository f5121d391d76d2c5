import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval'

let opened: UseStore | undefined
/** Where work is kept that is done without a connection. What it holds is encrypted; names begin with the person's id. */
export const offlineStore = () => (opened ??= createStore('offline', 'kept'))

const unsentOf = (userId: string) => `${userId} unsent`

const token = () => localStorage.getItem('accessToken')
/** The token of the session whose person has left. A session that has ended by itself leaves its work here, to be sent after the next sign-in. */
let leftWith: string | undefined
const hasLeft = () => leftWith !== undefined && [leftWith, null].includes(token())
/** Keeps a value by its name, but of nobody who has left: what comes in late would outlive them. */
export const keepOffline = async (name: string, value: unknown) => {
  if (!hasLeft()) await set(name, value, offlineStore())
}

/** Notes how much work of somebody is not sent yet. It can be read without their key. */
export const keepUnsent = (userId: string, count: number) => keepOffline(unsentOf(userId), count)
const forgetCopies = async () => {
  if (!('caches' in globalThis)) return
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}

/** Deletes all that is kept of somebody, and the copies of the page that opens without a connection: nothing else is in caches. */
const forget = async (userId: string) => {
  leftWith = token() ?? undefined
  const kept = await keys<string>(offlineStore())
  await delMany(
    kept.filter((name) => name.startsWith(`${userId} `)),
    offlineStore(),
  )
  await forgetCopies()
}

/**
 * Forgets what somebody has kept for times without a connection, and the page that shows it. Unless it `isSure`, that page is opened instead where
 * something is not sent, and there is no answer.
 */
export const leave = async (userId: string, isSure: boolean) => {
  if (isSure || !(await get<number>(unsentOf(userId), offlineStore()))) return forget(userId)
  location.assign('/fair?leave=1')
  await new Promise(() => {})
}
