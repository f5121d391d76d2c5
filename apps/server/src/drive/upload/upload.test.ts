import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { driveUploadApi as calls } from '@tradewind/contract/drive/driveUpload.contract'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { findStoreFaults, type UploadCalls, uploadCalls, uploaderInOwnTenant } from '../../../test/upload/driver.ts'

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
let before: string[]
beforeEach(() => {
  before = readdirSync(store())
})
/** The chunks that were stored since this test began. */
const aside = () => readdirSync(store()).filter((name) => !before.includes(name))
const waiting = async (size = 11, over: object = {}) => {
  const { uniqueId, files } = await me.batch({ files: [{ path: 'offer.pdf', size, ...over }] })
  return { batchId: uniqueId, uniqueId: files[0]!.uniqueId }
}
const stateOf = async (batchId: string) => (await me.state(batchId))[0]!
const refusal = (status: number, message: string) => ({ status, message })

test('a file appears in the drive with its last byte, under its name and with its bytes', async () => {
  const { batchId, uniqueId } = await waiting()
  expect(await me.state(batchId)).toEqual([
    { uniqueId, path: 'offer.pdf', size: 11, received: 0, state: 'WAITING', itemId: null, name: 'offer.pdf', problem: null },
  ])
  expect(await me.send(uniqueId, 'hello ')).toEqual({ status: 204, offset: 6 })
  expect(await me.names()).toEqual([])
  expect(await stateOf(batchId)).toMatchObject({ state: 'WAITING', received: 6 })
  expect(await me.head(uniqueId)).toMatchObject({
    status: 204,
    offset: 6,
    headers: { 'upload-length': '11', 'tus-resumable': '1.0.0', 'cache-control': 'no-store' },
  })
  expect(await me.send(uniqueId, 'world', 6)).toEqual({ status: 204, offset: 11 })
  const done = await stateOf(batchId)
  expect(done).toMatchObject({ state: 'DONE', received: 11, name: 'offer.pdf', problem: null })
  expect(await me.bytesOf(done.itemId)).toBe('hello world')
  const [item] = await me.list()
  expect(item).toMatchObject({
    uniqueId: done.itemId,
    size: 11,
    mimeType: 'application/pdf',
    folder: false,
    ownerId: me.uniqueId,
  })
  expect(aside()).toEqual([])
})

