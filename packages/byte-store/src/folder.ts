import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { link, mkdir, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { readPooled } from './bufferPool.ts'
import { sync, unlessMissing } from './disk.ts'
import { checkHash, checkPiece, checkRange, checkTenant, type Files, ignoreEarlyErrors, TEMPORARY_LIFETIME } from './files.ts'
import { openPieces, writeWhole } from './pieces.ts'

/** Bytes of one read. */
const READ = 256 * 1024

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
