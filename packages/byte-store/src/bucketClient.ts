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
import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BucketLocation } from './location.ts'

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