describe('tus', () => {
  test('rejects bytes at a wrong offset, and returns the current one', async () => {
    const { uniqueId } = await waiting()
    await me.send(uniqueId, 'hello ')
    for (const offset of [0, 5, 7, 11]) expect(await me.send(uniqueId, 'world', offset)).toMatchObject({ status: 409, offset: 6 })
    for (const offset of ['', 'x', '-1', '1.5', '1e3'])
      expect(await me.send(uniqueId, 'world', offset)).toMatchObject({ status: 422 })
    expect(await me.head(uniqueId)).toMatchObject({ offset: 6 })
  })

  test('a client that missed the last reply learns that the file is complete, and nothing is stored twice', async () => {
    const { uniqueId } = await waiting()
    await me.send(uniqueId, 'hello world')
    expect(await me.head(uniqueId)).toMatchObject({ status: 204, offset: 11 })
    expect(await me.send(uniqueId, 'hello world')).toMatchObject({ status: 409, offset: 11 })
    expect(await me.send(uniqueId, '', 11)).toEqual({ status: 204, offset: 11 })
    expect(await me.names()).toEqual(['offer.pdf'])
  })

  test('rejects another version by 412 with ours, other content types by 415, and stores nothing', async () => {
    const { uniqueId } = await waiting()
    const old = { 'tus-resumable': '0.2.2' }
    expect(await me.send(uniqueId, 'hello world', 0, old)).toMatchObject({ status: 412 })
    expect(await me.head(uniqueId, old)).toMatchObject({ status: 412, headers: { 'tus-version': '1.0.0' } })
    for (const type of ['application/json', 'application/octet-stream', 'text/plain'])
      expect(await me.send(uniqueId, '{}', 0, { 'content-type': type })).toMatchObject({ status: 415 })
    const authorization = `Bearer ${me.token}`
    const bytes = { authorization, 'content-type': 'application/offset+octet-stream' }
    const elsewhere = await app.fastify.inject({ method: 'POST', url: '/api/files/folder', headers: bytes, payload: 'x' })
    expect(elsewhere.statusCode).toBe(415)
    expect(await me.head(uniqueId)).toMatchObject({ offset: 0 })
  })

  test('rejects more bytes than were declared, whether or not their number is given, and stores none of them', async () => {
    const { uniqueId } = await waiting()
    await me.send(uniqueId, 'hello ')
    const more = { status: 413, message: 'More bytes were sent than declared' }
    expect(await me.send(uniqueId, 'world!', 6)).toEqual(more)
    expect(await me.send(uniqueId, 'world!', 6, { 'content-length': '6' })).toEqual(more)
    expect(await me.send(uniqueId, Readable.from(['wor', 'ld', '!!!'].map((part) => Buffer.from(part))), 6)).toEqual(more)
    expect(await me.head(uniqueId)).toMatchObject({ offset: 6 })
    expect(await me.send(uniqueId, 'world', 6)).toEqual({ status: 204, offset: 11 })
    expect(await me.bytesOf((await me.list())[0]!.uniqueId)).toBe('hello world')
  })

  test('a cancelled upload is removed and its space is free, and files already in the drive stay', async () => {
    const { batchId, uniqueId } = await waiting()
    await me.send(uniqueId, 'hello ')
    expect(await me.as.call(driveApi.usage, {})).toMatchObject({ reserved: 11 })
    expect((await me.as.send(calls.cancel, { uniqueId })).statusCode).toBe(204)
    expect(await me.as.call(driveApi.usage, {})).toMatchObject({ reserved: 0 })
    expect(await me.head(uniqueId)).toMatchObject({ status: 410 })
    expect(await me.send(uniqueId, 'world', 6)).toMatchObject(refusal(410, 'This upload was cancelled'))
    expect(await stateOf(batchId)).toMatchObject({ state: 'CANCELLED', itemId: null })
    expect(aside()).toEqual([])
    const other = await waiting()
    await me.send(other.uniqueId, 'hello world')
    expect((await me.as.send(calls.cancel, { uniqueId: other.uniqueId })).statusCode).toBe(204)
    expect(await stateOf(other.batchId)).toMatchObject({ state: 'DONE' })
    expect(await me.names()).toEqual(['offer.pdf'])
  })

  test('another user’s upload is not found, and users who may store nothing may send nothing', async () => {
    const { batchId, uniqueId } = await waiting()
    for (const role of ['ROLE_PRO', 'ROLE_TENANT_ADMIN', 'ROLE_SUPER_ADMIN'] as const) {
      const other = uploadCalls(app, await app.someone(role))
      expect(await other.send(uniqueId, 'hello world')).toMatchObject({ status: 404 })
      expect(await other.head(uniqueId)).toMatchObject({ status: 404 })
      expect((await other.as.send(calls.cancel, { uniqueId })).statusCode).toBe(404)
      await expect(other.state(batchId)).rejects.toMatchObject({ status: 404 })
    }
    const free = uploadCalls(app, await app.someone('ROLE_FREE'))
    expect(await free.send(uniqueId, 'hello world')).toMatchObject({ status: 403 })
    await expect(free.batch({ files: [{ path: 'a', size: 1 }] })).rejects.toMatchObject({ status: 403 })
    await expect(free.as.call(calls.upload, { file: new File(['x'], 'x') })).rejects.toMatchObject({ status: 403 })
    expect(await me.head(uniqueId)).toMatchObject({ status: 204, offset: 0 })
  })
})

describe('a name that is taken', () => {
  test('gets a number, or the file is skipped, or it replaces the other', async () => {
    const kept = await me.put('Offer.pdf', 'first')
    expect(await me.put('offer.pdf', 'second')).toMatchObject({ state: 'DONE', name: 'offer (2).pdf' })
    expect(await me.put('OFFER.pdf', 'third', { clash: 'SKIP' })).toMatchObject({ state: 'SKIPPED', itemId: null })
    const replaced = await me.put('offer.PDF', 'fourth', { clash: 'REPLACE' })
    expect(replaced).toMatchObject({ state: 'DONE', name: 'Offer.pdf', itemId: kept.itemId })
    expect(await me.bytesOf(kept.itemId)).toBe('fourth')
    expect(await me.names()).toEqual(['offer (2).pdf', 'Offer.pdf'])
    const activities = await me.as.call(driveShareApi.activity, { uniqueId: kept.itemId! })
    expect(activities.map(({ action }) => action)).toEqual(['REPLACED', 'UPLOADED'])
  })

  test('a replaced file keeps its shares, and its old content is in the trash and can be restored next to it', async () => {
    const kept = await me.put('plan.txt', 'first')
    const friend = await app.someone('ROLE_PRO')
    await me.as.call(driveShareApi.share, { shareWith: [friend.emailAddress], uniqueIds: [kept.itemId!] })
    await me.put('plan.txt', 'second', { clash: 'REPLACE' })
    const [item] = await me.list()
    expect(item).toMatchObject({ uniqueId: kept.itemId, sharedWith: [friend.emailAddress], size: 6, mimeType: 'text/plain' })
    const trash = await me.as.call(driveApi.trash, {})
    expect(trash).toMatchObject([{ name: 'plan.txt', size: 5, sharedWith: [] }])
    await me.as.call(driveApi.restore, { uniqueIds: [trash[0]!.uniqueId] })
    expect(await me.names()).toEqual(['plan (2).txt', 'plan.txt'])
    expect(await me.bytesOf(trash[0]!.uniqueId)).toBe('first')
    expect((await app.as(friend).send(driveApi.find, { q: 'plan' })).json()).toMatchObject([{ uniqueId: kept.itemId }])
  })

  test('a folder is never replaced, and a file added meanwhile is respected', async () => {
    await me.as.call(driveApi.createFolder, { name: 'Plan' })
    expect(await me.put('plan', 'x', { clash: 'REPLACE' })).toMatchObject({ state: 'DONE', name: 'plan (2)' })
    const skipping = await waiting(11, { path: 'late.txt', clash: 'SKIP' })
    await me.put('late.txt', 'earlier')
    expect(await me.send(skipping.uniqueId, 'hello world')).toEqual({ status: 204, offset: 11 })
    expect(await stateOf(skipping.batchId)).toMatchObject({ state: 'SKIPPED', itemId: null })
    expect(await me.head(skipping.uniqueId)).toMatchObject({ status: 204, offset: 11 })
    expect(aside()).toEqual([])
  })
})

