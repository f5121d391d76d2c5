import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { readPooled } from './bufferPool.ts'
import { sync, writeOn } from './disk.ts'
import type { Arrived, Piece } from './files.ts'
import { type Sha256, openHash } from './hash.ts'
import { openTakeover } from './takeover.ts'

/** Maximum number of pieces whose hash is cached: later calls append to these; otherwise they begin a new piece. */
const REMEMBERED = 1000

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
const openMemory = () => {
  const own = new Map<string, Own>()
  return {
    /** The piece of this name, if its size still is as it was returned. */
    find: (piece: Piece | undefined) => {
      const known = piece && own.get(piece.name)
      return known && known.size === piece.size ? known : undefined
    },
    keep: (piece: Own) => {
      own.delete(piece.name)
      own.set(piece.name, piece)
      if (own.size > REMEMBERED) own.delete(own.keys().next().value!)
    },
    forget: (name: string) => own.delete(name),
  }
}
type Memory = ReturnType<typeof openMemory>

/** Appends to a piece, which is created if it is empty. Returns no piece if the disk failed, because its content is then unknown. */
const addTo = async (memory: Memory, piece: Own, source: Readable): Promise<Arrived> => {
  const { name, path, hash, size } = piece
  memory.forget(name)
  const isNew = size === 0
  const written = { path, hash, size }
  try {
    const problem = await writeOn(written, source)
    if (isNew) await sync(dirname(path))
    if (written.size > 0) memory.keep({ ...piece, size: written.size })
    return { pieces: written.size > 0 ? [{ name, size: written.size }] : [], ...(problem !== undefined && { problem }) }
  } catch (problem) {
    return { pieces: [], problem }
  }
}

/** Seals a piece against appending. Returns its hash; undefined if that was lost: then it must be computed again. */
const seal = (piece: Own) => {
  piece.isSealed = true
  return piece.hash.soFar().catch(() => undefined)
}

async function* bytesOf(pieces: readonly { path: string; size: number }[]) {
  for (const { path, size } of pieces) {
    let left = size
    for await (const chunk of await readPooled(path, { end: size - 1 })) {
      left -= (chunk as Buffer).length
      yield chunk as Buffer
    }
    if (left > 0) throw new Error('A piece has lost bytes')
  }
}

/** Uploads in pieces, each a temporary file. */
export const openPieces = (pathOf: (tenantId: string, piece: string) => string) => {
  const memory = openMemory()
  const { end, during } = openTakeover()

  const arrive = async (tenantId: string, pieces: readonly Piece[], source: Readable): Promise<Arrived> => {
    await end(pieces)
    const found = memory.find(pieces.at(-1))
    const goesOn = found && !found.isSealed
    const name = goesOn ? found.name : randomUUID()
    const piece = goesOn ? found : { name, path: pathOf(tenantId, name), hash: openHash(), size: 0, isSealed: false }
    const names = [...pieces.map((each) => each.name), name]
    const { pieces: grown, ...rest } = await during(names, source, () => addTo(memory, piece, source))
    if (grown.length > 0) return { pieces: [...(goesOn ? pieces.slice(0, -1) : pieces), ...grown], ...rest }
    if (!goesOn) await rm(piece.path, { force: true })
    return { pieces: [...pieces], ...rest }
  }

  /** Combines pieces to one temporary file. `isCopy`: it is a new file that no row references. */
  const unite = async (tenantId: string, pieces: readonly Piece[]) => {
    await end(pieces)
    const known = pieces.length === 1 ? memory.find(pieces[0]) : undefined
    const hash = known && (await seal(known))
    if (hash) return { path: known.path, hash, size: known.size, isCopy: false }
    const path = pathOf(tenantId, randomUUID())
    const paths = pieces.map(({ name, size }) => ({ path: pathOf(tenantId, name), size }))
    return { path, ...(await writeWhole(path, Readable.from(bytesOf(paths), { highWaterMark: 2 }))), isCopy: true }
  }

  const drop = async (tenantId: string, pieces: readonly Piece[]) => {
    await end(pieces)
    for (const { name } of pieces) {
      memory.forget(name)
      await rm(pathOf(tenantId, name), { force: true })
    }
  }

  return { arrive, unite, drop }
}

/** Writes a source to a new file and syncs it. If the source is interrupted, removes the file and throws. */
export const writeWhole = async (path: string, source: Readable) => {
  const written = { path, hash: openHash(), size: 0 }
  try {
    const problem = await writeOn(written, source)
    if (problem !== undefined) throw problem
    return { hash: await written.hash.soFar(), size: written.size }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
