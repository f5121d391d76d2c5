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

test('lists folders before files, by name, with the number of items in each', async () => {
  const plans = await me.folder('Plans')
  await me.folder('älter')
  await me.drive.file('b.txt')
  await me.drive.file('A.txt')
  await me.folder('In it', plans.uniqueId)
  const rows = await me.root()
  expect(rows.map(({ name, items }) => [name, items])).toEqual([
    ['älter', 0],
    ['Plans', 1],
    ['A.txt', null],
    ['b.txt', null],
  ])
  expect(itemNames(await me.as.call(driveApi.list, { parentId: plans.uniqueId }))).toEqual(['In it'])
  expect(itemNames(await me.as.call(driveApi.list, { size: 100, sort: '-name' }))).toEqual(itemNames(rows).toReversed())
})

test('returns pages of ten by default, with the total', async () => {
  for (let number = 10; number < 22; number++) await me.folder(`Folder ${number}`)
  const { headers, json } = await me.as.send(driveApi.list)
  expect([json().length, headers['x-total-count']]).toEqual([10, '12'])
  expect(itemNames(await me.as.call(driveApi.list, { page: 1 }))).toEqual(['Folder 20', 'Folder 21'])
})

test('the contents of a folder and search results are returned whole if no page is requested', async () => {
  const folder = await me.folder('Many')
  for (let number = 10; number < 22; number++) await me.folder(`Folder ${number}`, folder.uniqueId)
  const all = Array.from({ length: 12 }, (_, at) => `Folder ${at + 10}`)
  const { uniqueId } = folder
  expect(itemNames(await me.as.call(driveApi.contents, { uniqueId }))).toEqual(all)
  expect(itemNames(await me.as.call(driveApi.find, { q: 'folder' }))).toEqual(all)
  expect(itemNames(await me.as.call(driveApi.contents, { uniqueId, size: 5, page: 2 }))).toEqual(all.slice(10))
  const guest = await app.someone('ROLE_FREE')
  const seen = () => app.as(guest).call(driveApi.contents, { uniqueId })
  await expect(seen()).rejects.toMatchObject({ status: 404 })
  await me.as.call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [guest.emailAddress] })
  expect(itemNames(await seen())).toEqual(all)
})

test('a name is trimmed and normalised, and rejected if it is invalid or taken (ignoring case)', async () => {
  const made = await me.folder('  Cafe\u0301 ')
  expect(made.name).toBe('Caf\u00e9')
  await expect(me.folder('CAFÉ')).rejects.toMatchObject({ status: 422, data: { name: 'A folder here already has this name' } })
  await me.drive.file('offer.pdf')
  await expect(me.folder('Offer.PDF')).rejects.toMatchObject({ data: { name: 'A file here already has this name' } })
  for (const name of ['', '  ', '.', '..', 'a/b', 'a\\b', 'a\0b', 'a\u202eb', 'é'.repeat(128)])
    await expect(me.folder(name)).rejects.toMatchObject({ status: 422, data: { name: expect.any(String) } })
  expect((await me.folder('é'.repeat(127))).name).toHaveLength(127)
})

test('renaming keeps names unique, allows a change of case only, and is recorded with the old name', async () => {
  const [one, two] = [await me.folder('One'), await me.folder('Two')]
  const rename = (uniqueId: string, newName: string) => me.as.call(driveApi.rename, { uniqueId, newName })
  await expect(rename(one.uniqueId, 'two')).rejects.toMatchObject({
    status: 422,
    data: { newName: 'A folder here already has this name' },
  })
  expect(await rename(one.uniqueId, 'ONE')).toMatchObject({ name: 'ONE', uniqueId: one.uniqueId })
  expect(await rename(two.uniqueId, 'Two')).toEqual(two)
  expect((await me.actions())[0]).toBe('RENAMED ONE (One)')
  expect(await me.find({ q: 'one' })).toEqual(['ONE'])
})

test('moving an item moves all of its contents, and a taken name gets a number', async () => {
  const [from, to] = [await me.folder('From'), await me.folder('To')]
  const deep = await me.folder('Deep', from.uniqueId)
  const bottom = await me.folder('Bottom', deep.uniqueId)
  await me.folder('Deep', to.uniqueId)
  const [done] = await me.move(to.uniqueId, deep.uniqueId)
  expect(done).toEqual({ uniqueId: deep.uniqueId, outcome: 'DONE', name: 'Deep (2)' })
  const way = await me.wayTo(bottom.uniqueId)
  expect(way).toEqual(['To', 'Deep (2)', 'Bottom'])
  expect(await me.inside(from.uniqueId)).toEqual([])
  expect(await me.move(to.uniqueId, deep.uniqueId)).toEqual([{ uniqueId: deep.uniqueId, outcome: 'UNCHANGED', name: 'Deep (2)' }])
  await me.move(null, deep.uniqueId)
  expect(await me.wayTo(bottom.uniqueId)).toEqual(['Deep (2)', 'Bottom'])
  expect((await me.actions()).slice(0, 2)).toEqual(['MOVED Deep (2) (To)', 'MOVED Deep (2) (From)'])
})

