import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openBucket } from './bucket.ts'
import { type BucketLocation, readLocation } from './location.ts'
import { bucketServer } from './testing/stores.ts'

/** A server with two pages of multipart uploads in progress; records which of them are aborted. */
const pagedServer = async (tenant: string) => {
  const given: string[] = []
  const upload = (id: string) =>
    `<Upload><Key>aside/${tenant}.x</Key><UploadId>${id}</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload>`
  const server = createServer(({ method, url }, response) => {
    const { searchParams } = new URL(url!, 'http://x')
    if (method === 'DELETE') given.push(searchParams.get('uploadId')!)
    const isSecond = searchParams.get('key-marker') === 'first' && searchParams.get('upload-id-marker') === 'one'
    const next = '<NextKeyMarker>first</NextKeyMarker><NextUploadIdMarker>one</NextUploadIdMarker>'
    const page = isSecond ? upload('two') : `<IsTruncated>true</IsTruncated>${next}${upload('one')}`
    const found = searchParams.has('uploads')
      ? `<ListMultipartUploadsResult>${page}</ListMultipartUploadsResult>`
      : '<ListBucketResult/>'
    response.writeHead(method === 'DELETE' ? 204 : 200, { 'content-type': 'application/xml' })
    response.end(method === 'DELETE' ? '' : found)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `s3://files?endpoint=http://127.0.0.1:${port}&forcePathStyle=true`, given, stop: () => server.close() }
}

test('aborts multipart uploads that started more than a day ago, on every page of the listing', async () => {
  await (await bucketServer()).stop() // its credentials are ours
  const tenant = randomUUID()
  const { url, given, stop } = await pagedServer(tenant)
  await openBucket(readLocation(url) as BucketLocation).clear(tenant, new Set())
  expect(given).toEqual(['one', 'two'])
  stop()
})

test('a server that goes away keeps what it had stored, and nothing more is reported as stored', async () => {
  const server = await bucketServer()
  const files = openBucket(readLocation(server.url) as BucketLocation)
  const tenant = randomUUID()
  const first = await files.append(tenant, [], Readable.from([randomBytes(100)]))
  expect(first).toMatchObject({ pieces: [{ size: 100 }] })
  await server.stop()
  const second = await files.append(tenant, first.pieces, Readable.from([randomBytes(100)]))
  expect(second.pieces).toEqual(first.pieces)
  expect(second.problem).toMatchObject({ code: 'ECONNREFUSED' })
  await expect(files.combine(tenant, first.pieces)).rejects.toThrow('ECONNREFUSED')
  await expect(files.store(tenant, Readable.from(['x']))).rejects.toThrow('ECONNREFUSED')
  await expect(files.read(tenant, 'a'.repeat(64))).rejects.toThrow('ECONNREFUSED')
  expect(await files.isReachable()).toBe(false)
})
