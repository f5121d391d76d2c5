import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { driveUploadApi as calls } from '@tradewind/contract/drive/driveUpload.contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/statements.ts'
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

const MB = 1024 * 1024
const one = (path: string, size = 1, over: object = {}) => ({ files: [{ path, size, ...over }] })
const several = (...paths: string[]) => ({ files: paths.map((path) => ({ path, size: 1 })) })
const deep = (depth: number) => Array.from({ length: depth }, (_, at) => `f${at}`).join('/')
const wrong = (data: object) => ({ status: 422, data })
const tooLarge = (megabytes: number) => ({
  status: 413,
  message: `Total file size exceeds ${megabytes} MB. Please upload smaller files.`,
  data: { limit: megabytes * MB },
})
const childOf = async (folderId: string | undefined, name: string) =>
  (await me.list(folderId)).find((item) => item.name === name)!

describe('folders', () => {
  test('are created where missing, also empty ones, and reused where they exist, ignoring case', async () => {
    const trip = await me.as.call(driveApi.createFolder, { name: 'Trip' })
    const { files } = await me.batch({
      files: [
        { path: 'trip/Milan/day 1/a.txt', size: 1 },
        { path: 'TRIP/milan/b.txt', size: 1 },
        { path: 'c.txt', size: 1 },
      ],
      folders: ['Trip/empty/deep', 'Trip/Milan'],
    })
    for (const { uniqueId } of files) await me.send(uniqueId, 'x')
    expect(await me.names()).toEqual(['Trip', 'c.txt'])
    expect(await me.names(trip.uniqueId)).toEqual(['empty', 'Milan'])
    const milan = await childOf(trip.uniqueId, 'Milan')
    expect(await me.names(milan.uniqueId)).toEqual(['day 1', 'b.txt'])
    expect(await me.names((await childOf(trip.uniqueId, 'empty')).uniqueId)).toEqual(['deep'])
    const day = await childOf(milan.uniqueId, 'day 1')
    const way = await me.as.call(driveApi.folderStructure, { uniqueId: day.uniqueId })
    expect(way.map(({ name }) => name)).toEqual(['Trip', 'Milan', 'day 1'])
    expect(await me.names(day.uniqueId)).toEqual(['a.txt'])
  })

  test('get a number if a file has their name', async () => {
    await me.put('plan', 'a file')
    const { files } = await me.batch(one('Plan/a.txt'))
    await me.send(files[0]!.uniqueId, 'x')
    expect(await me.names()).toEqual(['Plan (2)', 'plan'])
  })

  test('are nested at most 20 deep, including the existing parent folders', async () => {
    await expect(me.batch(one(deep(21)))).rejects.toMatchObject(wrong({ files: 'Folders can be 20 levels deep at most' }))
    await me.batch({ folders: [deep(18)] })
    let parentId: string | undefined
    for (let at = 0; at < 18; at++) parentId = (await childOf(parentId, `f${at}`)).uniqueId
    const tooDeep = wrong({ parentId: 'Folders can be 20 levels deep at most' })
    await expect(me.batch({ parentId, ...one('a/b/c.txt') })).rejects.toMatchObject(tooDeep)
    await expect(me.batch({ parentId, folders: ['a/b/c'] })).rejects.toMatchObject(tooDeep)
    expect(await me.names(parentId)).toEqual([])
    await me.batch({ parentId, ...one('a/c.txt') })
    expect(await me.names(parentId)).toEqual(['a'])
  })

  test('of other users are not found, and a file is not accepted as one', async () => {
    const other = uploadCalls(app, await app.someone('ROLE_PRO'))
    const foreign = await other.as.call(driveApi.createFolder, { name: 'Theirs' })
    const file = await me.put('a.txt', 'x')
    for (const parentId of [foreign.uniqueId, file.itemId!, crypto.randomUUID()]) {
      await expect(me.batch({ parentId, ...one('x') })).rejects.toMatchObject({ status: 404 })
      await expect(me.as.call(calls.clashes, { parentId, paths: ['x'] })).rejects.toMatchObject({ status: 404 })
      const form = { parentId, file: new File(['x'], 'x') }
      await expect(me.as.call(calls.upload, form)).rejects.toMatchObject({ status: 404 })
    }
    expect(await other.names(foreign.uniqueId)).toEqual([])
  })
})

