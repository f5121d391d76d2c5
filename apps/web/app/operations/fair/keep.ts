import { PAGE_COPIES } from '#kit/browser/offlineStore'

const PAGE = '/fair'

/** What React Router says of the build that runs. */
const version = () => (window as unknown as Record<string, { version: string } | undefined>)['__reactRouterManifest']?.version

/** The scripts, styles and fonts of the page: those that its document names, and those that were fetched since. */
const assetsOf = (html: string) => {
  const named = Array.from(html.matchAll(/\/assets\/[\w.-]+\.\w+/g), ([path]) => path)
  const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const own = fetched.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
  return [...new Set([...named, ...own.map(({ pathname }) => pathname)])]
}

/** Keeps a copy of this version of the page, and drops the older ones when it is whole. A page that is newer than what runs here keeps itself when it is opened. */
const keepCopy = async (running: string) => {
  const answer = await fetch(PAGE, { cache: 'no-store' })
  const html = await answer.clone().text()
  if (!answer.ok || !html.includes(running)) return
  const cache = await caches.open(PAGE_COPIES + running)
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll(assetsOf(html).filter((path) => !kept.has(path)))
  await cache.put(PAGE, answer)
  const others = (await caches.keys()).filter((name) => name.startsWith(PAGE_COPIES) && name !== PAGE_COPIES + running)
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** Makes the page open without a connection from now on. False where this browser cannot, or nobody answers. */
export const keepPage = async () => {
  const running = version()
  if (!running || !('serviceWorker' in navigator)) return false
  try {
    await navigator.serviceWorker.register('/fair-worker.js', { scope: PAGE, updateViaCache: 'none' })
    await keepCopy(running)
    await navigator.serviceWorker.ready
    return (await caches.match(PAGE, { ignoreVary: true })) !== undefined
  } catch {
    return (await caches.match(PAGE, { ignoreVary: true }).catch(() => undefined)) !== undefined
  }
}
