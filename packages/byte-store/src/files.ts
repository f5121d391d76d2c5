import type { Readable } from 'node:stream'

/** A stored part of an incomplete file: its temporary name and its size. */
export interface Piece {
  name: string
  size: number
}

/** The result of adding bytes: the durable pieces, and the error of an interrupted source, if any. */
export interface AddResult {
  pieces: Piece[]
  problem?: unknown
}

/** A complete and synced file that is not visible yet. */
export interface UnitedFile {
  /** SHA-256, hexadecimal. */
  hash: string
  size: number
  /** Makes it visible under its hash, atomically. Can be repeated. The caller must hold the lock of the hash. */
  show: () => Promise<void>
  /** Removes what was written in addition to its pieces, if it is not to be shown. Does nothing if there is nothing. */
  drop: () => Promise<void>
}

/** A store of file contents, each stored once per tenant and named by its hash. A malformed tenant, hash or piece name throws. */
export interface Files {
  /**
   * Stores these bytes durably and returns their SHA-256 (hex) and size. An interrupted stream leaves
   * nothing and throws; one that ends is complete. A file at a path stays there.
   */
  store(tenantId: string, source: Readable | { path: string }): Promise<{ hash: string; size: number }>
  /**
   * Adds bytes to an upload in pieces. Returns the pieces that are now stored durably, also if the source was
   * interrupted: then with the error in `problem`. A later call for the same pieces ends the earlier one first. If nothing of the
   * source could be stored, returns the given pieces.
   */
  append(tenantId: string, pieces: readonly Piece[], source: Readable): Promise<AddResult>
  /** Combines pieces to one file. The pieces stay until they are dropped, so that a failed transaction can be retried. */
  combine(tenantId: string, pieces: readonly Piece[]): Promise<UnitedFile>
  /** Removes pieces, and ends calls that add to them. Does nothing if there are none. */
  drop(tenantId: string, pieces: readonly Piece[]): Promise<void>
  /**
   * A stream of the bytes, or of those from start to end (both included, from 0); it must be consumed or destroyed. Undefined if there is no such file.
   */
  read(tenantId: string, hash: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  /** Removes a file. Does nothing if there is none. */
  remove(tenantId: string, hash: string): Promise<void>
  /** Removes all files of a tenant; writes in progress fail. Does nothing if there are none. */
  removeAll(tenantId: string): Promise<void>
  /** Lists every file of a tenant, and when it was stored. */
  list(tenantId: string): AsyncIterable<{ hash: string; since: Date }>
  /** Removes temporary files of a tenant that are older than a day, except the pieces with these names. */
  clear(tenantId: string, pieceNames: ReadonlySet<string>): Promise<void>
  /** Whether files can be stored now. */
  isReachable(): Promise<boolean>
}

/** Milliseconds after which a temporary file that no row references is a leftover of a crash. */
export const TEMPORARY_LIFETIME = 24 * 60 * 60 * 1000

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

export const checkTenant = (tenantId: string) => {
  if (!isId(tenantId)) throw new Error('Files belong to a tenant, named by its id')
  return tenantId
}

export const checkPiece = (name: string) => {
  if (!isId(name)) throw new Error('A piece is named by an id')
  return name
}

export const checkHash = (hash: string) => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('A file is named by its SHA-256')
  return hash
}

export const checkRange = (range: { start: number; end: number } | undefined) => {
  if (range && !(range.start >= 0 && range.end >= range.start)) throw new RangeError('The bytes asked for are out of range')
  return range
}

/** Prevents that an error of a source before it is read crashes the process; the reader gets the error later. */
export const ignoreEarlyErrors = <Source extends Readable>(source: Source) => source.on('error', () => {})
