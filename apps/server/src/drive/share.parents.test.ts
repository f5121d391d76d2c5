import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'
import type { Item } from './schema/drive.table.ts'

let app: TestApp
let ann: TestUser
let bob: TestUser
let eve: TestUser
let fair: Item
let halls: Item
let plan: Item
beforeAll(async () => {
  app = await testApp()
  ann = await app.someone('ROLE_PRO')
  bob = await app.someone('ROLE_FREE')
  eve = await app.someone('ROLE_PRO')
  const drive = driveFixture(app, ann)
  fair = await drive.folder('Fair')
  halls = await drive.folder('Halls', fair)
  plan = await drive.file('plan.txt', { folder: halls })
  await drive.file('price.txt', { folder: halls })
  await share(fair, bob)
  await share(halls, eve)
  await share(plan, eve)
})
afterAll(() => app.close())

const share = ({ uniqueId }: Item, { emailAddress }: TestUser, as = ann) =>
  app.as(as).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [emailAddress.toUpperCase()] })
const inside = async ({ uniqueId }: Item, sharedWith?: string, as = ann) => {
  const rows = await app.as(as).call(driveApi.contents, { uniqueId, ...(sharedWith && { sharedWith }) })
  return rows.map((row) => row.name)
}
const reached = (row: { sharedWith: string[]; sharedAbove: string[] }) => [row.sharedWith, row.sharedAbove]
const addressOf = ({ emailAddress }: TestUser) => emailAddress.toUpperCase()

test('the owner sees on each row who has access directly, and who through parent folders', async () => {
  const [b, e] = [addressOf(bob), addressOf(eve)]
  const rowsIn = async ({ uniqueId }: Item) => (await app.as(ann).call(driveApi.contents, { uniqueId })).map(reached)
  expect(await rowsIn(fair)).toEqual([[[e], [b]]])
  expect(await rowsIn(halls)).toEqual([
    [[e], [b, e]],
    [[], [b, e]],
  ])
  const [root] = await app.as(ann).call(driveApi.list, {})
  expect(reached(root!)).toEqual([[b], []])
  expect(reached(await app.as(ann).call(driveApi.details, { uniqueId: plan.uniqueId }))).toEqual([[e], [b, e]])
})

test('recipients do not see anybody else, on a row or by the filter', async () => {
  for (const [who, other] of [
    [bob, eve],
    [eve, bob],
  ] as const) {
    const { statusCode, body } = await app.as(who).send(driveApi.contents, { uniqueId: halls.uniqueId })
    expect(statusCode).toBe(200)
    expect(body.toLowerCase()).not.toContain(other.emailAddress)
    expect((await app.as(who).call(driveApi.find, {})).flatMap(reached).flat()).toEqual([])
    expect(await inside(halls, other.emailAddress, who)).toEqual([])
  }
})

test('the filter finds items shared through a folder, however far above, and no others', async () => {
  expect(await inside(halls, bob.emailAddress)).toEqual(['plan.txt', 'price.txt'])
  expect(await inside(halls, ` ${eve.emailAddress} `)).toEqual(['plan.txt', 'price.txt'])
  expect(await inside(fair, eve.emailAddress)).toEqual(['Halls'])
  expect(await inside(halls, 'nobody@example.test')).toEqual([])
  await app.as(ann).call(driveShareApi.unshare, { uniqueId: halls.uniqueId, email: eve.emailAddress })
  expect(await inside(halls, eve.emailAddress)).toEqual(['plan.txt'])
  await share(halls, eve)
})

test('an item moved out of a shared folder is no longer shared through it; items in the trash through none', async () => {
  const drive = driveFixture(app, ann)
  const [draft, old] = [await drive.file('draft.txt', { folder: fair }), await drive.file('old.txt', { folder: fair })]
  await app.as(ann).call(driveApi.move, { uniqueIds: [draft.uniqueId], parentId: null })
  expect(reached(await app.as(ann).call(driveApi.details, { uniqueId: draft.uniqueId }))).toEqual([[], []])
  await app.as(ann).call(driveApi.remove, { uniqueId: old.uniqueId })
  expect((await app.as(ann).call(driveApi.trash, {})).map(reached)).toEqual([[[], []]])
  const [back] = await app.as(ann).call(driveApi.restore, { uniqueIds: [old.uniqueId] })
  expect(reached(back!)).toEqual([[], [addressOf(bob)]])
})

test('unsharing does not report success if it ended nothing, and counts only the shares that it ended', async () => {
  const said = async (call: 'unshare' | 'bulkUnShare', input: object) =>
    (await app.as(ann).send(driveShareApi[call], input)).json().message
  const { uniqueId } = await driveFixture(app, ann).file('said.txt', { folder: fair })
  const email = eve.emailAddress
  await share({ uniqueId } as Item, eve)
  expect(await said('unshare', { uniqueId, email: bob.emailAddress })).toBe('It was not shared with this address directly.')
  expect(await said('unshare', { uniqueId, email })).toBe('Successfully unshared file!')
  expect(await said('unshare', { uniqueId, email })).toBe('It was not shared with this address directly.')
  await share({ uniqueId } as Item, eve)
  const many = { uniqueIds: [uniqueId], unShareWith: [email, bob.emailAddress] }
  expect(await said('bulkUnShare', many)).toBe('Un Shared successfully with 1 emails!')
  expect(await said('bulkUnShare', many)).toBe('Nothing was shared with these addresses directly.')
})
