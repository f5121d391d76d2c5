import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from './folder.ts'
import { readLocation } from './location.ts'
import { openFiles } from './open.ts'
import { bucketServer } from './testing/stores.ts'

const bucket = { bucket: 'files', prefix: '', region: undefined, endpoint: undefined, forcePathStyle: false }

test.each([
  ['file:///srv/files', { folder: '/srv/files' }],
  ['file:///srv/with%20space', { folder: '/srv/with space' }],
  ['s3://files', bucket],
  ['s3://files/a/b/?region=eu-central-1', { ...bucket, prefix: 'a/b/', region: 'eu-central-1' }],
  [
    's3://files/?endpoint=http://127.0.0.1:9000&forcePathStyle=true',
    { ...bucket, endpoint: 'http://127.0.0.1:9000', forcePathStyle: true },
  ],
])('%s is accepted as a place for files', (url, place) => {
  expect(readLocation(url)).toEqual(place)
})

test.each([
  ['nonsense', 'must be a file:// or s3:// address'],
  ['https://files.example', 'must be a file:// or s3:// address'],
  ['file:files', 'must name a folder by its whole path'],
  ['file://host/srv/files', 'must name a folder by its whole path'],
  ['file:///srv/files?region=x', 'must name a folder by its whole path'],
  ['s3://Files_1/x', 'must name a bucket'],
  ['s3://files:9000/x', 'must name a bucket'],
  ['s3://key:secret@files', 'holds no credentials'],
  ['s3://files?regoin=x', 'has an option that is not known: regoin'],
  ['s3://files?endpoint=127.0.0.1:9000', 'must have an endpoint'],
  ['s3://files?endpoint=file:///etc', 'must have an endpoint'],
  ['s3://files?forcePathStyle=1', 'must have a forcePathStyle of true or false'],
])('%s is rejected as a place for files, with the reason', (url, why) => {
  expect(() => readLocation(url)).toThrow(why)
})

test('a missing bucket is not reachable, and a folder that cannot be created is not opened', async () => {
  const server = await bucketServer()
  const missing = await openFiles(readLocation(server.url.replace('s3://files', 's3://others')))
  expect(await missing.isReachable()).toBe(false)
  await server.stop()
  const folder = await mkdtemp(join(tmpdir(), 'place-'))
  await writeFile(join(folder, 'file'), '')
  await expect(openFiles({ folder: join(folder, 'file', 'files') })).rejects.toThrow('ENOTDIR')
  await rm(folder, { recursive: true })
})

test('a folder that was removed is not reachable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'place-'))
  const files = openFolder(folder)
  expect(await files.isReachable()).toBe(true)
  await rm(folder, { recursive: true })
  expect(await files.isReachable()).toBe(false)
})