test('an item named together with the folder it is in is moved out of it, and duplicate names are made distinct', async () => {
  const [outer, to] = [await me.folder('Outer'), await me.folder('To')]
  const [inner, twin] = [await me.folder('Same', outer.uniqueId), await me.folder('Same')]
  const leaf = await me.folder('Leaf', inner.uniqueId)
  await me.move(to.uniqueId, outer.uniqueId, inner.uniqueId, twin.uniqueId)
  expect(itemNames(await me.inside(to.uniqueId))).toEqual(['Outer', 'Same', 'Same (2)'])
  expect(await me.inside(outer.uniqueId)).toEqual([])
  expect(await me.wayTo(leaf.uniqueId)).toEqual(['To', 'Same', 'Leaf'])
})

test('rejects moving a folder into itself, and then changes nothing', async () => {
  const [one, other] = [await me.folder('One'), await me.folder('Other')]
  const two = await me.folder('Two', one.uniqueId)
  for (const target of [one.uniqueId, two.uniqueId])
    await expect(me.move(target, other.uniqueId, one.uniqueId)).rejects.toMatchObject({
      status: 404,
      message: 'A folder cannot be moved into itself',
    })
  expect(itemNames(await me.root())).toEqual(['One', 'Other'])
  await Promise.allSettled([me.move(other.uniqueId, one.uniqueId), me.move(two.uniqueId, other.uniqueId)])
  const all = await app.asOwner<{ bad: string }>(`select count(*) as bad from drive_item where id = any(ancestors)`)
  expect(all).toEqual([{ bad: '0' }])
})

test('folders are nested at most twenty deep, however they get there', async () => {
  const chain = [await me.folder('1')]
  for (let depth = 2; depth <= 20; depth++) chain.push(await me.folder(String(depth), chain.at(-1)!.uniqueId))
  const tooDeep = { status: 422, data: { parentId: 'Folders can be 20 levels deep at most' } }
  await expect(me.folder('21', chain[19]!.uniqueId)).rejects.toMatchObject(tooDeep)
  const tall = await me.folder('Tall')
  const child = await me.folder('Child', tall.uniqueId)
  await expect(me.move(chain[18]!.uniqueId, tall.uniqueId)).rejects.toMatchObject(tooDeep)
  await me.remove(child.uniqueId)
  await expect(me.move(chain[18]!.uniqueId, tall.uniqueId)).rejects.toMatchObject(tooDeep)
  expect(await me.move(chain[17]!.uniqueId, tall.uniqueId)).toMatchObject([{ outcome: 'DONE' }])
})

test('search finds by name in all folders, ignoring accents and case; without a query, the last changed items', async () => {
  const top = await me.folder('Ångström')
  await me.folder('Rückblick 2026', top.uniqueId)
  await me.folder('Ausblick', top.uniqueId)
  expect(await me.find({ q: 'ruckBLICK' })).toEqual(['Rückblick 2026'])
  expect(await me.find({ q: 'blick' })).toEqual(['Ausblick', 'Rückblick 2026'])
  expect(await me.find({ q: '%' })).toEqual([])
  expect(await me.find({})).toEqual(['Ausblick', 'Rückblick 2026', 'Ångström'])
  expect(await me.find({ sort: 'name', size: 1, page: 1 })).toEqual(['Ausblick'])
})

test('a folder is filtered by name, and by one address that its items are shared with', async () => {
  const [one, two] = [await me.folder('Offer one'), await me.folder('Offer two')]
  await me.as.call(driveShareApi.share, { uniqueIds: [one.uniqueId], shareWith: ['ann@example.test'] })
  await me.as.call(driveShareApi.share, { uniqueIds: [two.uniqueId], shareWith: ['joann@example.test'] })
  const filtered = async (input: object) => itemNames(await me.as.call(driveApi.list, input))
  expect(await filtered({ name: 'TWO' })).toEqual(['Offer two'])
  expect(await filtered({ sharedWith: 'Ann@Example.test' })).toEqual(['Offer one'])
  expect(await filtered({ sharedWith: 'ann@example.test', name: 'two' })).toEqual([])
  expect(await filtered({ sharedWith: '', name: '' })).toEqual(['Offer one', 'Offer two'])
})

test('sorts by size and by time, and omits nothing', async () => {
  await me.drive.file('big', { content: 'x'.repeat(30) })
  await me.drive.file('small', { content: 'x' })
  await me.drive.file('middle', { content: 'xx' })
  for (const [sort, order] of [
    ['size', 'small middle big'],
    ['-size', 'big middle small'],
    ['dateCreated', 'big small middle'],
    ['-updatedAt', 'middle small big'],
  ])
    expect(itemNames(await me.as.call(driveApi.list, { sort: sort as 'size' }))).toEqual(order!.split(' '))
})

test('if the drive is switched off, every call says so', async () => {
  await app.asOwner(`insert into tenant_configuration (tenant_id, key, value) values ($1, 'DRIVE_ENABLED', 'false')`, [
    app.other.uniqueId,
  ])
  const other = await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId })
  await expect(app.as(other).call(driveApi.list, {})).rejects.toMatchObject({
    status: 403,
    message: 'The drive is switched off',
  })
  await expect(app.as(other).call(driveApi.createFolder, { name: 'x' })).rejects.toMatchObject({ status: 403 })
})
