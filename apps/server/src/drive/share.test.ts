import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { users } from '#platform/schema/user.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'
import { driveShares, type Item } from './schema/drive.table.ts'
import { claimShares, shareNotificationJob } from './shares.ts'

let app: TestApp
let ann: TestUser
let bob: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  ann = await app.someone('ROLE_PRO')
  bob = await app.someone('ROLE_FREE')
})
afterAll(() => app.close())

const share = (who: TestUser, items: readonly Item[], ...shareWith: string[]) =>
  app.as(who).call(driveShareApi.share, { uniqueIds: items.map(({ uniqueId }) => uniqueId), shareWith })
const unshare = (who: TestUser, { uniqueId }: Item, email: string) => app.as(who).call(driveShareApi.unshare, { uniqueId, email })
const sharers = (who: TestUser) => app.as(who).call(driveShareApi.shared, {})
const sharees = (who: TestUser) => app.as(who).call(driveShareApi.sharedUsers, {})
const bell = async (who: TestUser) => {
  const told = await app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })
  return told.map(({ abbreviatedContentText }) => abbreviatedContentText)
}
const lettersTo = async (address: string) => (await app.appContext.mail.mailbox!()).filter(({ to }) => to === address)
const told = () =>
  expect.poll(() => app.asOwner(`select from pgboss.job where name = 'drive.shared' and state <> 'completed'`)).toHaveLength(0)
const stranger = () => `stranger.${crypto.randomUUID().slice(0, 8)}@example.test`

test('the user with the address sees it immediately and is notified once; sharing again changes nothing', async () => {
  const [plan, offer] = [await driveFixture(app, ann).folder('Plan'), await driveFixture(app, ann).file('Offer.pdf')]
  const address = bob.emailAddress.toUpperCase()
  expect(await share(ann, [plan, offer], address, address.toLowerCase())).toHaveLength(2)
  expect(await sharers(bob)).toEqual([{ uniqueId: ann.uniqueId, fullName: ann.fullName, userCompanyName: null, count: 2 }])
  await told()
  const again = await share(ann, [plan], bob.emailAddress)
  expect(again).toEqual([{ uniqueId: plan.uniqueId, emailAddress: bob.emailAddress, outcome: 'UNCHANGED' }])
  await told()
  expect(await bell(bob)).toEqual([`${ann.fullName} shares with you: Plan, Offer.pdf.`])
})

test('an item unshared and shared again is not announced again, by notification or by mail', async () => {
  const [one, two] = [await driveFixture(app, ann).file('Once.txt'), await driveFixture(app, ann).file('New.txt')]
  const [guest, address] = [await app.someone('ROLE_FREE'), stranger()]
  const addresses = [guest.emailAddress, address]
  await share(ann, [one], ...addresses)
  await told()
  for (const email of addresses) await unshare(ann, one, email.toUpperCase())
  await share(ann, [one, two], ...addresses)
  await told()
  expect(await bell(guest)).toEqual([`${ann.fullName} shares with you: New.txt.`, `${ann.fullName} shares with you: Once.txt.`])
  for (const email of addresses) await unshare(ann, one, email)
  await share(ann, [one], ...addresses)
  await told()
  expect([(await bell(guest)).length, (await lettersTo(address)).length]).toEqual([2, 2])
})

test('a user who verifies an address while it is being shared with gets the share', async () => {
  const item = await driveFixture(app, ann).file('Meanwhile.txt')
  const guest = await app.someone('ROLE_FREE', { verified: false })
  await share(ann, [item], guest.emailAddress)
  await told()
  await app.asOwner('update user_account set verified_at = now() where id = $1', [guest.uniqueId])
  const { tenantId, uniqueId: ownerId } = ann
  const payload = { tenantId, ownerId, emailAddress: guest.emailAddress, itemIds: [item.uniqueId] }
  await app.appContext.db.write(tenantScope(tenantId), (tx) => app.appContext.jobs.send(tx, shareNotificationJob, payload))
  await told()
  expect(await sharers(guest)).toMatchObject([{ uniqueId: ann.uniqueId, count: 1 }])
})

test('sharing again with an address that is now another user’s shares with that user instead, and notifies them', async () => {
  const item = await driveFixture(app, ann).file('Moved.txt')
  const [before, now] = [await app.someone('ROLE_FREE'), await app.someone('ROLE_FREE')]
  const address = before.emailAddress
  await share(ann, [item], address)
  await told()
  const move = (who: TestUser, to: string) =>
    app.asOwner('update user_account set email_address = $2 where id = $1', [who.uniqueId, to])
  await move(before, stranger())
  expect(await share(ann, [item], address)).toMatchObject([{ outcome: 'UNCHANGED' }]) // nobody has the address now
  await move(now, address)
  expect(await share(ann, [item], address)).toMatchObject([{ outcome: 'DONE' }])
  expect([await sharers(before), await sharers(now)]).toMatchObject([[], [{ uniqueId: ann.uniqueId, count: 1 }]])
  await told()
  expect(await bell(now)).toEqual([`${ann.fullName} shares with you: Moved.txt.`])
  expect(await share(ann, [item], address)).toMatchObject([{ outcome: 'UNCHANGED' }])
})

