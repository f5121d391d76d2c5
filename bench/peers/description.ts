import { readFile } from 'node:fs/promises'

/**
 * One call of a peer. In its path and body, `{n}` is a unique number, `{contact}` one of the ids of that name, `{user}` and `{password}` are the
 * account's.
 */
export interface PeerCall {
  method?: string
  path: string
  body?: unknown
  /**
   * What a correct reply contains, by its path in the reply (`data.length`, `header:x-total-count`): a value, or the minimum (`>=200000`).
   */
  check?: Record<string, string | number>
}

/** The calls of an HTTP API for the cases of this bench: a JSON file. */
export interface Peer {
  name: string
  /** Its address, without a trailing slash. */
  url: string
  headers?: Record<string, string>
  account: { user: string; password: string }
  /** The call that signs in, and the path of the token in its reply. */
  signIn: PeerCall & { token: string }
  /** Ids that calls use in turn, by name: a call, the path of the list in its reply, and the field of each. */
  ids: Record<string, PeerCall & { list: string; field: string }>
  /** By the name of the case. A case that a peer lacks is left out, and reported as missing. */
  cases: Record<string, PeerCall>
}

/** Returns the value at a path of a reply, names and indexes separated by dots; undefined where there is none. */
export const valueAt = (answer: unknown, place: string) =>
  place
    .split('.')
    .reduce<unknown>((inside, name) => (name === '' ? inside : (inside as Record<string, unknown> | undefined)?.[name]), answer)

const REQUIRED = ['name', 'url', 'account', 'signIn', 'ids', 'cases'] as const

/** Reads a description. Throws an error that names the file where something is missing. */
export const readPeer = async (file: string): Promise<Peer> => {
  const peer = JSON.parse(await readFile(file, 'utf8')) as Peer
  const missing = REQUIRED.filter((name) => peer[name] === undefined)
  if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(', ')}`)
  return peer
}
