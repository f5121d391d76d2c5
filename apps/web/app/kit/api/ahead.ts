/** What the head of this document has asked already (`kit/page/ahead.js`): with which headers, and the answers by their address. */
interface Ahead {
  headers: Readonly<Record<string, string>>
  answers: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    askedAhead?: Ahead
  }
}

/** The script element in a document's head that names what is asked ahead. */
export const aheadId = 'ahead-calls'

/** Milliseconds of a page's life in which what its head has asked is fresh, as answers in the cache are. */
const FRESH = 30_000

/** The same for each order of the words. */
const spelt = (url: string) => {
  const [path = '', query = ''] = url.split('?')
  return `${path}?${[...new URLSearchParams(query)].map(String).toSorted().join('&')}`
}

const isAsked = (headers: Readonly<Record<string, string>>, by: Ahead) =>
  Object.entries(headers).every(([name, value]) => by.headers[name] === value)

/**
 * The answer to a read that the head of the document has asked for, once; undefined where it must be asked. Only for who is signed in still, and
 * before this page has changed anything.
 */
export const takeAhead = (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const ahead = globalThis.window?.askedAhead
  if (!ahead) return undefined
  if (performance.now() > FRESH || !isAsked(headers, ahead)) return dropAhead()
  const key = [...ahead.answers.keys()].find((one) => spelt(one) === spelt(url))
  const answer = key === undefined ? undefined : ahead.answers.get(key)
  if (key !== undefined) ahead.answers.delete(key)
  return answer
}

/** Whatever was asked ahead and not taken is old. */
export const dropAhead = () => {
  if (globalThis.window) delete window.askedAhead
  return undefined
}
