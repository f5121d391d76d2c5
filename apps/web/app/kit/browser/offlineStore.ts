import { createStore, delMany, keys, type UseStore } from 'idb-keyval'

let opened: UseStore | undefined
/** Where work is kept that is done without a connection. What it holds is encrypted; names begin with the person's id. */
export const offlineStore = () => (opened ??= createStore('offline', 'kept'))

/** The copies of the page that opens without a connection are in caches that are called so. */
export const PAGE_COPIES = 'fair-'

/** Forgets what somebody has kept for times without a connection, and the page that shows it. */
export const forgetOffline = async (userId: string) => {
  const [kept, caches_] = [await keys<string>(offlineStore()), 'caches' in globalThis ? await caches.keys() : []]
  await delMany(
    kept.filter((name) => name.startsWith(`${userId} `)),
    offlineStore(),
  )
  await Promise.all(caches_.filter((name) => name.startsWith(PAGE_COPIES)).map((name) => caches.delete(name)))
}
