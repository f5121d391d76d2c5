import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
let people: Record<string, TestUser | undefined>
beforeAll(async () => {
  app = await testApp()
  const [owner, recipient, free, former, stranger] = [
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_LEVEL1'),
    await app.someone('ROLE_FREE'),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_PRO'),
  ]
  people = {
    owner,
    recipient,
    'free recipient': free,
    'ex-recipient': former,
    stranger,
    'tenant admin': await app.someone('ROLE_TENANT_ADMIN'),
    'super admin': await app.someone('ROLE_SUPER_ADMIN'),
    'other tenant': await app.someone('ROLE_PRO', { tenantId: app.other.uniqueId }),
    visitor: undefined,
  }
  await createItems(owner)
  const as = app.as(owner)
  await as.call(driveShareApi.share, { uniqueIds: [shared.uniqueId], shareWith: addressesOf(recipient, free, former) })
  await as.call(driveShareApi.bulkUnShare, { uniqueIds: [shared.uniqueId], unShareWith: addressesOf(former) })
})
afterAll(() => app.close())

const addressesOf = (...who: TestUser[]) => who.map(({ emailAddress }) => emailAddress)

let above: Item
let shared: Item
let inner: Item
let file: Item
let beside: Item
let gone: Item
let own: Item
const ABOVE = 'Kanarienvogel'
const BESIDE = 'Zeisig'

/** Kanarienvogel / { Shared / Inner / file.txt, Zeisig }, an item in the trash, and a folder of the stranger's. */
const createItems = async (owner: TestUser) => {
  const drive = driveFixture(app, owner)
  above = await drive.folder(ABOVE)
  shared = await drive.folder('Shared', above)
  inner = await drive.folder('Inner', shared)
  file = await drive.file('file.txt', { folder: inner })
  beside = await drive.folder(BESIDE, above)
  gone = await drive.folder('Gone', shared)
  await app.as(owner).call(driveApi.remove, { uniqueId: gone.uniqueId })
  own = await driveFixture(app, people['stranger']!).folder('Own')
}

const statusOf = async (who: string, call: Endpoint, input: object) => (await app.as(people[who]).send(call, input)).statusCode

type Query = () => object
const id = (item: () => Item) => () => ({ uniqueId: item().uniqueId })
const ids = (item: () => Item) => () => ({ uniqueIds: [item().uniqueId] })

/** What every user is answered; the owner's own calls come last, since they change things. */
const everybody = Object.freeze([
  'recipient',
  'free recipient',
  'ex-recipient',
  'stranger',
  'tenant admin',
  'super admin',
  'other tenant',
  'visitor',
])
const expected = (reader: number, free: number, other: number) => [reader, free, other, other, other, other, other, 401]

const reads: [string, Endpoint, Query, number[]][] = [
  ['contents of what is shared', driveApi.contents, () => ({ uniqueId: shared.uniqueId }), expected(200, 200, 404)],
  ['contents of a folder in it', driveApi.contents, () => ({ uniqueId: inner.uniqueId }), expected(200, 200, 404)],
  ['list by that folder', driveApi.list, () => ({ parentId: inner.uniqueId }), expected(200, 200, 404)],
  ['details of a file in it', driveApi.details, id(() => file), expected(200, 200, 404)],
  ['details by the document', driveApi.details, () => ({ uniqueId: file.documentId }), expected(200, 200, 404)],
  ['the way to a file in it', driveApi.folderStructure, id(() => file), expected(200, 200, 404)],
  ['contents of the folder above', driveApi.contents, () => ({ uniqueId: above.uniqueId }), expected(404, 404, 404)],
  ['list by the folder above', driveApi.list, () => ({ parentId: above.uniqueId }), expected(404, 404, 404)],
  ['details of the folder above', driveApi.details, id(() => above), expected(404, 404, 404)],
  ['the way to the folder beside', driveApi.folderStructure, id(() => beside), expected(404, 404, 404)],
  ['details of what lies in the trash', driveApi.details, id(() => gone), expected(404, 404, 404)],
  ['contents of what lies in the trash', driveApi.contents, () => ({ uniqueId: gone.uniqueId }), expected(404, 404, 404)],
  ['a file as a folder', driveApi.contents, () => ({ uniqueId: file.uniqueId }), expected(404, 404, 404)],
]
const writes: [string, Endpoint, Query, number[]][] = [
  ['a folder in it', driveApi.createFolder, () => ({ name: 'x', parentId: shared.uniqueId }), expected(404, 403, 404)],
  ['a folder in the owner’s name', driveApi.createFolder, () => ({ name: 'x', ownerId: owner() }), expected(404, 403, 404)],
  ['rename', driveApi.rename, () => ({ uniqueId: file.uniqueId, newName: 'x' }), expected(404, 403, 404)],
  ['move', driveApi.move, () => ({ uniqueIds: [file.uniqueId], parentId: null }), expected(404, 403, 404)],
  ['delete', driveApi.remove, id(() => shared), expected(404, 403, 404)],
  ['delete many', driveApi.bullkDelete, ids(() => file), expected(404, 403, 404)],
  ['restore', driveApi.restore, ids(() => gone), expected(404, 403, 404)],
  ['purge', driveApi.purge, ids(() => gone), expected(404, 403, 404)],
  ['share', driveShareApi.share, () => ({ uniqueIds: [file.uniqueId], shareWith: ['x@example.test'] }), expected(404, 403, 404)],
  ['unshare', driveShareApi.unshare, () => ({ uniqueId: shared.uniqueId, email: reader() }), expected(404, 403, 404)],
  [
    'unshare many',
    driveShareApi.bulkUnShare,
    () => ({ uniqueIds: [shared.uniqueId], unShareWith: [reader()] }),
    expected(404, 403, 404),
  ],
]
const owner = () => people['owner']!.uniqueId
const reader = () => people['recipient']!.emailAddress

