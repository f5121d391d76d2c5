import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { randomUUID, createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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

const GB = 1024 ** 3
/** Bytes of a file that are buffered in memory during an upload. */
export const PART = 8 * 1024 * 1024

/** Maximum bytes that one copy call copies as a whole, and the part size of a multipart copy. */
export interface Sizes {
  maxCopySize: number
  part: number
}
const amazonLimits: Sizes = { maxCopySize: 5 * GB, part: GB }

type At = (key: string) => { Bucket: string; Key: string }

/** Writes a stream of any length, and returns its hash and size. An interrupted stream leaves nothing. */
const writer = (client: S3Client, at: At) => async (key: string, source: Readable) => {
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      hash.update(chunk)
      size += chunk.length
      pass(null, chunk)
    },
  })
  const upload = new Upload({ client, params: { ...at(key), Body: measure }, partSize: PART, queueSize: 2 })
  const sent = upload.done()
  sent.catch((error: Error) => measure.destroy(error))
  await pipeline(source, measure).catch(async (error: unknown) => {
    await Promise.allSettled([upload.abort(), sent])
    throw error
  })
  await sent
  return { hash: hash.digest('hex'), size }
}

type Target = ReturnType<At> & { UploadId: string | undefined }

const copyPart = async (
  client: S3Client,
  target: Target,
  CopySource: string,
  [start, end]: [number, number],
  PartNumber: number,
) => {
  const CopySourceRange = `bytes=${start}-${end - 1}`
  const copied = await client.send(new UploadPartCopyCommand({ ...target, PartNumber, CopySource, CopySourceRange }))
  return { PartNumber, ETag: copied.CopyPartResult?.ETag }
}

/** Copies within the bucket, completely or not at all. */
const copier =
  (client: S3Client, at: At, { maxCopySize, part } = amazonLimits) =>
  async (from: string, to: string, size: number) => {
    const { Bucket, Key } = at(from)
    const source = [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/')
    if (size <= maxCopySize) return void (await client.send(new CopyObjectCommand({ ...at(to), CopySource: source })))
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(to)))
    const target = { ...at(to), UploadId }
    try {
      const Parts = []
      for (let start = 0; start < size; start += part)
        Parts.push(await copyPart(client, target, source, [start, Math.min(start + part, size)], Parts.length + 1))
      await client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } }))
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(target)).catch(() => {})
      throw error
    }
  }

/** Many connections, since a slow reader occupies one while it reads. */
const connectionOptions = { connectionTimeout: 5_000, httpAgent: { maxSockets: 500 }, httpsAgent: { maxSockets: 500 } }

const connect = ({ region, endpoint, forcePathStyle }: BucketLocation) =>
  new S3Client({
    forcePathStyle,
    requestHandler: connectionOptions,
    ...(region && { region }),
    // Other S3 servers seldom support Amazon's newer checksums, and need no region.
    ...(endpoint && {
      endpoint,
      region: region ?? 'us-east-1',
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  })

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as Error).name)
const unlessMissing = (error: unknown) => {
  if (!isMissing(error)) throw error
  return undefined
}

/** Operations on the objects of a bucket. The place's prefix is added to keys. */
export const openClient = (place: BucketLocation, sizes?: Sizes) => {
  const s3 = connect(place)
  const Bucket = place.bucket
  const at = (key: string) => ({ Bucket, Key: place.prefix + key })

  const put = (key: string, Body: Buffer) => s3.send(new PutObjectCommand({ ...at(key), Body }))

  const get = async (key: string, range?: { start: number; end: number }) => {
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await s3.send(new GetObjectCommand({ ...at(key), Range })).catch(unlessMissing)
    return found?.Body as Readable | undefined
  }

  const has = (key: string) =>
    s3.send(new HeadObjectCommand(at(key))).then(
      () => true,
      (error: unknown) => unlessMissing(error) ?? false,
    )

  const remove = (key: string) => s3.send(new DeleteObjectCommand(at(key))).catch(unlessMissing)

  /** Aborts multipart uploads with this key prefix that began before this time. */
  const abort = async (prefix: string, before: Date) => {
    for await (const { Key, UploadId, Initiated } of listUploads(s3, Bucket, place.prefix + prefix))
      if (Initiated && Initiated <= before)
        await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(unlessMissing)
  }

  return { put, get, has, remove, abort, list: lister(s3, place), write: writer(s3, at), copy: copier(s3, at, sizes) }
}

/** All multipart uploads in progress with this key prefix. */
async function* listUploads(s3: S3Client, Bucket: string, Prefix: string) {
  let input: ListMultipartUploadsCommandInput | undefined = { Bucket, Prefix }
  while (input) {
    const found: ListMultipartUploadsCommandOutput = await s3.send(new ListMultipartUploadsCommand(input))
    yield* found.Uploads ?? []
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = found
    input = IsTruncated && KeyMarker ? { Bucket, Prefix, KeyMarker, UploadIdMarker } : undefined
  }
}

/** Lists all keys with this prefix and the modification times of their objects. */
const lister = (s3: S3Client, { bucket, prefix }: BucketLocation) =>
  async function* list(start: string) {
    let ContinuationToken: string | undefined
    do {
      const input = { Bucket: bucket, Prefix: prefix + start, ContinuationToken }
      const { Contents = [], NextContinuationToken } = await s3.send(new ListObjectsV2Command(input))
      for (const { Key, LastModified } of Contents) yield { key: Key!.slice(prefix.length), since: LastModified! }
      ContinuationToken = NextContinuationToken
    } while (ContinuationToken)
  }

export type Client = ReturnType<typeof openClient>

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
