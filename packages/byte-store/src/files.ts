import type { Readable } from 'node:stream'

/** Bytes that have arrived of a file that is not whole yet: where they stand aside, and how many. */
export interface Piece {
  name: string
  size: number
}

/** What came of bytes that were added: the pieces that stand and outlast a crash, and what broke the source off, if something did. */
export interface Arrived {
  pieces: Piece[]
  problem?: unknown
}

/** A file that is whole and synced, and not yet to be seen. */
export interface United {
  /** SHA-256, hexadecimal. */
  hash: string
  size: number
  /** Makes it visible under its hash, at once and whole. It may be done again. Whoever does holds the hash's lock. */
  show: () => Promise<void>
  /** Removes what was written for it beside its pieces, where it is not to be shown. It is well where there is nothing. */
  drop: () => Promise<void>
}

/** What files hold, each once per tenant and named by its content. A tenant, a hash or a piece that does not look like one throws. */
export interface Files {
  /**
   * Keeps these bytes and answers their SHA-256 (hex) and size, once they outlast a crash. A stream that breaks off leaves
   * nothing and throws; one that ends is whole. What is at a path stays there.
   */
  keep(tenantId: string, source: Readable | { path: string }): Promise<{ hash: string; size: number }>
  /**
   * Adds bytes to a file that comes in pieces. Answers the pieces that now stand and outlast a crash, also where the source broke
   * off: then `problem` says so. A later call for the same pieces ends the earlier one first. Where it could keep nothing of the
   * source, it answers the pieces that were given.
   */
  arrive(tenantId: string, pieces: readonly Piece[], source: Readable): Promise<Arrived>
  /** Makes pieces one file. They stay until they are dropped, so that a transaction that fails can be tried again. */
  unite(tenantId: string, pieces: readonly Piece[]): Promise<United>
  /** Removes pieces, and ends what adds to them. It is well where there are none. */
  drop(tenantId: string, pieces: readonly Piece[]): Promise<void>
  /**
   * The bytes, or those from start to end (both included, from 0), to be read out or destroyed. Undefined where none are kept.
   */
  read(tenantId: string, hash: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  /** Removes these bytes. It is well where there are none. */
  remove(tenantId: string, hash: string): Promise<void>
  /** Removes all that a tenant has, and what it is keeping just now fails. It is well where there is nothing. */
  removeAll(tenantId: string): Promise<void>
  /** Every file that is kept of a tenant, and when it came. */
  kept(tenantId: string): AsyncIterable<{ hash: string; since: Date }>
  /** Removes what was left aside of a tenant more than a day ago, but the pieces with these names. */
  clear(tenantId: string, named: ReadonlySet<string>): Promise<void>
  /** Whether bytes can be kept now. */
  isReachable(): Promise<boolean>
}

/** What stands aside for so many milliseconds, and no row names it, comes from a crash. */
export const ASIDE = 24 * 60 * 60 * 1000

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export const asTenant = (tenantId: string) => {
  if (!isId(tenantId)) throw new Error('Files belong to a tenant, named by its id')
  return tenantId
}

export const asPiece = (name: string) => {
  if (!isId(name)) throw new Error('A piece is named by an id')
  return name
}

export const asHash = (hash: string) => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('A file is named by its SHA-256')
  return hash
}

export const asRange = (range: { start: number; end: number } | undefined) => {
  if (range && !(range.start >= 0 && range.end >= range.start)) throw new RangeError('The bytes asked for are out of range')
  return range
}

/** A source that may break off before it is read: whoever reads it is told then, and until then it breaks nothing else. */
export const asSource = <Source extends Readable>(source: Source) => source.on('error', () => {})
