import { driveApi } from '@tradewind/contract/drive/drive.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
let ann: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  ann = await app.someone('ROLE_PRO')
})
afterAll(() => app.close())

const remove = (who: TestUser, { uniqueId }: Item) => app.as(who).call(driveApi.remove, { uniqueId })
const age = (days: number, ...items: Item[]) =>
  app.asOwner('update drive_item set deleted_at = now() - make_interval(days => $2) where deleted_with = any($1)', [
    items.map(({ uniqueId }) => uniqueId),
    days,
  ])
const sweep = () => app.clock('records.sweep')
const trash = async (who: TestUser) => (await app.as(who).call(driveApi.trash, {})).map(({ name }) => name)
const left = async (who: TestUser) =>
  (await app.asOwner<{ name: string }>('select name from drive_item where owner_id = $1 order by name', [who.uniqueId])).map(
    ({ name }) => name,
  )

test('deletes permanently what has been in the trash for 30 days, with bytes that nobody else uses, and nothing else', async () => {
  const drive = driveFixture(app, ann)
  const [old, young] = [await drive.folder('Old'), await drive.folder('Young')]
  const [alone, twin] = [
    await drive.file('alone', { folder: old, content: 'alone' }),
    await drive.file('twin', { folder: old, content: 'twin' }),
  ]
  const kept = await drive.file('kept', { content: 'twin' })
  for (const item of [old, young]) await remove(ann, item)
  await age(31, old)
  await age(29, young)
  expect(await trash(ann)).toEqual(['Young'])
  await expect(app.as(ann).call(driveApi.restore, { uniqueIds: [old.uniqueId] })).rejects.toMatchObject({ status: 404 })
  await sweep()
  expect(await left(ann)).toEqual(['Young', 'kept'])
  const documents = [alone, twin, kept].map(({ documentId }) => documentId)
  expect(await app.asOwner('select id from document where id = any($1)', [documents])).toEqual([{ id: kept.documentId }])
  const hashes = await app.asOwner<{ hash: string }>(`select encode(sha256('alone'), 'hex') as hash`)
  const bytes = async (hash: string) => {
    const found = await app.appContext.files.read(ann.tenantId, hash)
    found?.destroy()
    return found !== undefined
  }
  await expect.poll(() => bytes(hashes[0]!.hash)).toBe(false)
  const [row] = await app.asOwner<{ hash: string }>('select hash from document where id = $1', [kept.documentId])
  expect(await bytes(row!.hash)).toBe(true)
})

test('an item deleted later than its expired folder stays in the trash, and is restored to the root', async () => {
  const who = await app.someone('ROLE_PRO')
  const drive = driveFixture(app, who)
  const outer = await drive.folder('Outer')
  const inner = await drive.folder('Inner', outer)
  await drive.folder('Leaf', inner)
  await remove(who, inner)
  await remove(who, outer)
  await age(31, outer)
  await sweep()
  expect(await left(who)).toEqual(['Inner', 'Leaf'])
  expect(await app.as(who).call(driveApi.restore, { uniqueIds: [inner.uniqueId] })).toMatchObject([{ toRoot: true, items: 1 }])
})

test('empties a trash of thousands in several batches, folders after their contents, in every tenant', async () => {
  const who = await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId })
  const top = await driveFixture(app, who).folder('Top')
  await app.asOwner(
    `insert into drive_item (tenant_id, owner_id, parent_id, ancestors, folder, name, name_key, sort_key)
     select tenant_id, owner_id, id, array[id], true, n, n, n from drive_item, generate_series(1, 4500) n where id = $1`,
    [top.uniqueId],
  )
  await remove(who, top)
  await age(31, top)
  await sweep()
  expect(await left(who)).toEqual([])
})
