import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type Client, openClient, PART, type Sizes } from './bucketClient.ts'
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
import type { BucketLocation } from './location.ts'
import { openTakeover } from './takeover.ts'

const temporaryKey = (tenantId: string, name: string) => `aside/${checkTenant(tenantId)}.${checkPiece(name)}`

/** Yields the bytes of a source in blocks of `PART` bytes. The last block contains the error of an interrupted source. */
async function* readBlocks(source: Readable): AsyncGenerator<{ bytes: Buffer; problem?: unknown }> {
  let [chunks, size]: [Buffer[], number] = [[], 0]
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      chunks.push(Buffer.from(chunk as Buffer))
      size += chunks.at(-1)!.length
      if (size < PART) continue
      const all = Buffer.concat(chunks)
      yield { bytes: all.subarray(0, PART) }
      ;[chunks, size] = [[all.subarray(PART)], size - PART]
    }
  } catch (problem) {
    yield { bytes: Buffer.concat(chunks), problem }
    return
  }
  yield { bytes: Buffer.concat(chunks) }
}

/** Stores all bytes of a source as pieces, until the source ends or fails. */
const storePieces = async (client: Client, tenantId: string, source: Readable): Promise<AddResult> => {
  const pieces: Piece[] = []
  try {
    for await (const { bytes, problem } of readBlocks(source)) {
      if (bytes.length > 0) {
        const name = randomUUID()
        await client.put(temporaryKey(tenantId, name), bytes)
        pieces.push({ name, size: bytes.length })
      }
      if (problem !== undefined) return { pieces, problem }
    }
    return { pieces }
  } catch (problem) {
    return { pieces, problem }
  }
}

/** Uploads in pieces, each an object of at most 8 MB: stored objects are never appended to. */
const openPieces = (client: Client) => {
  const { end, during } = openTakeover()

  const append: Files['append'] = async (tenantId, pieces, source) => {
    checkTenant(tenantId)
    ignoreEarlyErrors(source)
    await end(pieces)
    const names = pieces.map(({ name }) => name)
    const added = await during(names, source, () => storePieces(client, tenantId, source))
    return { ...added, pieces: [...pieces, ...added.pieces] }
  }

  /** The bytes of pieces, concatenated. */
  async function* bytesOf(tenantId: string, pieces: readonly Piece[]) {
    await end(pieces)
    for (const { name, size } of pieces) {
      const bytes = await client.get(temporaryKey(tenantId, name))
      if (!bytes) throw new Error('A piece is gone')
      let remaining = size
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        remaining -= chunk.length
        yield chunk
      }
      if (remaining !== 0) throw new Error('A piece has lost bytes')
    }
  }

  const drop: Files['drop'] = async (tenantId, pieces) => {
    await end(pieces)
    for (const { name } of pieces) await client.remove(temporaryKey(tenantId, name))
  }

  return { append, bytesOf, drop }
}

const keyOf = (tenantId: string, hash: string) => `${checkTenant(tenantId)}/${checkHash(hash).slice(0, 2)}/${hash}`
const temporaryPrefix = (tenantId: string) => `aside/${checkTenant(tenantId)}.`

/** Stores files as `<tenant>/<first two digits>/<hash>` in a bucket. They are written under a temporary key and copied: they appear atomically. */
export const openBucket = (place: BucketLocation, sizes?: Sizes): Files => {
  const client = openClient(place, sizes)
  const { append, bytesOf, drop } = openPieces(client)
  return {
    ...createFileOperations(client, bytesOf),
    append,
    drop,
    read: async (tenantId, hash, range) => client.get(keyOf(tenantId, hash), checkRange(range)),
    remove: async (tenantId, hash) => void (await client.remove(keyOf(tenantId, hash))),
    async *list(tenantId) {
      for await (const { key, since } of client.list(`${checkTenant(tenantId)}/`)) yield { hash: key.slice(-64), since }
    },
    clear: async (tenantId, pieceNames) => {
      const [prefix, before] = [temporaryPrefix(tenantId), new Date(Date.now() - TEMPORARY_LIFETIME)]
      await client.abort(prefix, before)
      for await (const { key, since } of client.list(prefix))
        if (since < before && !pieceNames.has(key.slice(prefix.length))) await client.remove(key)
    },
    isReachable: () =>
      client.put('aside/reachable', Buffer.from('reachable')).then(
        () => true,
        () => false,
      ),
  }
}

/** The operations that publish bytes under their hash, and that remove all files of a tenant. */
const createFileOperations = (
  client: Client,
  bytesOf: ReturnType<typeof openPieces>['bytesOf'],
): Pick<Files, 'store' | 'combine' | 'removeAll'> => {
  const { write, removeAll } = writing(client)
  return {
    store: async (tenantId, source) => {
      const bytes = source instanceof Readable ? source : createReadStream(source.path)
      const { hash, size, show, remove } = await write(checkTenant(tenantId), bytes)
      try {
        await show()
      } finally {
        await remove()
      }
      return { hash, size }
    },
    combine: async (tenantId, pieces) => {
      const bytes = Readable.from(bytesOf(tenantId, pieces), { highWaterMark: 4 })
      const { hash, size, show, remove } = await write(tenantId, bytes)
      const showIt = async () => {
        await show()
        await remove()
      }
      return { hash, size, show: showIt, drop: remove }
    },
    removeAll,
  }
}

const writing = (client: Client) => {
  /** How often all files of a tenant were removed: a write that began before does not publish afterwards. */
  const removals = new Map<string, number>()
  return {
    /** Writes bytes under a temporary key; returns functions that publish and remove them. */
    write: async (tenantId: string, source: Readable) => {
      const key = temporaryKey(tenantId, randomUUID())
      const removalsBefore = removals.get(tenantId)
      const { hash, size } = await client.write(key, source)
      const show = async () => {
        if (removals.get(tenantId) !== removalsBefore) throw new Error('All of the tenant was removed')
        if (!(await client.has(keyOf(tenantId, hash)))) await client.copy(key, keyOf(tenantId, hash), size)
      }
      return { hash, size, show, remove: async () => void (await client.remove(key)) }
    },
    removeAll: async (tenantId: string) => {
      const prefixes = [temporaryPrefix(tenantId), `${tenantId}/`]
      removals.set(tenantId, (removals.get(tenantId) ?? 0) + 1)
      for (const prefix of prefixes) {
        await client.abort(prefix, new Date())
        for await (const { key } of client.list(prefix)) await client.remove(key)
      }
    },
  }
}
