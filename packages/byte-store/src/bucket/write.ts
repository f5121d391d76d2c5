import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const GB = 1024 ** 3
/** Bytes that are held in memory of a file on its way. */
export const PART = 8 * 1024 * 1024

/** Bytes that are copied by one call at most, and by each of several. */
export interface Sizes {
  whole: number
  part: number
}
const amazons: Sizes = { whole: 5 * GB, part: GB }

type At = (key: string) => { Bucket: string; Key: string }

/** Writes a stream of any length, and answers its hash and size. A stream that breaks off leaves nothing. */
export const writer = (client: S3Client, at: At) => async (key: string, source: Readable) => {
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

/** Copies within the bucket: the other name holds all of it, or nothing. */
export const copier =
  (client: S3Client, at: At, { whole, part } = amazons) =>
  async (from: string, to: string, size: number) => {
    const { Bucket, Key } = at(from)
    const source = [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/')
    if (size <= whole) return void (await client.send(new CopyObjectCommand({ ...at(to), CopySource: source })))
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
