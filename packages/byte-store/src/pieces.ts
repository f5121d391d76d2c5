import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { readPooled } from './bufferPool.ts'
import { sync, writeOn } from './disk.ts'
import type { Arrived, Piece } from './files.ts'
import { type Sha256, openHash } from './hash.ts'
import { openTakeover } from './takeover.ts'

/** Pieces whose hash is remembered: only with these a later call goes on, all others are followed by a new one. */
const REMEMBERED = 1000

/** A piece that this process has written alone, from its beginning. */
interface Own {
  name: string
  path: string
  hash: Sha256
  size: number
  /** It may be under its hash already: nothing is added to it any more. */
  isSealed: boolean
}

/** The pieces that this process may go on with. */
const openMemory = () => {
  const own = new Map<string, Own>()
  return {
    /** The piece of this name, where it is as it was answered. */
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

/** Adds to a piece, which is new where it is empty. Answers no piece where the disk failed: nobody knows what is there then. */
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

/** Nothing is added to a piece any more. Answers its hash, or nothing where that was lost: then it is to be read again. */
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

/** Files that come in pieces, each in a file of the folder aside. */
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

  /** Where the whole file stands aside, and whether it is a copy that no row names. */
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

/** Writes all of a source to a new path, synced. Where it breaks off, nothing is left, and it throws. */
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
