import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'
import type { Item } from './schema/drive.table.ts'

let app: TestApp
let ann: TestUser
let others: Item[]
beforeAll(async () => {
  app = await testApp()
  ann = await app.someone('ROLE_PRO')
  const { folder, file } = driveFixture(app, ann)
  others = []
  for (let number = 101; number < 201; number += 1) others.push(await folder(`Stand ${number}`))
  await file('secret plan.txt', { folder: await folder('Offices') })
})
afterAll(() => app.close())

const share = (items: readonly Item[], { emailAddress }: TestUser) =>
  app.as(ann).call(driveShareApi.share, { uniqueIds: items.map(({ uniqueId }) => uniqueId), shareWith: [emailAddress] })
const found = async (query: object, who: TestUser) =>
  (await app.as(who).call(driveApi.find, { sort: 'name', ...query })).map(({ name }) => name)

describe.each([
  ['few', 2],
  ['many', 100],
])('search with %s shares', (word, count) => {
  let bob: TestUser
  let hall: Item
  beforeAll(async () => {
    bob = await app.someone('ROLE_STARTER')
    const { folder, file } = driveFixture(app, ann)
    hall = await folder(`Hall of ${word}`)
    const inner = await folder(`Room of ${word}`, hall)
    await file(`plan of ${word}.txt`, { folder: inner })
    await file(`old plan of ${word}.txt`, { folder: inner })
    await share([hall, ...others.slice(0, count)], bob)
  })

  test('finds all shared items, however deep, and nothing else', async () => {
    const stands = others.slice(0, count).map(({ name }) => name)
    const rest = [`Hall of ${word}`, `Room of ${word}`, ...stands, `old plan of ${word}.txt`, `plan of ${word}.txt`]
    expect(await found({ size: 200 }, bob)).toEqual(rest)
    expect(await found({}, bob)).toEqual(rest)
    expect(await found({ q: 'plan' }, bob)).toEqual([`old plan of ${word}.txt`, `plan of ${word}.txt`])
    expect(await found({ q: 'stand 10' }, bob)).toEqual(stands.slice(0, 9))
  })

  test('also finds the user’s own items, but none in the trash and none of ended shares', async () => {
    await driveFixture(app, bob).file(`own plan of ${word}.txt`)
    const [old] = await app.as(bob).call(driveApi.find, { q: 'old plan' })
    await app.as(ann).call(driveApi.remove, { uniqueId: old!.uniqueId })
    expect(await found({ q: 'plan' }, bob)).toEqual([`own plan of ${word}.txt`, `plan of ${word}.txt`])
    await app.as(ann).call(driveShareApi.unshare, { uniqueId: hall.uniqueId, email: bob.emailAddress })
    expect(await found({ q: 'plan' }, bob)).toEqual([`own plan of ${word}.txt`])
    expect(await found({ q: 'hall' }, bob)).toEqual([])
  })
})
