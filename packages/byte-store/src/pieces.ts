import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { readPooled } from './bufferPool.ts'
import { appendAll, sync } from './disk.ts'
import type { AddResult, Piece } from './files.ts'
import { openHash, type Sha256 } from './hash.ts'
import { openTakeover } from './takeover.ts'

/** Maximum number of pieces whose hash is cached: later calls append to these; otherwise they begin a new piece. */
const MAX_CACHED_PIECES = 1000

/** A piece that only this process has written, from its beginning. */
interface Own {
  name: string
  path: string
  hash: Sha256
  size: number
  /** It may be visible under its hash already, so nothing may be appended. */
  isSealed: boolean
}

/** The pieces that this process may append to. */
const createPieceCache = () => {
  const pieces = new Map<string, Own>()
  return {
    /** The piece of this name, if its size still is as it was returned. */
    find: (piece: Piece | undefined) => {
      const cached = piece && pieces.get(piece.name)
      return cached && cached.size === piece.size ? cached : undefined
    },
    keep: (piece: Own) => {
      pieces.delete(piece.name)
      pieces.set(piece.name, piece)
      if (pieces.size > MAX_CACHED_PIECES) pieces.delete(pieces.keys().next().value!)
    },
    forget: (name: string) => pieces.delete(name),
  }
}
type PieceCache = ReturnType<typeof createPieceCache>

/** Appends to a piece, which is created if it is empty. Returns no piece if the disk failed, because its content is then unknown. */
const appendToPiece = async (memory: PieceCache, piece: Own, source: Readable): Promise<AddResult> => {
  const { name, path, hash, size } = piece
  memory.forget(name)
  const isNew = size === 0
  const state = { path, hash, size }
  try {
    const problem = await appendAll(state, source)
    if (isNew) await sync(dirname(path))
    if (state.size > 0) memory.keep({ ...piece, size: state.size })
    return { pieces: state.size > 0 ? [{ name, size: state.size }] : [], ...(problem !== undefined && { problem }) }
  } catch (problem) {
    return { pieces: [], problem }
  }
}

/** Seals a piece against appending. Returns its hash; undefined if that was lost: then it must be computed again. */
const seal = (piece: Own) => {
  piece.isSealed = true
  return piece.hash.soFar().catch(() => undefined)
}

async function* readPieces(pieces: readonly { path: string; size: number }[]) {
  for (const { path, size } of pieces) {
    let remaining = size
    for await (const chunk of await readPooled(path, { end: size - 1 })) {
      remaining -= (chunk as Buffer).length
      yield chunk as Buffer
    }
    if (remaining > 0) throw new Error('A piece has lost bytes')
  }
}

/** Uploads in pieces, each a temporary file. */
export const openPieces = (pathOf: (tenantId: string, piece: string) => string) => {
  const memory = createPieceCache()
  const { end, during } = openTakeover()

  const append = async (tenantId: string, pieces: readonly Piece[], source: Readable): Promise<AddResult> => {
    await end(pieces)
    const found = memory.find(pieces.at(-1))
    const canAppend = found && !found.isSealed
    const name = canAppend ? found.name : randomUUID()
    const piece = canAppend ? found : { name, path: pathOf(tenantId, name), hash: openHash(), size: 0, isSealed: false }
    const names = [...pieces.map((each) => each.name), name]
    const { pieces: grown, ...rest } = await during(names, source, () => appendToPiece(memory, piece, source))
    if (grown.length > 0) return { pieces: [...(canAppend ? pieces.slice(0, -1) : pieces), ...grown], ...rest }
    if (!canAppend) await rm(piece.path, { force: true })
    return { pieces: [...pieces], ...rest }
  }

  /** Combines pieces to one temporary file. `isCopy`: it is a new file that no row references. */
  const combine = async (tenantId: string, pieces: readonly Piece[]) => {
    await end(pieces)
    const cached = pieces.length === 1 ? memory.find(pieces[0]) : undefined
    const hash = cached && (await seal(cached))
    if (hash) return { path: cached.path, hash, size: cached.size, isCopy: false }
    const path = pathOf(tenantId, randomUUID())
    const paths = pieces.map(({ name, size }) => ({ path: pathOf(tenantId, name), size }))
    return { path, ...(await writeWhole(path, Readable.from(readPieces(paths), { highWaterMark: 2 }))), isCopy: true }
  }

  const drop = async (tenantId: string, pieces: readonly Piece[]) => {
    await end(pieces)
    for (const { name } of pieces) {
      memory.forget(name)
      await rm(pathOf(tenantId, name), { force: true })
    }
  }

  return { append, combine, drop }
}

/** Writes a source to a new file and syncs it. If the source is interrupted, removes the file and throws. */
export const writeWhole = async (path: string, source: Readable) => {
  const state = { path, hash: openHash(), size: 0 }
  try {
    const problem = await appendAll(state, source)
    if (problem !== undefined) throw problem
    return { hash: await state.hash.soFar(), size: state.size }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
