import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { link, mkdir, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { readPooled } from './bufferPool.ts'
import { appendAll, sync, unlessMissing } from './disk.ts'
import {
  type AddResult,
  checkHash,
  checkPiece,
  checkRange,
  checkTenant,
  type Files,
  ignoreEarlyErrors,
  type Piece,
  TEMPORARY_LIFETIME,
} from './files.ts'
import { openHash, type Sha256 } from './hash.ts'
import { openTakeover } from './takeover.ts'

/** Bytes of one read. */
const READ = 256 * 1024

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
const openPieces = (pathOf: (tenantId: string, piece: string) => string) => {
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
const writeWhole = async (path: string, source: Readable) => {
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

/** Stores files in a folder, as `<tenant>/<first two digits>/<hash>`. They are written to `aside`, synced, and made visible by a rename or a link. */
export const openFolder = (folder: string): Files => {
  const aside = join(folder, 'aside')
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  const placeOf = (tenantId: string, hash: string) => join(folder, checkTenant(tenantId), checkHash(hash).slice(0, 2), hash)
  const temporaryPath = (tenantId: string, name: string) => join(aside, `${checkTenant(tenantId)}.${checkPiece(name)}`)
  const { append, combine, drop } = openPieces(temporaryPath)

  return {
    ...tenantOperations(folder, aside),
    ...hashOperations(placeOf),
    append: (tenantId, pieces, source) => append(tenantId, pieces, ignoreEarlyErrors(source)),
    drop,
    store: async (tenantId, source) => {
      const path = temporaryPath(tenantId, randomUUID())
      const bytes = source instanceof Readable ? source : createReadStream(source.path, { highWaterMark: READ })
      const stored = await writeWhole(path, ignoreEarlyErrors(bytes))
      try {
        await show(placeOf(tenantId, stored.hash), (target) => rename(path, target))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return stored
    },
    combine: async (tenantId, pieces) => {
      const { path, hash, size, isCopy } = await combine(tenantId, pieces)
      const dropCopy = async () => {
        if (isCopy) await rm(path, { force: true })
      }
      const showIt = async () => {
        await show(placeOf(tenantId, hash), (target) => linkUnlessExists(path, target))
        await dropCopy()
      }
      return { hash, size, show: showIt, drop: dropCopy }
    },
  }
}

/** The operations on a file by its hash. */
const hashOperations = (placeOf: (tenantId: string, hash: string) => string): Pick<Files, 'read' | 'remove'> => ({
  read: async (tenantId, hash, range) => readPooled(placeOf(tenantId, hash), checkRange(range)).catch(unlessMissing),
  remove: async (tenantId, hash) => {
    const path = placeOf(tenantId, hash)
    await unlink(path)
      .then(() => sync(dirname(path)))
      .catch(unlessMissing)
  },
})

/** The operations on all files of a tenant, and the reachability check. */
const tenantOperations = (folder: string, aside: string): Pick<Files, 'removeAll' | 'list' | 'clear' | 'isReachable'> => ({
  removeAll: async (tenantId) => {
    const tenantFolder = join(folder, checkTenant(tenantId))
    // Temporary files first: from here on, no write that began before can complete.
    for (const path of await listTemporary(aside, tenantId)) await rm(path, { force: true })
    await rm(tenantFolder, { recursive: true, force: true, maxRetries: 10 })
    await Promise.all([sync(aside), sync(folder)])
  },
  list: (tenantId) => listFiles(join(folder, checkTenant(tenantId))),
  clear: async (tenantId, pieceNames) => {
    const leftovers = (await listTemporary(aside, checkTenant(tenantId))).filter(
      (path) => !pieceNames.has(path.slice(path.lastIndexOf('.') + 1)),
    )
    for (const path of leftovers) if (await isOld(path)) await rm(path, { force: true })
  },
  isReachable: () => canWrite(join(aside, randomUUID())),
})

/** Makes a file visible under its name atomically, and syncs the folders. */
const show = async (target: string, move: (place: string) => Promise<void>) => {
  const folder = dirname(target)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await move(target)
  await Promise.all([folder, join(folder, '..'), join(folder, '../..')].map(sync))
}

/** Creates a hard link, unless the same content already exists there. */
const linkUnlessExists = async (path: string, target: string) => {
  try {
    await link(path, target)
  } catch (error) {
    if (!(await stat(target).catch(unlessMissing))) throw error
  }
}

/** The paths of a tenant's temporary files. */
const listTemporary = async (aside: string, tenantId: string) =>
  (await readdir(aside)).filter((name) => name.startsWith(`${tenantId}.`)).map((name) => join(aside, name))

const isOld = async (path: string) => {
  const found = await stat(path).catch(unlessMissing)
  return found !== undefined && found.mtimeMs < Date.now() - TEMPORARY_LIFETIME
}

async function* listFiles(folder: string) {
  for (const part of (await readdir(folder).catch(unlessMissing)) ?? [])
    for (const hash of (await readdir(join(folder, part)).catch(unlessMissing)) ?? []) {
      const found = await stat(join(folder, part, hash)).catch(unlessMissing)
      if (found) yield { hash, since: found.mtime }
    }
}

const canWrite = async (path: string) => {
  try {
    await writeFile(path, 'reachable', { flag: 'wx' })
    await unlink(path)
    return true
  } catch {
    return false
  }
}
