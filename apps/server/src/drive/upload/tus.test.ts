import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { sha256, type UploadCalls, uploadCalls } from '../../../test/upload/driver.ts'

let app: TestApp
let origin: string
let me: UploadCalls
beforeAll(async () => {
  app = await testApp()
  origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())
beforeEach(async () => {
  me = uploadCalls(app, await app.someone('ROLE_PRO'))
})

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251))
const declared = async () => (await me.batch({ files: [{ path: 'big.bin', size: bytes.length }] })).files[0]!.uniqueId
/** The client that browsers use, for one declared file. */
const sending = (uniqueId: string, over: Partial<UploadOptions> = {}) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const upload = new Upload(bytes, {
    uploadUrl: `${origin}/api/files/arriving/${uniqueId}`,
    headers: { authorization: `Bearer ${me.token}` },
    onSuccess: () => resolve(),
    onError: reject,
    ...over,
  })
  return { upload, ended: promise }
}
/** The contents of the drive: names, and the hashes of their bytes. */
const standing = async () => {
  const names = await me.names()
  const documents = await app.asOwner<{ hash: string }>('select hash from document where created_by = $1', [me.uniqueId])
  return { names, hashes: documents.map(({ hash }) => hash) }
}
const whole = { names: ['big.bin'], hashes: [sha256(bytes)] }

test('tus-js-client uploads a file, in chunks or in one request', async () => {
  const { upload, ended } = sending(await declared(), { chunkSize: 64_000 })
  upload.start()
  await ended
  expect(await standing()).toEqual(whole)
})

test('tus-js-client resumes where it was stopped', async () => {
  const uniqueId = await declared()
  const halfway = Promise.withResolvers<void>()
  const first = sending(uniqueId, {
    chunkSize: 50_000,
    onChunkComplete: (_, accepted) => accepted >= 100_000 && halfway.resolve(),
  })
  first.upload.start()
  await halfway.promise
  await first.upload.abort()
  const { offset } = await me.head(uniqueId)
  expect(offset).toBeGreaterThanOrEqual(100_000)
  const second = sending(uniqueId)
  second.upload.start()
  await second.ended
  expect(await standing()).toEqual(whole)
})

test('tus-js-client aborts an upload and deletes it', async () => {
  const uniqueId = await declared()
  await me.send(uniqueId, bytes.subarray(0, 1000))
  const { url, headers } = { url: `${origin}/api/files/arriving/${uniqueId}`, headers: { authorization: `Bearer ${me.token}` } }
  await Upload.terminate(url, { headers })
  expect(await me.head(uniqueId)).toMatchObject({ status: 410 })
  expect(readdirSync(join(app.appContext.env.dataDir, 'files', 'aside'))).toEqual([])
  const again = sending(uniqueId, { retryDelays: null })
  again.upload.start()
  await expect(again.ended).rejects.toThrow('410')
})
