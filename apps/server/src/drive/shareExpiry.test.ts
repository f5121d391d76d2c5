import { driveApi, driveDownloadApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { homeApi } from '@tradewind/contract/operations/home.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { addDays, formatDay, todayIn } from '#kit/days'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
let ann: TestUser
beforeAll(async () => {
  app = await testApp({ working: true })
  ann = await app.someone('ROLE_PRO')
})
afterAll(() => app.close())

const today = () => todayIn('UTC')
const inDays = (days: number) => addDays(today(), days)

const share = (items: readonly Item[], who: { emailAddress: string }, lastDay?: string) =>
  app.as(ann).call(driveShareApi.share, {
    uniqueIds: items.map(({ uniqueId }) => uniqueId),
    shareWith: [who.emailAddress],
    ...(lastDay && { lastDay }),
  })
const changeLastDay = ({ uniqueId }: Item, { emailAddress: email }: { emailAddress: string }, lastDay: string | null) =>
  app.as(ann).call(driveShareApi.changeLastDay, { uniqueId, email, lastDay })

/** The last day of a share was yesterday, and has just ended. */
const expire = async ({ uniqueId }: Item) => {
  const ended = await app.asOwner<{ lastDay: string }>(
    `update drive_share set last_day = current_date - 1, ends_at = now() where item_id = $1 returning last_day::text as "lastDay"`,
    [uniqueId],
  )
  return ended[0]!.lastDay
}
const sharesOf = async ({ uniqueId }: Item) => (await app.as(ann).call(driveApi.details, { uniqueId })).shares
const activityOf = async ({ uniqueId }: Item) =>
  (await app.as(ann).call(driveShareApi.activity, { uniqueId })).map(({ action, detail, lastDay }) => [action, detail, lastDay])
const bell = async (who: TestUser) => {
  const told = await app.as(who).call(notificationApi.list, { type: 'PUSH_WEB' })
  return told.map(({ abbreviatedContentText }) => abbreviatedContentText)
}
const told = () =>
  expect.poll(() => app.asOwner(`select from pgboss.job where name = 'drive.shared' and state <> 'completed'`)).toHaveLength(0)

let made = 0
/** A folder with a file, shared with a new guest until tomorrow. */
const shared = async (lastDay = inDays(1)) => {
  const drive = driveFixture(app, ann)
  const folder = await drive.folder(`Zanzibar ${++made}`)
  const file = await drive.file(`Zanzibar ${made}.txt`, { folder })
  const guest = await app.someone('ROLE_FREE')
  await share([folder], guest, lastDay)
  return { folder, file, guest }
}

test('the recipient sees until when, in the notification as well; the owner sees it in the shares and in the activity', async () => {
  const { folder, file, guest } = await shared()
  await told()
  expect(await bell(guest)).toEqual([`${ann.fullName} shares with you until ${formatDay(inDays(1))}: ${folder.name}.`])
  const read = await app.as(guest).call(driveApi.list, { ownerId: ann.uniqueId, parentId: folder.uniqueId })
  expect(read).toMatchObject([{ uniqueId: file.uniqueId, lastDay: inDays(1) }])
  expect(await app.as(guest).call(driveApi.details, { uniqueId: file.uniqueId })).toMatchObject({
    lastDay: inDays(1),
    shares: [],
  })
  expect(await sharesOf(file)).toMatchObject([{ lastDay: inDays(1), expired: false, through: { uniqueId: folder.uniqueId } }])
  expect(await activityOf(folder)).toContainEqual(['SHARED', guest.emailAddress, inDays(1)])
  expect(await app.as(ann).call(driveApi.details, { uniqueId: file.uniqueId })).toMatchObject({ lastDay: null })
})

test('the longest of several shares counts for the recipient', async () => {
  const { folder, file, guest } = await shared()
  await share([file], guest, inDays(9))
  const lastDay = async () => (await app.as(guest).call(driveApi.details, { uniqueId: file.uniqueId })).lastDay
  expect(await lastDay()).toBe(inDays(9))
  await changeLastDay(folder, guest, null)
  expect(await lastDay()).toBe(null)
})

test('a last day ends with the day of the owner’s time zone, and cannot be in the past there', async () => {
  const [item, guest] = [await driveFixture(app, ann).file('Zone.txt'), await app.someone('ROLE_FREE')]
  const send = (lastDay: string, zone: string) =>
    app
      .as(ann)
      .send(
        driveShareApi.share,
        { uniqueIds: [item.uniqueId], shareWith: [guest.emailAddress], lastDay },
        { 'x-time-zone': zone },
      )
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Niue']
  expect((await send(todayIn(west), east)).json()).toMatchObject({ data: { lastDay: 'The last day cannot be in the past' } })
  expect((await send('3000-01-01', east)).statusCode).toBe(422)
  expect((await send('2098-12-31', 'Pacific/Auckland')).statusCode).toBe(200)
  const [stored] = await app.asOwner<{ at: Date }>('select ends_at as at from drive_share where item_id = $1', [item.uniqueId])
  expect(new Date(stored!.at).toISOString()).toBe('2098-12-31T11:00:00.000Z')
})

test('from the end on no call gives access, and each says why; the lists, the search and the start page leave it out', async () => {
  const { folder, file, guest } = await shared()
  const as = app.as(guest)
  const { url } = await as.call(driveDownloadApi.ticket, { uniqueId: file.uniqueId })
  const byFile = { uniqueId: file.uniqueId }
  const calls: [Endpoint, object][] = [
    [driveApi.details, byFile],
    [driveApi.contents, { uniqueId: folder.uniqueId }],
    [driveApi.list, { ownerId: ann.uniqueId, parentId: folder.uniqueId }],
    [driveApi.folderStructure, byFile],
    [driveDownloadApi.download, byFile],
    [driveDownloadApi.ticket, byFile],
    [driveDownloadApi.pages, byFile],
    [driveDownloadApi.fetch, { ticket: url.split('/').at(-1) }],
  ]
  const section = async () => (await as.call(homeApi.read, {})).filter((one) => one.section === 'FILES')
  const lists = async () => [
    (await as.call(driveApi.list, { ownerId: ann.uniqueId })).length,
    (await as.call(driveApi.find, { q: folder.name })).length,
    (await as.call(driveShareApi.shared, {})).length,
    (await as.call(searchApi.search, { q: folder.name })).length,
    (await section()).length,
  ]
  expect(await lists()).toEqual([1, 2, 1, 1, 1])
  const lastDay = await expire(folder)
  expect(await lists()).toEqual([0, 0, 0, 0, 0])
  for (const [call, input] of calls) {
    const { statusCode, json } = await as.send(call, input, { range: 'bytes=0-0' })
    expect([call.path, statusCode, json()]).toEqual([
      call.path,
      404,
      expect.objectContaining({
        message: `Your access ended on ${formatDay(lastDay)}. Ask the owner if you still need it.`,
        data: { lastDay },
      }),
    ])
  }
})

test('only who had access is told that it has ended, and only while the item is there', async () => {
  const { folder, file, guest } = await shared()
  await expire(folder)
  const message = async (who: TestUser) => (await app.as(who).send(driveApi.details, { uniqueId: file.uniqueId })).json().message
  expect(await message(await app.someone('ROLE_PRO'))).toBe('File not found')
  await app.as(ann).call(driveApi.remove, { uniqueId: folder.uniqueId })
  expect(await message(guest)).toBe('File not found')
})

test('the owner’s lists and filters do not count an expired share, but its shares still name it', async () => {
  const { folder, file, guest } = await shared()
  const lastDay = await expire(folder)
  const as = app.as(ann)
  expect(await as.call(driveApi.details, { uniqueId: file.uniqueId })).toMatchObject({ sharedWith: [], sharedAbove: [] })
  expect(await sharesOf(folder)).toMatchObject([{ emailAddress: guest.emailAddress, lastDay, expired: true }])
  expect(await as.call(driveApi.list, { sharedWith: guest.emailAddress })).toEqual([])
  expect(await as.call(driveShareApi.sharedUsers, { q: guest.emailAddress })).toEqual([])
})

test('the end is recorded once for the owner', async () => {
  const { folder, guest } = await shared()
  await app.clock('drive.expired')
  const lastDay = await expire(folder)
  await app.clock('drive.expired')
  await app.clock('drive.expired')
  const ended = (await activityOf(folder)).filter(([action]) => action === 'EXPIRED')
  expect(ended).toEqual([['EXPIRED', guest.emailAddress, lastDay]])
})

test('a last day is changed and removed without another notification', async () => {
  const { folder, guest } = await shared()
  expect(await changeLastDay(folder, guest, inDays(5))).toMatchObject([{ outcome: 'DONE' }])
  expect(await changeLastDay(folder, guest, inDays(5))).toMatchObject([{ outcome: 'UNCHANGED' }])
  expect(await changeLastDay(folder, { emailAddress: guest.emailAddress.toUpperCase() }, null)).toMatchObject([
    { outcome: 'DONE' },
  ])
  await told()
  expect(await bell(guest)).toHaveLength(1)
  expect(await sharesOf(folder)).toMatchObject([{ lastDay: null, expired: false }])
  expect((await activityOf(folder)).filter(([action]) => action === 'LAST_DAY')).toEqual([
    ['LAST_DAY', guest.emailAddress.toUpperCase(), null],
    ['LAST_DAY', guest.emailAddress, inDays(5)],
  ])
  const stranger = changeLastDay(folder, { emailAddress: 'nobody@elsewhere.test' }, inDays(5))
  await expect(stranger).rejects.toMatchObject({ status: 404 })
})

test('an expired share that is extended, or shared again, gives access again and is announced', async () => {
  const { folder, file, guest } = await shared()
  await told()
  await expire(folder)
  await app.clock('drive.expired')
  expect(await changeLastDay(folder, guest, inDays(3))).toMatchObject([{ outcome: 'DONE' }])
  expect(await app.as(guest).call(driveApi.details, { uniqueId: file.uniqueId })).toMatchObject({ lastDay: inDays(3) })
  await told()
  await expire(folder)
  expect(await share([folder], guest)).toMatchObject([{ outcome: 'DONE' }])
  expect(await app.as(guest).call(driveApi.details, { uniqueId: file.uniqueId })).toMatchObject({ lastDay: null })
  await told()
  expect(await bell(guest)).toHaveLength(3)
})

test('sharing again with another last day changes it for all items; without one, each share keeps its own', async () => {
  const [one, two] = [await driveFixture(app, ann).file('One.txt'), await driveFixture(app, ann).file('Two.txt')]
  const guest = await app.someone('ROLE_FREE')
  const lastDays = async () => [...(await sharesOf(one)), ...(await sharesOf(two))].map(({ lastDay }) => lastDay)
  await share([one], guest, inDays(2))
  expect(await share([one, two], guest)).toMatchObject([{ outcome: 'UNCHANGED' }, { outcome: 'DONE' }])
  expect(await lastDays()).toEqual([inDays(2), null])
  expect(await share([one, two], guest, inDays(4))).toMatchObject([{ outcome: 'DONE' }, { outcome: 'DONE' }])
  expect(await lastDays()).toEqual([inDays(4), inDays(4)])
})

test('an invitation says until when, and a share that ends before the account exists stays closed to it', async () => {
  const item = await driveFixture(app, ann).file('Late.txt')
  const address = `late.${crypto.randomUUID().slice(0, 8)}@example.test`
  await share([item], { emailAddress: address }, inDays(1))
  await told()
  const letters = (await app.appContext.mail.mailbox!()).filter(({ to }) => to === address)
  expect(letters[0]!.text).toContain(`shares with you until ${formatDay(inDays(1))}: Late.txt.`)
  await expire(item)
  const guest = await app.someone('ROLE_FREE', { emailAddress: address })
  await app.asOwner('update drive_share set user_id = $2 where item_id = $1', [item.uniqueId, guest.uniqueId])
  expect(await app.as(guest).call(driveShareApi.shared, {})).toEqual([])
})
