/** What the head of this document has asked already (`kit/page/prefetch.js`): with which headers, and the answers by their address. */
interface Prefetched {
  headers: Readonly<Record<string, string>>
  answers: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    prefetched?: Prefetched
  }
}

/** The script element in a document's head that names what is prefetched. */
export const prefetchId = 'prefetch-calls'

/** Milliseconds of a page's life in which what its head has asked is fresh, as answers in the cache are. */
const FRESH = 30_000

/** The same for each order of the words. */
const spelt = (url: string) => {
  const [path = '', query = ''] = url.split('?')
  return `${path}?${[...new URLSearchParams(query)].map(String).toSorted().join('&')}`
}

const isAsked = (headers: Readonly<Record<string, string>>, by: Prefetched) =>
  Object.entries(headers).every(([name, value]) => by.headers[name] === value)

/**
 * The answer to a read that the head of the document has asked for, once; undefined where it must be asked. Only for who is signed in still, and
 * before this page has changed anything.
 */
export const takePrefetched = (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const prefetched = globalThis.window?.prefetched
  if (!prefetched) return undefined
  if (performance.now() > FRESH || !isAsked(headers, prefetched)) return dropPrefetched()
  const key = [...prefetched.answers.keys()].find((one) => spelt(one) === spelt(url))
  const answer = key === undefined ? undefined : prefetched.answers.get(key)
  if (key !== undefined) prefetched.answers.delete(key)
  return answer
}

/** Whatever was prefetched and not taken is old. */
export const dropPrefetched = () => {
  if (globalThis.window) delete window.prefetched
  return undefined
}