describe('names', () => {
  const invisible = 'A name may not hold / or \\ or invisible characters'
  test.each([
    ['', 'Name is required'],
    [' ', 'Name is required'],
    ['a//b', 'Name is required'],
    ['/etc/passwd', 'Name is required'],
    ['a/', 'Name is required'],
    ['.', 'This name is taken by the system'],
    ['../a', 'This name is taken by the system'],
    ['a/../../b', 'This name is taken by the system'],
    ['a\\b', invisible],
    ['a\0b', invisible],
    ['\u200D', invisible],
    ['gpj.\u202Eexe', invisible],
    ['\uD800', invisible],
    ['Of\u00ADfer.pdf', invisible],
    ['x'.repeat(256), 'A name can have 255 bytes at most'],
    ['é'.repeat(128), 'A name can have 255 bytes at most'],
  ])('%j is rejected: %s', async (path, sentence) => {
    await expect(me.batch(one(path))).rejects.toMatchObject(wrong({ files: sentence }))
    await expect(me.batch({ folders: [path] })).rejects.toMatchObject(wrong({ folders: sentence }))
    expect(await me.names()).toEqual([])
  })

  test.each([
    '..a',
    '%2e%2e%2fa',
    'x'.repeat(255),
    'é'.repeat(127),
    '<script>.txt',
    'a:b*c?"d|e',
    'CON',
    ' é ',
    '👩\u200D👧.txt',
  ])('%j is valid', async (path) => {
    await me.put(path, 'x')
    expect(await me.names()).toEqual([path.trim().normalize('NFC')])
  })

  test('are unique in an upload, ignoring case, also between a file and a folder', async () => {
    const twice = 'Another file of this upload has this name'
    await expect(me.batch(several('a/B.txt', 'A/b.TXT'))).rejects.toMatchObject(wrong({ 'files.1.path': twice }))
    await expect(me.batch(several('e\u0301', '\u00e9'))).rejects.toMatchObject(wrong({ 'files.1.path': twice }))
    const folder = 'A folder of this upload has this name'
    await expect(me.batch(several('a', 'A/b'))).rejects.toMatchObject(wrong({ 'files.0.path': folder }))
    await expect(me.batch({ ...several('a/b'), folders: ['A/B/c'] })).rejects.toMatchObject(wrong({ 'files.0.path': folder }))
    expect(await me.names()).toEqual([])
  })
})

test('taken names are reported, also in folders, and whether a folder has them', async () => {
  await me.put('Trip/Milan/a.txt', 'abc')
  const paths = ['trip', 'TRIP/milan/A.txt', 'Trip/Milan/b.txt', 'Trip/a.txt/c', 'other/a.txt']
  const taken = await me.as.call(calls.clashes, { paths })
  expect(taken).toEqual([
    { path: 'trip', folder: true, size: null, updatedAt: expect.any(String) },
    { path: 'TRIP/milan/A.txt', folder: false, size: 3, updatedAt: expect.any(String) },
  ])
  const { uniqueId: parentId } = await childOf(undefined, 'Trip')
  expect(await me.as.call(calls.clashes, { parentId, paths: ['milan'] })).toMatchObject([{ path: 'milan', folder: true }])
})

describe('sizes', () => {
  test('an upload may have exactly the maximum number of bytes; one more is rejected with the limit', async () => {
    const { files } = await me.batch({
      files: [
        { path: 'a', size: 20 * MB - 1 },
        { path: 'b', size: 1 },
      ],
    })
    expect(files).toHaveLength(2)
    await expect(
      me.batch({
        files: [
          { path: 'c', size: 20 * MB },
          { path: 'd', size: 1 },
        ],
      }),
    ).rejects.toMatchObject(tooLarge(20))
    await expect(me.batch(one('folder/c', 20 * MB + 1))).rejects.toMatchObject(tooLarge(20))
    expect(await me.names()).toEqual([])
    const you = await uploaderInOwnTenant(app)
    await you.configure('DRIVE_UPLOAD_LIMIT_MB', 1)
    await expect(you.batch(one('c', MB + 1))).rejects.toMatchObject(tooLarge(1))
    await you.batch(one('c', MB))
  })

  test('a file skipped because its name is taken has no size', async () => {
    await me.put('a', 'x')
    const { files } = await me.batch({
      files: [
        { path: 'A', size: 20 * MB, clash: 'SKIP' },
        { path: 'b', size: 20 * MB },
      ],
    })
    expect(files.map(({ state }) => state)).toEqual(['SKIPPED', 'WAITING'])
  })

  test('a drive accepts no more than its quota, including the trash and pending uploads, and states the numbers', async () => {
    const you = await uploaderInOwnTenant(app)
    await you.configure('DRIVE_QUOTA_MB', 1)
    const kept = await you.put('kept', 'x'.repeat(MB / 4))
    await you.as.call(driveApi.remove, { uniqueId: kept.itemId! })
    await you.batch(one('coming', MB / 4))
    const [free, asked] = [MB / 2, MB / 2 + 1]
    await expect(you.batch(one('a', asked))).rejects.toMatchObject({
      status: 413,
      message: 'Your drive has 0.5 MB left, and this upload needs 0.5 MB. 0.3 MB are in the trash.',
      data: { free, asked, trashed: MB / 4, reserved: MB / 4, quota: MB },
    })
    await you.batch(one('a', free))
    await expect(you.batch(one('b', 1))).rejects.toMatchObject({ status: 413, data: { free: 0 } })
    await you.put('empty', '')
  })

  test('an upload idle for a day reserves no space', async () => {
    const you = await uploaderInOwnTenant(app)
    await you.configure('DRIVE_QUOTA_MB', 1)
    await you.batch(one('resting', MB))
    await expect(you.batch(one('more', MB))).rejects.toMatchObject({ status: 413 })
    await app.asOwner(`update drive_upload set updated_at = now() - interval '25 hours' where owner_id = $1`, [you.uniqueId])
    expect((await you.batch(one('more', MB))).files).toHaveLength(1)
  })

  test('200 uploads at the same time never reserve more than the free space', async () => {
    const you = await uploaderInOwnTenant(app)
    await you.configure('DRIVE_QUOTA_MB', 1)
    const share = Math.floor(MB / 50)
    const all = await Promise.allSettled(Array.from({ length: 200 }, (_, at) => you.batch(one(`${at}`, share))))
    const refused = all.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(150)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 413 })
    expect(await you.as.call(driveApi.usage, {})).toMatchObject({ used: 0, reserved: 50 * share, quota: MB })
  })
})