test('an item shared with two addresses of a person is counted once, and listed once', async () => {
  const [item, other] = [await driveFixture(app, ann).file('Twice.txt'), await driveFixture(app, ann).file('Other.txt')]
  const guest = await app.someone('ROLE_FREE')
  await share(ann, [item], guest.emailAddress)
  const address = stranger()
  await app.asOwner('update user_account set email_address = $2 where id = $1', [guest.uniqueId, address])
  await share(ann, [item, other], address)
  expect(await sharers(guest)).toMatchObject([{ uniqueId: ann.uniqueId, count: 2 }])
  expect(await app.as(guest).call(driveApi.list, { ownerId: ann.uniqueId })).toHaveLength(2)
})

test('neither the reply nor the lists reveal who has an account', async () => {
  const item = await driveFixture(app, ann).file('Secret.txt')
  const [known, unknown] = [await app.someone('ROLE_PRO'), stranger()]
  const answers = []
  for (const email of [known.emailAddress, unknown]) {
    const { statusCode, json } = await app.as(ann).send(driveShareApi.share, { shareWith: [email], uniqueIds: [item.uniqueId] })
    answers.push([statusCode, JSON.stringify(json()).replaceAll(email, 'EMAIL')])
  }
  expect(answers[0]).toEqual(answers[1])
  const named = (await sharees(ann)).filter(({ emailAddress }) => [known.emailAddress, unknown].includes(emailAddress))
  expect(named.map(({ fullName }) => fullName)).toEqual([null, null])
})

test('staff see each other’s names, and the name of anybody who has opened an item', async () => {
  const [chief, clerk, guest] = [
    await app.someone('ROLE_ADMIN'),
    await app.someone('ROLE_LEVEL1'),
    await app.someone('ROLE_FREE'),
  ]
  const item = await driveFixture(app, chief).file('Names.txt')
  await share(chief, [item], clerk.emailAddress, guest.emailAddress)
  const names = async () => (await sharees(chief)).map(({ fullName }) => fullName)
  expect(new Set(await names())).toEqual(new Set([clerk.fullName, null]))
  await app.appContext.db.write(tenantScope(chief.tenantId), (tx) =>
    tx.update(driveShares).set({ openedAt: new Date().toISOString() }).where(eq(driveShares.userId, guest.uniqueId)),
  )
  expect(new Set(await names())).toEqual(new Set([clerk.fullName, guest.fullName]))
})