/** A digest of all items and shares, except the times of opening, which reading changes. */
const everything = () =>
  app.asOwner(`select md5(string_agg(t::text, ',' order by id)) as items from (select * from drive_item) t
    union all select md5(string_agg((to_jsonb(t) - 'opened_at')::text, ',' order by id)) from (select * from drive_share) t`)

describe('permissions by role', () => {
  test.each([...reads, ...writes])('%s', async (_, call, input, statuses) => {
    const before = await everything()
    const answers: number[] = []
    for (const who of everybody) answers.push(await statusOf(who, call, input()))
    expect(answers).toEqual(statuses)
    expect(await everything()).toEqual(before)
  })

  test('the owner has access to each of the folders', async () => {
    for (const item of [above, shared, inner, beside]) {
      expect(await statusOf('owner', driveApi.contents, { uniqueId: item.uniqueId })).toBe(200)
      expect(await statusOf('owner', driveApi.details, { uniqueId: item.uniqueId })).toBe(200)
    }
  })

  test('users can move neither others’ items into their own drive nor their own into another’s', async () => {
    const before = await everything()
    for (const who of ['recipient', 'stranger'])
      expect(await statusOf(who, driveApi.move, { uniqueIds: [file.uniqueId, own.uniqueId], parentId: null })).toBe(404)
    expect(await statusOf('stranger', driveApi.move, { uniqueIds: [own.uniqueId], parentId: shared.uniqueId })).toBe(404)
    expect(await statusOf('stranger', driveApi.bullkDelete, { uniqueIds: [own.uniqueId, file.uniqueId] })).toBe(404)
    expect(await everything()).toEqual(before)
  })
})

const visibleItems = async (who: string) => {
  const as = app.as(people[who])
  return {
    shared: await as.call(driveApi.list, { ownerId: owner() }),
    inner: await as.call(driveApi.contents, { uniqueId: shared.uniqueId }),
    found: await as.call(driveApi.find, {}),
    byWord: await as.call(driveApi.find, { q: 'i' }),
    way: await as.call(driveApi.folderStructure, { uniqueId: file.uniqueId }),
    details: await as.call(driveApi.details, { uniqueId: shared.uniqueId }),
    deep: await as.call(driveApi.details, { uniqueId: file.uniqueId }),
  }
}

