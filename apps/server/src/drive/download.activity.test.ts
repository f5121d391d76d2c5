import { driveApi, driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item } from '#drive/schema/drive.table'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
let ann: TestUser
let bob: TestUser
beforeAll(async () => {
  app = await testApp()
  ann = await app.someone('ROLE_PRO')
  bob = await app.someone('ROLE_FREE')
})
afterAll(() => app.close())

let made = 0
/** A folder with a folder and a file in it, shared with Bob. */
const shared = async () => {
  const drive = driveFixture(app, ann)
  const folder = await drive.folder(`Shared ${++made}`)
  const laid = { folder, inner: await drive.folder('Inner', folder), file: await drive.file('Offer.pdf', { folder }) }
  await share(folder)
  return laid
}
const input = ({ uniqueId }: Item) => ({ uniqueIds: [uniqueId] })
const share = (item: Item) => app.as(ann).call(driveShareApi.share, { ...input(item), shareWith: [bob.emailAddress] })
const unshare = (item: Item) => app.as(ann).call(driveShareApi.bulkUnShare, { ...input(item), unShareWith: [bob.emailAddress] })

const look = (who: TestUser, { uniqueId }: Item) =>
  app.as(who).call(driveApi.list, { ownerId: ann.uniqueId, parentId: uniqueId, page: 0 })
const details = (who: TestUser, { uniqueId }: Item) => app.as(who).call(driveApi.details, { uniqueId })
const opened = async ({ uniqueId }: Item) => {
  const doings = await app.as(ann).call(driveShareApi.activity, { uniqueId })
  return doings.filter(({ action }) => action === 'OPENED').map(({ byName }) => byName)
}
const openedAt = async (item: Item) => (await details(ann, item)).shares.map((one) => one.openedAt)

test('viewing a shared folder counts as opening it, and its owner sees that once an hour', async () => {
  const { folder, inner } = await shared()
  await app.as(bob).call(driveApi.list, { ownerId: ann.uniqueId })
  await look(ann, folder)
  expect([await opened(folder), await openedAt(folder)]).toEqual([[], [null]])
  await Promise.all(Array.from({ length: 6 }, () => look(bob, folder)))
  await app.as(bob).call(driveApi.contents, { uniqueId: folder.uniqueId })
  expect([await opened(folder), await openedAt(folder)]).toEqual([[bob.fullName], [expect.any(String)]])
  await app.as(bob).call(driveApi.contents, { uniqueId: inner.uniqueId }) // it is empty
  expect([await opened(inner), await opened(folder)]).toEqual([[bob.fullName], [bob.fullName]])

  await app.asOwner(`update drive_activity set created_at = created_at - interval '61 minutes' where item_id = $1`, [
    folder.uniqueId,
  ])
  await look(bob, folder)
  await look(bob, folder)
  expect(await opened(folder)).toEqual([bob.fullName, bob.fullName])
})

test('viewing the details of a shared file counts as opening it; a folder’s details, and the owner’s own views, do not', async () => {
  const { folder, file } = await shared()
  await details(bob, folder)
  await details(ann, file)
  expect([await opened(folder), await opened(file), await openedAt(file)]).toEqual([[], [], [null]])
  await details(bob, file)
  await details(bob, { ...file, uniqueId: file.documentId! })
  expect([await opened(folder), await opened(file), await openedAt(file)]).toEqual([[], [bob.fullName], [expect.any(String)]])
})

test('an item shared again counts as not opened until it is opened again', async () => {
  const { folder } = await shared()
  await look(bob, folder)
  await unshare(folder)
  await share(folder)
  expect(await openedAt(folder)).toEqual([null])
  await look(bob, folder)
  expect([await opened(folder), await openedAt(folder)]).toEqual([[bob.fullName], [expect.any(String)]])
})

test('a user without access is rejected and not recorded as having opened it', async () => {
  const { folder, file } = await shared()
  const stranger = await app.someone('ROLE_PRO')
  await expect(look(stranger, folder)).rejects.toMatchObject({ status: 404 })
  await expect(details(stranger, file)).rejects.toMatchObject({ status: 404 })
  expect([await opened(folder), await opened(file)]).toEqual([[], []])
})

test('contents are shown even if the opening cannot be recorded', async () => {
  const { folder, file } = await shared()
  await app.asOwner(`alter table drive_activity add constraint no_note check (action <> 'OPENED') not valid`)
  const shown = await look(bob, folder)
  await app.asOwner('alter table drive_activity drop constraint no_note')
  expect(shown.map(({ name }) => name)).toEqual(['Inner', file.name])
  expect([await opened(folder), await openedAt(folder)]).toEqual([[], [null]])
})