test('an address without an account gets one mail, and the user who verifies it later has what was shared', async () => {
  const item = await driveFixture(app, ann).file('Welcome.pdf')
  const address = stranger()
  await share(ann, [item], address)
  await told()
  const letters = await lettersTo(address)
  expect(letters.map(({ subject }) => subject)).toEqual([`${ann.fullName} shares files with you · Main`])
  expect(letters[0]!.text).toContain('Welcome.pdf')
  expect(letters[0]!.text).not.toMatch(/[?#/][\w-]{20,}/) // the mail alone gives no access
  const guest = await app.someone('ROLE_FREE', { verified: false })
  await app.appContext.db.write(tenantScope(guest.tenantId), async (tx) => {
    await tx.update(users).set({ emailAddress: address.toUpperCase() }).where(eq(users.uniqueId, guest.uniqueId))
  })
  expect(await sharers(guest)).toEqual([])
  await app.appContext.db.write(tenantScope(guest.tenantId), (tx) =>
    claimShares(tx, { uniqueId: guest.uniqueId, emailAddress: address.toUpperCase() }),
  )
  expect(await sharers(guest)).toMatchObject([{ uniqueId: ann.uniqueId, count: 1 }])
})

test('a user with the address in another tenant, or who has not verified it, sees nothing', async () => {
  const item = await driveFixture(app, ann).file('Mine.txt')
  const unproved = await app.someone('ROLE_FREE', { verified: false })
  const abroad = await app.someone('ROLE_FREE', { tenantId: app.other.uniqueId })
  await share(ann, [item], unproved.emailAddress, abroad.emailAddress)
  expect([await sharers(unproved), await sharers(abroad)]).toEqual([[], []])
})

test('unsharing ends the share immediately, singly and in bulk, and the reply says what changed', async () => {
  const guest = await app.someone('ROLE_FREE')
  const items = [await driveFixture(app, ann).file('One.txt'), await driveFixture(app, ann).file('Two.txt')]
  await share(ann, items, guest.emailAddress)
  expect(await unshare(ann, items[0]!, guest.emailAddress.toUpperCase())).toMatchObject([{ outcome: 'DONE' }])
  expect(await sharers(guest)).toMatchObject([{ count: 1 }])
  const { json } = await app.as(ann).send(driveShareApi.bulkUnShare, {
    unShareWith: [guest.emailAddress, stranger()],
    uniqueIds: items.map(({ uniqueId }) => uniqueId),
  })
  expect(json()).toMatchObject({ message: 'Un Shared successfully with 1 emails!' })
  expect(json().data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['UNCHANGED', 'UNCHANGED', 'DONE', 'UNCHANGED'])
  expect(await sharers(guest)).toEqual([])
})

test('only the owner shares and unshares: all items, or none', async () => {
  const [mine, theirs] = [
    await driveFixture(app, ann).file('Ours.txt'),
    await driveFixture(app, await app.someone('ROLE_PRO')).file('X'),
  ]
  await share(ann, [mine], bob.emailAddress)
  const refused = stranger()
  await expect(share(ann, [mine, theirs], refused)).rejects.toMatchObject({ status: 404 })
  expect((await sharees(ann)).map(({ emailAddress }) => emailAddress)).not.toContain(refused)
  const chief = await app.someone('ROLE_TENANT_ADMIN')
  for (const who of [chief, await app.someone('ROLE_PRO')]) {
    await expect(share(who, [mine], stranger())).rejects.toMatchObject({ status: 404 })
    await expect(unshare(who, mine, bob.emailAddress)).rejects.toMatchObject({ status: 404 })
  }
  await expect(share(bob, [mine], stranger())).rejects.toMatchObject({ status: 403 })
  await expect(unshare(bob, mine, bob.emailAddress)).rejects.toMatchObject({ status: 403 })
})

test('no items, no address, an invalid address and the actor’s own are each rejected with a specific message', async () => {
  const { uniqueId } = await driveFixture(app, ann).file('Refused.txt')
  const refused = (input: object) => app.as(ann).call(driveShareApi.share, input as never)
  const cases = [
    [{ shareWith: [], uniqueIds: [uniqueId] }, { shareWith: 'Share with at least 1 email address!' }],
    [{ shareWith: ['a@b.test'], uniqueIds: [] }, { uniqueIds: 'Select at least 1 file to share!' }],
    [{ shareWith: [ann.emailAddress], uniqueIds: [uniqueId] }, { shareWith: 'This is your own address' }],
  ] as const
  for (const [input, data] of cases) await expect(refused(input)).rejects.toMatchObject({ status: 422, data })
  await expect(refused({ shareWith: ['nonsense'], uniqueIds: [uniqueId] })).rejects.toMatchObject({ status: 422 })
})

test('only the owner can read an item’s activity', async () => {
  const item = await driveFixture(app, ann).file('Told.txt')
  await share(ann, [item], bob.emailAddress)
  await unshare(ann, item, bob.emailAddress)
  const doings = (who: TestUser) => app.as(who).call(driveShareApi.activity, { uniqueId: item.uniqueId })
  expect(await doings(ann)).toMatchObject([
    { action: 'UNSHARED', name: 'Told.txt', byName: ann.fullName, detail: bob.emailAddress },
    { action: 'SHARED', name: 'Told.txt', byName: ann.fullName, detail: bob.emailAddress },
  ])
  await expect(doings(await app.someone('ROLE_TENANT_ADMIN'))).rejects.toMatchObject({ status: 404 })
})

test('the drive cannot be used to spam: at most 200 addresses a day', async () => {
  const who = await app.someone('ROLE_PRO')
  const item = await driveFixture(app, who).file('Spam.txt')
  for (let batch = 0; batch < 4; batch += 1) await share(who, [item], ...Array.from({ length: 50 }, stranger))
  await expect(share(who, [item], stranger())).rejects.toMatchObject({ status: 429 })
})

test('the daily limit also holds for requests at the same time', async () => {
  const who = await app.someone('ROLE_PRO')
  const items = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => driveFixture(app, who).file(name)))
  const send = (item: Item) =>
    app.as(who).send(driveShareApi.share, { uniqueIds: [item.uniqueId], shareWith: Array.from({ length: 50 }, stranger) })
  const statuses = (await Promise.all(items.map(send))).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 429, 429])
})
