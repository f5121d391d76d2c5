/** What the head of this document has requested already (`kit/page/prefetch.js`): the headers used, the answers by URL, and the URLs that were refused. */
interface Prefetched {
  headers: Readonly<Record<string, string>>
  answers: Map<string, Promise<Response>>
  refused: ReadonlySet<string>
}

declare global {
  interface Window {
    prefetched?: Prefetched
  }
}

/** The script element in a document's head that names what is prefetched. */
export const prefetchId = 'prefetch-calls'

/** Milliseconds after the page's start for which prefetched answers count as fresh, like answers in the query cache. */
const FRESH_MS = 30_000

/** The URL with its parameters sorted, to compare URLs whatever the order of their parameters. */
const normalizeUrl = (url: string) => {
  const [path = '', query = ''] = url.split('?')
  return `${path}?${[...new URLSearchParams(query)].map(String).toSorted().join('&')}`
}

const hasSameHeaders = (headers: Readonly<Record<string, string>>, by: Prefetched) =>
  Object.entries(headers).every(([name, value]) => by.headers[name] === value)

/**
 * Returns the prefetched answer to a read, once; undefined if it must be requested. Only for the same session headers, and before this page has
 * changed anything.
 */
export const takePrefetched = (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const prefetched = globalThis.window?.prefetched
  if (!prefetched) return undefined
  if (performance.now() > FRESH_MS || !hasSameHeaders(headers, prefetched)) return dropPrefetched()
  const key = [...prefetched.answers.keys()].find((one) => normalizeUrl(one) === normalizeUrl(url))
  const answer = key === undefined ? undefined : prefetched.answers.get(key)
  if (key !== undefined) prefetched.answers.delete(key)
  return answer
}

/** Whether the server has refused this prefetched read already; false as long as it has not answered. */
export const isPrefetchRefused = (url: string) => globalThis.window?.prefetched?.refused.has(url) ?? false

/** Discards unused prefetched answers as outdated. */
export const dropPrefetched = () => {
  if (globalThis.window) delete window.prefetched
  return undefined
}