test('an upload is declared once per key: a repeat gets the first reply, and nothing is reserved twice', async () => {
  const key = { 'idempotency-key': 'the-first' }
  const first = await me.batch(one('folder/a.txt', 100), key)
  expect(await me.batch(one('folder/a.txt', 100), key)).toEqual(first)
  await expect(me.batch(one('folder/b.txt', 100), key)).rejects.toMatchObject({ status: 422 })
  expect(await me.as.call(driveApi.usage, {})).toMatchObject({ reserved: 100 })
})

test('empty files exist immediately', async () => {
  await me.put('b.txt', '')
  const { files } = await me.batch({
    files: [
      { path: 'a.txt', size: 0 },
      { path: 'B.txt', size: 0 },
      { path: 'b.TXT.txt', size: 0 },
      { path: 'deep/.keep', size: 0 },
    ],
  })
  expect(files.map(({ state, name }) => [state, name])).toEqual([
    ['DONE', 'a.txt'],
    ['DONE', 'B (2).txt'],
    ['DONE', 'b.TXT.txt'],
    ['DONE', '.keep'],
  ])
  expect(await me.bytesOf(files[0]!.itemId)).toBe('')
  expect(await findStoreFaults(app, me.tenantId)).toEqual({ orphans: 0, missing: 0 })
})

test('empty files whose names are taken get numbers that neither a file nor another one of the upload has, or replace the file', async () => {
  const old = await me.put('a.txt', 'old')
  for (let number = 2; number <= 22; number++) await me.put(`many (${number})`, 'x')
  await me.put('many', 'x')
  await me.batch({ folders: ['folder'] })
  const { files } = await me.batch({
    files: [
      { path: 'A.txt', size: 0 },
      { path: 'a (2).txt', size: 0 },
      { path: 'many', size: 0 },
      { path: 'folder', size: 0, clash: 'REPLACE' },
    ],
  })
  expect(files.map(({ state, name }) => [state, name])).toEqual([
    ['DONE', 'A (3).txt'],
    ['DONE', 'a (2).txt'],
    ['DONE', 'many (23)'],
    ['DONE', 'folder (2)'],
  ])
  const replaced = await me.batch({ files: [{ path: 'A.TXT', size: 0, clash: 'REPLACE' }] })
  expect(replaced.files[0]).toMatchObject({ state: 'DONE', name: 'a.txt', itemId: old.itemId })
  expect(await me.bytesOf(old.itemId)).toBe('')
  const [trashed] = await me.as.call(driveApi.trash, {})
  expect(trashed).toMatchObject({ name: 'a.txt', size: 3 })
  expect(await me.bytesOf(trashed!.uniqueId)).toBe('old')
  const activities = await me.as.call(driveShareApi.activity, { uniqueId: old.itemId! })
  expect(activities.map(({ action }) => action)).toEqual(['REPLACED', 'UPLOADED'])
})

test('1,000 empty files take hardly more statements than one, also where their names are taken', async () => {
  const thousand = Array.from({ length: 1000 }, (_, at) => ({ path: `${at % 50}/${at}`, size: 0 }))
  for (const clash of ['KEEP', 'KEEP', 'REPLACE'] as const) {
    const add = (files: typeof thousand) => async () => {
      const added = await me.batch({ files: files.map((file) => ({ ...file, clash })) })
      expect(added.files.filter(({ state }) => state !== 'DONE')).toEqual([])
    }
    const needed = await statementsOf(app, add([{ path: 'one', size: 0 }]))
    expect(needed).toBeGreaterThan(5)
    expect(await statementsOf(app, add(thousand))).toBeLessThan(needed + 10)
  }
  expect(await me.names((await childOf(undefined, '7')).uniqueId)).toHaveLength(40)
})