describe('what is visible of a shared folder', () => {
  test.each(['recipient', 'free recipient'])('the %s sees nothing above or next to it', async (who) => {
    const all = await visibleItems(who)
    expect(all.shared).toMatchObject([{ name: 'Shared', parentFolderId: null, items: 1, sharedWith: [] }])
    expect(all.found.map(({ name }) => name).toSorted()).toEqual(['Inner', 'Shared', 'file.txt'])
    expect(all.byWord.map(({ name }) => name)).toEqual(['Inner', 'file.txt'])
    expect(all.way.map(({ name }) => name)).toEqual(['Shared', 'Inner', 'file.txt'])
    expect(all.details).toMatchObject({ shares: [], sharedWith: [], parentFolderId: null })
    expect(all.deep).toMatchObject({ parentFolderId: inner.uniqueId, shares: [], ownerId: owner() })
    const text = JSON.stringify(all)
    for (const secret of [ABOVE, BESIDE, above.uniqueId, beside.uniqueId, gone.uniqueId, reader()])
      expect(text).not.toContain(secret)
  })

  test('the filter does not reveal to recipients whom else an item is shared with', async () => {
    const { emailAddress } = people['free recipient']!
    const query = { ownerId: owner(), sharedWith: emailAddress }
    expect(await app.as(people['recipient']).call(driveApi.list, query)).toEqual([])
    expect(
      await app.as(people['owner']).call(driveApi.contents, { uniqueId: above.uniqueId, sharedWith: reader() }),
    ).toHaveLength(1)
  })

  test('the owner sees all of it, and through which folder each person has access', async () => {
    const all = await visibleItems('owner')
    expect(all.way.map(({ name }) => name)).toEqual([ABOVE, 'Shared', 'Inner', 'file.txt'])
    expect(all.details).toMatchObject({ parentFolderId: above.uniqueId, shares: [{ emailAddress: reader(), through: null }, {}] })
    expect(all.deep.shares).toMatchObject([{ through: { name: 'Shared' } }, { through: { name: 'Shared' } }])
  })

  test('users with no relation to the owner see nothing, whatever they name', async () => {
    for (const who of ['ex-recipient', 'stranger', 'tenant admin', 'super admin', 'other tenant']) {
      const as = app.as(people[who])
      expect(await as.call(driveApi.list, { ownerId: owner() })).toEqual([])
      expect(JSON.stringify(await as.call(driveApi.find, { q: 'i' }))).not.toContain('Inner')
      expect(await as.call(driveApi.trash, {})).toEqual([])
    }
  })

  test('a file that is moved out of the shared folder is no longer visible', async () => {
    const owning = app.as(people['owner'])
    const status = () => statusOf('recipient', driveApi.details, { uniqueId: file.uniqueId })
    await owning.call(driveApi.move, { uniqueIds: [file.uniqueId], parentId: beside.uniqueId })
    expect(await status()).toBe(404)
    await owning.call(driveApi.move, { uniqueIds: [file.uniqueId], parentId: inner.uniqueId })
    expect(await status()).toBe(200)
    await owning.call(driveApi.remove, { uniqueId: inner.uniqueId })
    expect(await status()).toBe(404)
    await owning.call(driveApi.restore, { uniqueIds: [inner.uniqueId] })
    expect(await status()).toBe(200)
  })

  test('users with only a free account have no drive of their own, even if they had one before', async () => {
    const had = await driveFixture(app, people['free recipient']!).file('Before.txt')
    expect(await app.as(people['free recipient']).call(driveApi.list, {})).toEqual([])
    expect(await statusOf('free recipient', driveApi.details, { uniqueId: had.uniqueId })).toBe(404)
    expect(JSON.stringify(await app.as(people['free recipient']).call(driveApi.find, {}))).not.toContain('Before')
  })
})

test('a deleted user no longer shares anything, and nothing is shared with them', async () => {
  const [admin, leaving, staying] = [
    await app.someone('ROLE_TENANT_ADMIN'),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_PRO'),
  ]
  const [theirs, mine] = [await driveFixture(app, leaving).folder('Theirs'), await driveFixture(app, staying).folder('Mine')]
  const share = (who: TestUser, { uniqueId }: Item, { emailAddress }: TestUser) =>
    app.as(who).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [emailAddress] })
  await share(leaving, theirs, staying)
  await share(staying, mine, leaving)
  const seen = { uniqueId: theirs.uniqueId }
  expect((await app.as(staying).send(driveApi.contents, seen)).statusCode).toBe(200)
  await app.as(admin).call(adminApi.remove, { uniqueId: leaving.uniqueId })
  expect((await app.as(staying).send(driveApi.contents, seen)).statusCode).toBe(404)
  expect(await app.as(staying).call(driveShareApi.shared, {})).toEqual([])
  expect((await app.as(staying).call(driveApi.details, { uniqueId: mine.uniqueId })).shares).toEqual([])
})
