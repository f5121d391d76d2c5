import { type Location, readLocation } from '@tradewind/byte-store/location'
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The storage of backups: objects by key. Each appears completely, or not at all. */
export interface Target {
  write: (key: string, source: Readable) => Promise<{ hash: string; size: number }>
  /** Undefined where the object does not exist. */
  read: (key: string) => Promise<Readable | undefined>
  list: (prefix: string) => AsyncIterable<string>
  remove: (key: string) => Promise<unknown>
}

/** Parses a command line argument: a folder, also as a relative path, or an address in the format of FILES_URL. Throws where it is invalid. */
export const parseLocation = (where: string): Location =>
  where.includes('://') ? readLocation(where) : { folder: resolve(where) }

/** Opens `/srv/backups`, `file:///srv/backups` or `s3://bucket/prefix?…`, in the format of FILES_URL. */
export const openTarget = async (where: string): Promise<Target> => {
  const location = parseLocation(where)
  if ('folder' in location) return openFolder(location.folder)
  const { openClient } = await import('@tradewind/byte-store/bucket')
  const { write, get, list, remove } = openClient(location)
  return {
    write,
    read: (key) => get(key),
    remove,
    async *list(prefix) {
      for await (const { key } of list(prefix)) yield key
    },
  }
}

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

const sync = async (path: string) => {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const openFolder = (folder: string): Target => ({
  write: async (key, source) => {
    const path = join(folder, key)
    const temporaryPath = `${path}.part-${randomUUID()}`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let size = 0
    const measure = new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        hash.update(chunk)
        size += chunk.length
        pass(null, chunk)
      },
    })
    try {
      await pipeline(source, measure, createWriteStream(temporaryPath, { mode: 0o600 }))
      await sync(temporaryPath)
      await rename(temporaryPath, path)
      await sync(dirname(path))
    } catch (error) {
      await rm(temporaryPath, { force: true })
      throw error
    }
    return { hash: hash.digest('hex'), size }
  },
  read: async (key) => ((await stat(join(folder, key)).catch(unlessMissing)) ? createReadStream(join(folder, key)) : undefined),
  remove: (key) => rm(join(folder, key), { force: true }),
  async *list(prefix) {
    const found = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(unlessMissing)
    for (const entry of found ?? [])
      if (entry.isFile() && !entry.name.includes('.part-'))
        yield relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
  },
})
