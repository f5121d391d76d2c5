import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('the activity of the whole drive lists each item’s actions and where the item is, including purged items', async () => {
  const [ann, other] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  const [as, drive] = [app.as(ann), driveFixture(app, ann)]
  const folder = await drive.folder('Fair')
  const [file, old] = [await drive.file('Plan.pdf', { folder }), await drive.file('Old.pdf')]
  await driveFixture(app, other).folder('Of another')
  await as.call(driveApi.rename, { uniqueId: folder.uniqueId, newName: 'Trade fair' })
  await as.call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith: [other.emailAddress] })
  await as.call(driveApi.remove, { uniqueId: old.uniqueId })
  await as.call(driveApi.purge, { uniqueIds: [old.uniqueId] })
  await as.call(driveApi.rename, { uniqueId: file.uniqueId, newName: 'Stand.pdf' })
  await as.call(driveApi.remove, { uniqueId: file.uniqueId })
  const told = () => as.call(driveShareApi.activity, {})
  const gone = { name: 'Old.pdf', standing: null }
  expect(await told()).toMatchObject([
    { action: 'DELETED', name: 'Stand.pdf', standing: null },
    { action: 'RENAMED', name: 'Stand.pdf', standing: null },
    { action: 'PURGED', ...gone },
    { action: 'DELETED', ...gone },
    { action: 'SHARED', name: 'Plan.pdf', standing: null },
    { action: 'RENAMED', name: 'Trade fair', standing: { folder: true, parentFolderId: null } },
  ])
  await as.call(driveApi.restore, { uniqueIds: [file.uniqueId] })
  const inFolder = { folder: false, parentFolderId: folder.uniqueId }
  expect((await told()).map(({ standing }) => standing?.parentFolderId)).toEqual([
    folder.uniqueId,
    folder.uniqueId,
    folder.uniqueId,
    undefined,
    undefined,
    folder.uniqueId,
    null,
  ])
  expect(await as.call(driveShareApi.activity, { page: 1, size: 2 })).toMatchObject([
    { action: 'RENAMED', standing: inFolder },
    { action: 'PURGED', ...gone },
  ])
  expect(await app.as(other).call(driveShareApi.activity, {})).toEqual([])
})
