import { readFile } from 'node:fs/promises'

/**
 * One call of a peer. In its path and body `{n}` is a number that is never the same, `{contact}` one of the ids called so, `{user}` and `{password}` are the
 * account's.
 */
export interface PeerCall {
  method?: string
  path: string
  body?: unknown
  /**
   * What a right answer holds, by its path in the answer (`data.length`, `header:x-total-count`): a value, or the least number (`>=200000`).
   */
  check?: Record<string, string | number>
}

/** How an HTTP API is asked for the cases of this bench: a JSON file. */
export interface Peer {
  name: string
  /** Where it is, without a slash at its end. */
  url: string
  headers?: Record<string, string>
  account: { user: string; password: string }
  /** The call that signs in, and where its answer has the token. */
  signIn: PeerCall & { token: string }
  /** Ids that calls take in turn, by what they are called: a call, where its answer has a list, and the field of each. */
  ids: Record<string, PeerCall & { list: string; field: string }>
  /** By the name of the case. What a peer lacks is left out, and said to be. */
  cases: Record<string, PeerCall>
}

/** The value at a path of an answer, names and indexes with dots between; undefined where there is none. */
export const at = (answer: unknown, place: string) =>
  place
    .split('.')
    .reduce<unknown>((inside, name) => (name === '' ? inside : (inside as Record<string, unknown> | undefined)?.[name]), answer)

const REQUIRED = ['name', 'url', 'account', 'signIn', 'ids', 'cases'] as const

/** Reads a description. What it lacks is an error that names the file. */
export const readPeer = async (file: string): Promise<Peer> => {
  const peer = JSON.parse(await readFile(file, 'utf8')) as Peer
  const lacking = REQUIRED.filter((name) => peer[name] === undefined)
  if (lacking.length > 0) throw new Error(`${file} lacks ${lacking.join(', ')}`)
  return peer
}
