import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { startFauxqs } from 'fauxqs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBucket } from '../bucket.ts'
import type { Files } from '../files.ts'
import { openFolder } from '../folder.ts'
import { type BucketLocation, readLocation } from '../location.ts'

/** An empty store of files. */
export interface Store {
  files: Files
  /** The same store, as another process sees it. */
  reopen: () => Files
  /** The names of all stored files, visible or temporary. */
  listNames: () => Promise<string[]>
  close: () => Promise<unknown>
}

const folder = async (): Promise<Store> => {
  const root = await mkdtemp(join(tmpdir(), 'files-'))
  const at = join(root, 'deep', 'files')
  const listNames = async () => {
    const found = await readdir(at, { recursive: true, withFileTypes: true })
    return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1))
  }
  return { files: openFolder(at), reopen: () => openFolder(at), listNames, close: () => rm(root, { recursive: true }) }
}

/** Arbitrary credentials: the test server accepts any. */
const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }

/** Parts are as small as S3 allows, so that a file of some megabytes is copied in several. */
const sizes = { maxCopySize: 6 * 1024 * 1024, part: 5 * 1024 * 1024 }

/** Starts an S3-compatible server with an empty bucket; returns the URL for FILES_URL. */
export const bucketServer = async () => {
  Object.assign(process.env, credentials)
  const server = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' })
  server.createBucket('files')
  const endpoint = `http://127.0.0.1:${server.port}`
  return { url: `s3://files/deep/files?endpoint=${endpoint}&forcePathStyle=true`, endpoint, stop: () => server.stop() }
}

const bucket = async (): Promise<Store> => {
  const server = await bucketServer()
  const place = readLocation(server.url) as BucketLocation
  const client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true })
  const listNames = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: place.bucket, Prefix: place.prefix }))
    return Contents.map(({ Key }) => Key!.slice(place.prefix.length)).filter((key) => key !== 'aside/reachable')
  }
  const close = async () => {
    client.destroy()
    await server.stop()
  }
  return { files: openBucket(place, sizes), reopen: () => openBucket(place, sizes), listNames, close }
}

/** Every kind of store there is. */
export const stores: [string, () => Promise<Store>][] = [
  ['a folder', folder],
  ['a bucket', bucket],
]
