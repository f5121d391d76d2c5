import { driveUploadApi as calls } from '@tradewind/contract/drive/driveUpload.contract'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { sha256, type UploadCalls, uploadCalls } from '../../../test/upload/driver.ts'

let app: TestApp
let me: UploadCalls
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  me = uploadCalls(app, await app.someone('ROLE_PRO'))
})

const store = () => join(app.appContext.env.dataDir, 'files', 'aside')
const aside = () => readdirSync(store())
/** Waits until bytes of the running upload are on disk, which accepts many at once. */
const arrived = () => expect.poll(() => aside().some((name) => statSync(join(store(), name)).size > 0)).toBe(true)
const MB = 1024 * 1024
const [loud, whole] = ['X', 'x'].map((letter) => Buffer.alloc(9 * MB, letter)) as [Buffer, Buffer]
/** A request that stalls when some of its bytes are on disk. */
const halting = (bytes: Buffer) => {
  const stream = new PassThrough({ highWaterMark: 64 * MB })
  stream.write(bytes)
  return stream
}

const begun = async (bytes: Buffer) => {
  const { files } = await me.batch({ files: [{ path: 'offer.pdf', size: whole.length }] })
  const { uniqueId } = files[0]!
  const slow = halting(bytes)
  const first = me.send(uniqueId, slow)
  await arrived()
  return { uniqueId, slow, first }
}
const ended = { status: 409, message: 'This file is sent by a later request' }
const sent = { status: 204, offset: whole.length }
const isWhole = async () => {
  const [item, ...others] = await me.list()
  expect([sha256(await me.bytesOf(item!.uniqueId)), others.length, aside()]).toEqual([sha256(whole), 0, []])
}

test('a later request takes over: the first is ended, and its bytes do not count', async () => {
  const { uniqueId, first } = await begun(loud.subarray(0, 8 * MB))
  const second = me.send(uniqueId, whole)
  expect([await first, await second]).toEqual([ended, sent])
  await isWhole()
})

test('asking for the offset ends the running request, and the bytes it sent count', async () => {
  const { uniqueId, first } = await begun(whole.subarray(0, 8 * MB))
  const { status, offset } = await me.head(uniqueId)
  expect([status, await first]).toEqual([204, ended])
  expect(offset).toBeGreaterThan(0)
  expect(await me.send(uniqueId, whole.subarray(offset), offset)).toEqual(sent)
  await isWhole()
})

test('a user cannot end another user’s upload', async () => {
  const { uniqueId, slow, first } = await begun(whole.subarray(0, 8 * MB))
  const other = uploadCalls(app, await app.someone('ROLE_PRO'))
  expect(await other.head(uniqueId)).toMatchObject({ status: 404 })
  expect(await other.send(uniqueId, 'hello world')).toMatchObject({ status: 404 })
  slow.end(whole.subarray(8 * MB))
  expect(await first).toEqual(sent)
  await isWhole()
})

test('on two nodes the bytes of the first request do not count either', async () => {
  const { uniqueId, slow, first } = await begun(loud.subarray(0, 8 * MB))
  const other = await app.open()
  const later = halting(whole.subarray(0, 8 * MB))
  const second = other.as(me).send(calls.send, { uniqueId, offset: '0', bytes: later })
  await expect.poll(() => aside().length).toBe(2)
  slow.end(loud.subarray(8 * MB))
  expect(await first).toEqual(ended)
  later.end(whole.subarray(8 * MB))
  expect((await second).statusCode).toBe(204)
  await isWhole()
})

test('however many slow uploads run, the tenant’s other calls are served', async () => {
  const { files } = await me.batch({ files: Array.from({ length: 20 }, (_, at) => ({ path: `${at}.bin`, size: 11 })) })
  const slow = files.map(() => halting(Buffer.from('hello ')))
  const sending = files.map(({ uniqueId }, at) => me.send(uniqueId, slow[at]!))
  await expect.poll(() => aside().length).toBe(20)
  expect(await me.names()).toEqual([])
  for (const one of slow) one.end('world')
  expect(new Set((await Promise.all(sending)).map(({ status }) => status))).toEqual(new Set([204]))
  expect([(await me.names()).length, aside()]).toEqual([20, []])
})

test('however many ask for the state of running uploads at the same time, each is answered', async () => {
  const { files } = await me.batch({ files: Array.from({ length: 10 }, (_, at) => ({ path: `${at}.bin`, size: 1.5 * MB })) })
  const sends = files.map(({ uniqueId }) => me.send(uniqueId, halting(loud.subarray(0, MB))))
  await expect.poll(() => aside().length).toBeGreaterThanOrEqual(10)
  const heads = await Promise.all(files.map(({ uniqueId }) => me.head(uniqueId)))
  expect(heads.map(({ status }) => status)).toEqual(files.map(() => 204))
  expect(await Promise.all(sends)).toEqual(files.map(() => ended))
})