test('a file whose folder was deleted meanwhile is put at the root, and the reply says so', async () => {
  const folder = await me.as.call(driveApi.createFolder, { name: 'Deals' })
  const { files, uniqueId } = await me.batch({ parentId: folder.uniqueId, files: [{ path: 'deep/a.txt', size: 1 }] })
  await me.put('a.txt', 'there', {})
  await me.as.call(driveApi.remove, { uniqueId: folder.uniqueId })
  expect(await me.send(files[0]!.uniqueId, 'x')).toMatchObject({ status: 204 })
  const done = await stateOf(uniqueId)
  expect(done).toMatchObject({ state: 'DONE', name: 'a (2).txt', problem: 'Its folder was deleted, so it is now in My Drive' })
  expect(await me.names()).toEqual(['a (2).txt', 'a.txt'])
})

test('a file whose folder was moved too deep meanwhile is put at the root, and the reply says so', async () => {
  const folder = await me.as.call(driveApi.createFolder, { name: 'Deals' })
  const { files, uniqueId } = await me.batch({ parentId: folder.uniqueId, files: [{ path: 'a.txt', size: 1 }] })
  let parentId: string | undefined
  for (let depth = 0; depth < 19; depth++)
    parentId = (await me.as.call(driveApi.createFolder, { name: `${depth}`, parentId })).uniqueId
  await me.as.call(driveApi.move, { uniqueIds: [folder.uniqueId], parentId })
  await me.send(files[0]!.uniqueId, 'x')
  expect(await stateOf(uniqueId)).toMatchObject({
    state: 'DONE',
    problem: 'Its folder was moved too deep, so it is now in My Drive',
  })
  expect(await me.names()).toEqual(['0', 'a.txt'])
})

test('a name that is nearly all extension gets its number at its end', async () => {
  const name = `a.${'e'.repeat(253)}`
  await me.put(name, 'one')
  expect(await me.put(name, 'two')).toMatchObject({ state: 'DONE', name: `a.${'e'.repeat(249)} (2)` })
})

test('identical bytes are stored once per tenant, under any number of names', async () => {
  const you = await uploaderInOwnTenant(app)
  const [one, other] = [await you.put('a.txt', 'the same'), await you.put('b.txt', 'the same')]
  expect([await you.bytesOf(one.itemId), await you.bytesOf(other.itemId)]).toEqual(['the same', 'the same'])
  expect(await findStoreFaults(app, you.tenantId)).toEqual({ orphans: 0, missing: 0 })
})

test('an upload idle for a day is cancelled: its pieces are removed, and its space is free', async () => {
  const { batchId, uniqueId } = await waiting()
  await me.send(uniqueId, 'hello ')
  await app.asOwner(`update drive_upload set updated_at = now() - interval '25 hours' where id = $1`, [uniqueId])
  expect(await me.as.call(driveApi.usage, {})).toMatchObject({ reserved: 0 })
  expect(await me.send(uniqueId, 'world', 6)).toMatchObject({ status: 410 })
  expect(await me.head(uniqueId)).toMatchObject({ status: 410 })
  await app.clock('drive.resting')
  expect(await stateOf(batchId)).toMatchObject({ state: 'FAILED', problem: 'It was cancelled after a day without progress' })
  expect(aside()).toEqual([])
})

test('while the drive is switched off nothing is uploaded, and nothing is lost', async () => {
  const you = await uploaderInOwnTenant(app)
  const { files } = await you.batch({ files: [{ path: 'a.txt', size: 11 }] })
  await you.send(files[0]!.uniqueId, 'hello ')
  await you.configure('DRIVE_ENABLED', false)
  expect(await you.send(files[0]!.uniqueId, 'world', 6)).toMatchObject(refusal(403, 'The drive is switched off'))
  await you.configure('DRIVE_ENABLED', true)
  expect(await you.send(files[0]!.uniqueId, 'world', 6)).toEqual({ status: 204, offset: 11 })
})
