import { driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { driveFixture } from '../../test/drive/drive.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Shares new files one by one with an address, each with a letter of its own. */
const shareMany = async (who: TestUser, many: number, address: string) => {
  for (let made = 0; made < many; made += 1) {
    const { uniqueId } = await driveFixture(app, who).file(`${crypto.randomUUID()}.txt`)
    await app
      .as(who)
      .call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [made % 2 ? address : address.toUpperCase()] })
    const errands = await app.asOwner<{ data: object }>(`delete from pgboss.job where name = 'drive.shared' returning data`)
    for (const { data } of errands) await app.work('drive.shared', data)
  }
}
const lettersTo = async (address: string) =>
  (await app.appContext.mail.mailbox!()).filter(({ to }) => to.toLowerCase() === address).length
/** Moves the tries so many hours into the past. */
const backdateTries = (hours: number) =>
  app.asOwner(`update attempt set created_at = created_at - make_interval(hours => $1) where key like 'share %'`, [hours])

test('an outside address gets at most ten letters an hour and 20 a day from one sharer, however many items; all are shared', async () => {
  const [ann, ben] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  const address = 'stranger@elsewhere.test'
  await shareMany(ann, 12, address)
  expect(await lettersTo(address)).toBe(10)
  const [held] = await app.asOwner<{ shares: string }>(
    'select count(*) as shares from drive_share where owner_id = $1 and lower(email_address) = $2 and told_at is not null',
    [ann.uniqueId, address],
  )
  expect(Number(held!.shares)).toBe(12)
  await shareMany(ann, 1, 'another@elsewhere.test')
  await shareMany(ben, 1, address)
  expect([await lettersTo('another@elsewhere.test'), await lettersTo(address)]).toEqual([1, 11])
  await shareMany(ann, 1, 'Stranger+2@elsewhere.test')
  expect(await lettersTo('stranger+2@elsewhere.test')).toBe(0)
  await backdateTries(2)
  await shareMany(ann, 12, address)
  expect(await lettersTo(address)).toBe(21)
  await backdateTries(2)
  await shareMany(ann, 1, address)
  expect(await lettersTo(address)).toBe(21)
  await backdateTries(24)
  await shareMany(ann, 1, address)
  expect(await lettersTo(address)).toBe(22)
})

test('a user of the tenant gets an in-app notification for each share, and as many letters as an outside address', async () => {
  const [ann, bob] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_FREE')]
  await shareMany(ann, 12, bob.emailAddress)
  expect(await app.as(bob).call(notificationApi.list, { type: 'PUSH_WEB', size: 100 })).toHaveLength(12)
  expect(await app.asOwner(`select from pgboss.job where name = 'notification.letter'`)).toHaveLength(10)
})

test('a letter that could not be delivered does not count', async () => {
  const ann = await app.someone('ROLE_PRO')
  const address = 'patient@elsewhere.test'
  const { uniqueId } = await driveFixture(app, ann).file('Patient.txt')
  await app.as(ann).call(driveShareApi.share, { uniqueIds: [uniqueId], shareWith: [address] })
  const [payload] = await app.asOwner<{ data: object }>(`delete from pgboss.job where name = 'drive.shared' returning data`)
  const { appContext } = app
  const post = appContext.post
  appContext.post = () => Promise.reject(new Error('No line'))
  for (let tried = 0; tried < 11; tried += 1) await expect(app.work('drive.shared', payload!.data)).rejects.toThrow('No line')
  appContext.post = post
  await app.work('drive.shared', payload!.data)
  expect(await lettersTo(address)).toBe(1)
})
