import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import type { BucketPlace } from '../place.ts'
import { copier, type Sizes, writer } from './write.ts'

/** A slow reader holds a connection for as long as it reads. */
const manyAtOnce = { connectionTimeout: 5_000, httpAgent: { maxSockets: 500 }, httpsAgent: { maxSockets: 500 } }

const connect = ({ region, endpoint, forcePathStyle }: BucketPlace) =>
  new S3Client({
    forcePathStyle,
    requestHandler: manyAtOnce,
    ...(region && { region }),
    // Servers that are not Amazon's seldom know its newer checksums. They are asked for no region either.
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

/** What is done with the objects of a bucket. Keys begin with the place's prefix by themselves. */
export const openClient = (place: BucketPlace, sizes?: Sizes) => {
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

  /** Gives up what is being written under keys that begin so, since before this time. */
  const abort = async (prefix: string, before: Date) => {
    for await (const { Key, UploadId, Initiated } of begun(s3, Bucket, place.prefix + prefix))
      if (Initiated && Initiated <= before)
        await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(unlessMissing)
  }

  return { put, get, has, remove, abort, list: lister(s3, place), write: writer(s3, at), copy: copier(s3, at, sizes) }
}

/** All that is being written under keys that begin so. */
async function* begun(s3: S3Client, Bucket: string, Prefix: string) {
  let asked: ListMultipartUploadsCommandInput | undefined = { Bucket, Prefix }
  while (asked) {
    const found: ListMultipartUploadsCommandOutput = await s3.send(new ListMultipartUploadsCommand(asked))
    yield* found.Uploads ?? []
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = found
    asked = IsTruncated && KeyMarker ? { Bucket, Prefix, KeyMarker, UploadIdMarker } : undefined
  }
}

/** All keys that begin so, and when their objects came. */
const lister = (s3: S3Client, { bucket, prefix }: BucketPlace) =>
  async function* list(start: string) {
    let ContinuationToken: string | undefined
    do {
      const asked = { Bucket: bucket, Prefix: prefix + start, ContinuationToken }
      const { Contents = [], NextContinuationToken } = await s3.send(new ListObjectsV2Command(asked))
      for (const { Key, LastModified } of Contents) yield { key: Key!.slice(prefix.length), since: LastModified! }
      ContinuationToken = NextContinuationToken
    } while (ContinuationToken)
  }

export type Client = ReturnType<typeof openClient>
