import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { driveCalls, itemNames } from '../../test/drive/calls.ts'

let app: TestApp
let me: ReturnType<typeof driveCalls>
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  me = driveCalls(app, await app.someone('ROLE_PRO'))
})
afterAll(() => app.close())

test('a folder is moved to the trash as one entry with its contents; what was deleted before keeps its own entry', async () => {
  const top = await me.folder('Top')
  const inner = await me.folder('Inner', top.uniqueId)
  const row = await me.drive.folder('Other', null)
  await me.drive.file('x.txt', { folder: row })
  await me.remove(inner.uniqueId)
  await me.folder('Left', top.uniqueId)
  await me.remove(top.uniqueId)
  expect((await me.trash()).map(({ name, items }) => [name, items])).toEqual([
    ['Top', 1],
    ['Inner', 0],
  ])
  expect(itemNames(await me.root())).toEqual(['Other'])
  for (const call of [driveApi.details, driveApi.folderStructure, driveApi.remove] as const)
    await expect(me.as.call(call, { uniqueId: inner.uniqueId })).rejects.toMatchObject({ status: 404 })
  await expect(me.inside(top.uniqueId)).rejects.toMatchObject({ status: 404 })
  expect(await me.find({})).not.toContain('Left')
  expect((await me.actions())[0]).toBe('DELETED Top')
})

test('an item that is deleted together with its folder is part of the folder’s entry', async () => {
  const top = await me.folder('Top')
  const inner = await me.folder('Inner', top.uniqueId)
  const other = await me.folder('Other')
  const done = await me.as.send(driveApi.bullkDelete, { uniqueIds: [inner.uniqueId, other.uniqueId, top.uniqueId] })
  expect(done.json()).toMatchObject({ message: 'Successfully deleted 3 files!', data: [{}, {}, {}] })
  expect(itemNames(await me.trash()).toSorted()).toEqual(['Other', 'Top'])
  await me.restore(top.uniqueId)
  expect(itemNames(await me.inside(top.uniqueId))).toEqual(['Inner'])
})

test('restoring puts items back where they were, with a number added if the name is taken', async () => {
  const home = await me.drive.folder('Home')
  const away = await me.folder('Away')
  const file = await me.drive.file('offer.pdf', { folder: home })
  await me.remove(file.uniqueId)
  await me.drive.file('Offer.pdf', { folder: home })
  await me.move(away.uniqueId, home.uniqueId)
  expect(await me.restore(file.uniqueId)).toMatchObject([
    { name: 'offer (2).pdf', parentFolderId: home.uniqueId, toRoot: false, uniqueId: file.uniqueId },
  ])
  const way = await me.wayTo(file.uniqueId)
  expect(way).toEqual(['Away', 'Home', 'offer (2).pdf'])
  expect(await me.trash()).toEqual([])
  await expect(me.restore(file.uniqueId)).rejects.toMatchObject({ status: 404 })
})

test('if the folder is gone, an item is restored to the root and the reply says so; with its folder, back into it', async () => {
  const home = await me.folder('Home')
  const inner = await me.folder('Inner', home.uniqueId)
  const leaf = await me.folder('Leaf', inner.uniqueId)
  const rootly = await me.folder('Rootly')
  for (const { uniqueId } of [inner, home, rootly]) await me.remove(uniqueId)
  expect(await me.restore(inner.uniqueId, rootly.uniqueId)).toMatchObject(
    [rootly.uniqueId, inner.uniqueId].map((uniqueId) => ({
      uniqueId,
      toRoot: uniqueId === inner.uniqueId,
      parentFolderId: null,
    })),
  )
  expect(await me.wayTo(leaf.uniqueId)).toEqual(['Inner', 'Leaf'])
  await me.move(null, inner.uniqueId)
  await me.restore(home.uniqueId)
  await me.move(home.uniqueId, inner.uniqueId)
  for (const { uniqueId } of [inner, home]) await me.remove(uniqueId)
  const back = await me.restore(inner.uniqueId, home.uniqueId)
  expect(back.map(({ name, toRoot, parentFolderId }) => [name, toRoot, parentFolderId])).toEqual([
    ['Home', false, null],
    ['Inner', false, home.uniqueId],
  ])
})

test('items restored together keep their contents, also where the folders between them stay in the trash', async () => {
  const ids: string[] = []
  for (const name of ['Top', 'Mid', 'Low', 'Deep']) ids.push((await me.folder(`${name} stays`, ids.at(-1))).uniqueId)
  const [top, mid, low, deep] = ids as [string, string, string, string]
  const leaf = await me.folder('Leaf', deep)
  for (const uniqueId of [deep, low, mid, top]) await me.remove(uniqueId)
  await me.restore(mid, deep)
  expect(await me.wayTo(leaf.uniqueId)).toEqual(['Deep stays', 'Leaf'])
  await me.restore(low)
  expect(await me.wayTo(low)).toEqual(['Mid stays', 'Low stays'])
})

test('an item deleted before its folder survives the folder’s purge, and is restored to the root', async () => {
  const home = await me.folder('Home')
  const inner = await me.folder('Inner', home.uniqueId)
  const leaf = await me.folder('Leaf', inner.uniqueId)
  await me.remove(inner.uniqueId)
  await me.remove(home.uniqueId)
  expect(await me.as.call(driveApi.purge, { uniqueIds: [home.uniqueId] })).toEqual({ count: 1 })
  expect(itemNames(await me.trash())).toEqual(['Inner'])
  expect(await me.restore(inner.uniqueId)).toMatchObject([{ name: 'Inner', toRoot: true, items: 1 }])
  expect(await me.wayTo(leaf.uniqueId)).toEqual(['Inner', 'Leaf'])
})

test('purging removes rows, shares and documents, and nothing of items that are not named', async () => {
  const row = await me.drive.folder('Gone')
  const file = await me.drive.file('a.txt', { folder: row, content: 'twelve bytes' })
  const kept = await me.drive.file('b.txt')
  await me.as.call(driveShareApi.share, { uniqueIds: [file.uniqueId], shareWith: ['x@example.test'] })
  await me.remove(row.uniqueId)
  await me.remove(kept.uniqueId)
  expect(await me.as.call(driveApi.usage, {})).toMatchObject({ used: 17, trashed: 17, reserved: 0, quota: 2048 * 1024 * 1024 })
  await expect(me.as.call(driveApi.purge, { uniqueIds: [file.uniqueId] })).rejects.toMatchObject({ status: 404 })
  expect(await me.as.call(driveApi.purge, { uniqueIds: [row.uniqueId] })).toEqual({ count: 1 })
  expect(await me.as.call(driveApi.usage, {})).toMatchObject({ used: 5, trashed: 5 })
  const left = async (table: string, column: string, id: string) =>
    (await app.asOwner(`select from ${table} where ${column} = $1`, [id])).length
  expect(await left('document', 'id', file.documentId!)).toBe(0)
  expect(await left('drive_share', 'item_id', file.uniqueId)).toBe(0)
  expect(await left('document', 'id', kept.documentId!)).toBe(1)
  expect(await me.as.call(driveApi.purge, {})).toEqual({ count: 1 })
  expect(await me.trash()).toEqual([])
  const sent = await app.asOwner(`select from pgboss.job where name = 'document.bytes' and data->>'tenantId' = $1`, [
    me.who.tenantId,
  ])
  expect(sent).toHaveLength(2)
  expect((await me.actions()).slice(0, 2)).toEqual(['PURGED b.txt', 'PURGED Gone'])
})
