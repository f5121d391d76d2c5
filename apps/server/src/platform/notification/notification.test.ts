import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope } from '#kit/database/database'
import { users } from '#platform/schema/user.table'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { tenantSettings } from '../schema/tenant.table.ts'
import type { Notice } from './notification.queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const type = 'PUSH_WEB'
const list = (who: TestUser, query: object = {}) => app.as(who).call(notificationApi.list, { type, ...query })
const unread = async (who: TestUser) => (await app.as(who).call(notificationApi.unread, {})).count
const notify = async ({ tenantId, uniqueId: userId }: TestUser, ...notices: Partial<Notice>[]) => {
  const full = notices.map((notice) => ({ userId, subject: 'News', content: 'It is so.', ...notice }))
  for (const one of full) await app.appContext.db.write(tenantScope(tenantId), (tx) => app.appContext.notify(tx, tenantId, one))
}
const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ subject: `Number ${at + 1}` }))
const speak = ({ tenantId, uniqueId }: TestUser, language: 'de' | 'fr') =>
  app.appContext.db.write(tenantScope(tenantId), (tx) => tx.update(users).set({ language }).where(eq(users.uniqueId, uniqueId)))

test('a user lists their own notifications, latest first, in pages with their total', async () => {
  const [ann, bob] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_PRO')]
  await notify(ann, ...numbered(5))
  await notify(bob, { subject: 'Of Bob' })
  const subjects = async (query?: object) => (await list(ann, query)).map(({ subject }) => subject)
  expect(await subjects()).toEqual(['Number 5', 'Number 4', 'Number 3', 'Number 2', 'Number 1'])
  expect(await subjects({ page: 1, size: 2 })).toEqual(['Number 3', 'Number 2'])
  expect(await subjects({ size: 2, sort: 'dateCreated' })).toEqual(['Number 1', 'Number 2'])
  const { headers } = await app.as(ann).send(notificationApi.listOfUser, { type, page: 9, size: 2 })
  expect(headers['x-total-count']).toBe('5')
  expect(await app.as(bob).call(notificationApi.listOfUser, { type })).toEqual([
    {
      uniqueId: expect.any(String),
      dateCreated: expect.any(String),
      subject: 'Of Bob',
      abbreviatedContentText: 'It is so.',
      path: null,
      readAt: null,
    },
  ])
})

test('rejects an unknown type', async () => {
  const { statusCode, json } = await app.as(await app.someone('ROLE_FREE')).send(notificationApi.list, { type: 'PIGEON' })
  expect([statusCode, json().data]).toEqual([422, { type: 'Unknown type' }])
})

test('a notification is marked as read once and leaves the list of unread ones', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  await notify(ann, ...numbered(3))
  const [third, second] = await list(ann)
  const mark = { uniqueIds: [third!.uniqueId, second!.uniqueId, third!.uniqueId] }
  expect(await app.as(ann).call(notificationApi.read, mark)).toEqual({ count: 2 })
  const [marked] = await list(ann)
  expect([marked!.readAt, await unread(ann)]).toEqual([expect.any(String), 1])
  expect(await app.as(ann).call(notificationApi.read, mark)).toEqual({ count: 0 })
  expect((await list(ann))[0]).toEqual(marked)
  expect((await list(ann, { unread: 'true' })).map(({ subject }) => subject)).toEqual(['Number 1'])
  expect((await list(ann, { unread: 'false', page: 0 })).map(({ subject }) => subject)).toEqual(['Number 3', 'Number 2'])
  expect(await app.as(ann).call(notificationApi.readAll, {})).toEqual({ count: 1 })
  expect([await unread(ann), await app.as(ann).call(notificationApi.readAll, {})]).toEqual([0, { count: 0 }])
})

test('another user’s notification is not found, and a call that names one marks none', async () => {
  const [ann, bob] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_TENANT_ADMIN')]
  const stranger = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  await notify(ann, {})
  await notify(bob, {})
  const [[hers], [his]] = [await list(ann), await list(bob)]
  expect(await app.as(ann).call(notificationApi.get, { uniqueId: hers!.uniqueId })).toEqual(hers)
  for (const who of [bob, stranger]) {
    await expect(app.as(who).call(notificationApi.get, { uniqueId: hers!.uniqueId })).rejects.toMatchObject({ status: 404 })
    const both = { uniqueIds: [his!.uniqueId, hers!.uniqueId] }
    await expect(app.as(who).call(notificationApi.read, both)).rejects.toMatchObject({ status: 404 })
    await app.as(who).call(notificationApi.readAll, {})
  }
  expect(await unread(ann)).toBe(1)
  expect((await app.as(ann).call(notificationApi.get, { uniqueId: hers!.uniqueId })).readAt).toBeNull()
})

test('a notification is in the language that its reader has chosen, else in the tenant’s', async () => {
  const { uniqueId: tenantId } = await app.tenant('Nord')
  const [ann, bob] = [await app.someone('ROLE_ADMIN', { tenantId }), await app.someone('ROLE_ADMIN', { tenantId })]
  const french = { key: 'DEFAULT_LANGUAGE', value: 'fr' }
  await app.appContext.db.write(tenantScope(tenantId), (tx) => tx.insert(tenantSettings).values(french))
  await speak(ann, 'de')
  const news = { subject: 'New company', content: 'Hello {name},', values: { name: '{name} & Söhne' } }
  await notify(ann, news)
  await notify(bob, news)
  for (const query of [{}, { page: 0 }]) {
    expect(await list(ann, query)).toMatchObject([
      { subject: 'Neues Unternehmen', abbreviatedContentText: 'Guten Tag {name} & Söhne,' },
    ])
    expect(await list(bob, query)).toMatchObject([{ subject: 'Nouvelle entreprise' }])
  }
})

test('the figures and scores of a notification are written as its reader’s language does', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  await speak(ann, 'de')
  const content = '{created}, {changed}, {same}, {skipped}, {faulty}; {stars}; {number}'
  const counts = { created: '1234', changed: '2345', same: '3456', skipped: '4567', faulty: '5678' }
  await notify(ann, { content, values: { ...counts, stars: '4.0', number: '6789' } })
  const [told] = await list(ann)
  expect(told!.abbreviatedContentText).toBe('1.234, 2.345, 3.456, 4.567, 5.678; 4,0; 6789')
})

test('a long text is cut between two words, a long word inside it', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  const words = 'Ein Bericht über Märkte '
  const long = [words.repeat(10), 'x'.repeat(200), `a ${'x'.repeat(200)}`, `${'y'.repeat(136)} 🚢🚢🚢🚢🚢`, 'a\n b']
  for (const content of long) await notify(ann, { content })
  const texts = (await list(ann)).map(({ abbreviatedContentText }) => abbreviatedContentText).toReversed()
  const cut = [
    `${words.repeat(5)}Ein Bericht über…`,
    `${'x'.repeat(139)}…`,
    `a ${'x'.repeat(137)}…`,
    `${'y'.repeat(136)}…`,
    'a b',
  ]
  expect(texts).toEqual(cut)
})
