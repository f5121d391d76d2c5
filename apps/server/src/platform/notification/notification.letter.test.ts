import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantScope, type Tx } from '#kit/database/database'
import { users } from '#platform/schema/user.table'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'
import { tenantSettings } from '../schema/tenant.table.ts'
import type { Notice } from './notification.queries.ts'

let app: TestApp
/** The application that runs jobs. */
let busy: TestApp
beforeAll(async () => {
  const settings = { APP_URL: 'https://crm.example' }
  app = await testApp({ settings })
  busy = await testApp({ settings, working: true })
})
afterAll(async () => {
  await app.close()
  await busy.close()
})

const write = (who: Pick<TestUser, 'tenantId'>, work: (tx: Tx) => Promise<unknown>, on = app) =>
  on.appContext.db.write(tenantScope(who.tenantId), work)
const change = (who: TestUser, values: Partial<typeof users.$inferInsert>) =>
  write(who, (tx) => tx.update(users).set(values).where(eq(users.uniqueId, who.uniqueId)))
/** Notifies a user, and runs the letter's job so many times. */
const mailed = async (who: TestUser, notice: Partial<Notice> = {}, times = 1) => {
  const { tenantId, uniqueId: userId } = who
  const full = { userId, subject: 'New company', content: 'It is so.', ...notice }
  await write(who, (tx) => app.appContext.notify(tx, tenantId, full))
  const [latest] = await app.asOwner<{ id: string }>('select id from notification where user_id = $1 order by id desc', [userId])
  for (let done = 0; done < times; done++) await app.work('notification.letter', { tenantId, notificationId: latest!.id })
  return lettersTo(who)
}
const lettersTo = async ({ emailAddress }: TestUser, on = app) =>
  (await on.appContext.mail.mailbox!()).filter(({ to }) => to === emailAddress)

test('a notification is mailed with its full text and a button to the screen', async () => {
  const ann = await app.someone('ROLE_LEVEL1')
  const long = 'A report on markets. '.repeat(20).trim()
  const [letter] = await mailed(ann, {
    subject: 'The import of {file} has ended',
    content: long,
    values: { file: 'a {name}.xlsx' },
    path: 'company/list?upload=1',
  })
  expect(letter!.subject).toBe('The import of a {name}.xlsx has ended · Main')
  expect(letter!.text).toContain(`Hello Ann,\n\n${long}\n\nOpen it: https://crm.example/crm/company/list?upload=1\n`)
  expect(letter!.text).toContain(`because ${ann.emailAddress} has an account at Main`)
})

test('the button leads to the recipient’s area, or to the list when there is no screen', async () => {
  const [member, chief] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_SUPER_ADMIN')]
  expect((await mailed(member, { path: 'company/list' }))[0]!.text).toContain('Open it: https://crm.example/user/company/list\n')
  expect((await mailed(chief, { path: '/superAdmin/tenant/show/1' }))[0]!.text).toContain(
    'https://crm.example/superAdmin/tenant/show/1\n',
  )
  const [clerk, other] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_SUPER_ADMIN')]
  expect((await mailed(clerk))[0]!.text).toContain('Open it: https://crm.example/admin/user/notificationQueue/list\n')
  expect((await mailed(other))[0]!.text).toContain('Open it: https://crm.example/superAdmin/user/notificationQueue/list\n')
})

test('the mail is in the recipient’s language', async () => {
  const ann = await app.someone('ROLE_ADMIN')
  await change(ann, { language: 'de' })
  const [letter] = await mailed(ann)
  expect(letter!.subject).toBe('Neues Unternehmen · Main')
  expect(letter!.text).toContain('Guten Tag Ann,')
})

test('a job that runs again sends the same mail only once', async () => {
  expect(await mailed(await app.someone('ROLE_ADMIN'), {}, 3)).toHaveLength(1)
})

test('sends no mail to a deleted or closed account, nor to any user of a tenant that has turned it off', async () => {
  const [gone, closed, open] = [await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO'), await app.someone('ROLE_PRO')]
  await change(gone, { deletedAt: new Date().toISOString() })
  await change(closed, { deactivatedAt: new Date().toISOString() })
  expect([await mailed(gone), await mailed(closed)]).toEqual([[], []])
  const { uniqueId: tenantId } = await app.tenant('Quiet')
  const quiet = await app.someone('ROLE_PRO', { tenantId })
  await write(quiet, (tx) => tx.insert(tenantSettings).values({ key: 'NOTIFY_BY_EMAIL', value: false }))
  expect(await mailed(quiet)).toEqual([])
  expect(await mailed(open)).toHaveLength(1)
})

test('a notification and its mail are committed with their cause; one with a letter of its own sends no other', async () => {
  const [ann, bob] = [await busy.someone('ROLE_ADMIN'), await busy.someone('ROLE_ADMIN')]
  const notice = { userId: ann.uniqueId, subject: 'News', content: 'It is so.' }
  const undone = write(
    ann,
    async (tx) => {
      await busy.appContext.notify(tx, ann.tenantId, notice)
      throw new Error('undone')
    },
    busy,
  )
  await expect(undone).rejects.toThrow('undone')
  await write(
    ann,
    (tx) =>
      busy.appContext.notify(
        tx,
        ann.tenantId,
        { ...notice, byMail: false },
        { ...notice, subject: 'By mail' },
        { ...notice, userId: bob.uniqueId },
      ),
    busy,
  )
  await expect.poll(() => lettersTo(bob, busy)).toHaveLength(1)
  await expect.poll(() => lettersTo(ann, busy)).toMatchObject([{ subject: 'By mail · Main' }])
  const told = await busy.as(ann).call(notificationApi.list, { type: 'PUSH_WEB' })
  expect(told.map(({ subject }) => subject).toSorted()).toEqual(['By mail', 'News'])
})

test('of very many notifications that one user causes to another in a day, fifty are mailed', async () => {
  const [ann, bob, carl] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL1')]
  const crm = crmCalls(app, ann)
  const { summary } = await crm.met()
  for (let number = 1; number <= 52; number++) await crm.step(summary.uniqueId, carl.uniqueId, { todo: `Call ${number}` })
  await crmCalls(app, bob).step(summary.uniqueId, carl.uniqueId, { todo: 'Call Bob' })
  const told = await app.as(carl).call(notificationApi.list, { type: 'PUSH_WEB', size: 100 })
  expect(told).toHaveLength(53)
  for (const { uniqueId } of told) await app.work('notification.letter', { tenantId: carl.tenantId, notificationId: uniqueId })
  const letters = await lettersTo(carl)
  expect(letters).toHaveLength(51)
  for (const [todo, isMailed] of [
    ['Call 50', true],
    ['Call 51', false],
    ['Call 52', false],
    ['Call Bob', true],
  ] as const)
    expect(letters.some(({ text }) => text.includes(`: ${todo}\n`))).toBe(isMailed)
  const written = await app.asOwner('select from notification where user_id = $1 and created_by is null', [carl.uniqueId])
  expect(written).toEqual([])
}, 60_000)

test('the result of a job is mailed a minute later, and nothing that has been read by then', async () => {
  const ann = await app.someone('ROLE_PRO')
  const notices = { subject: 'New company', content: 'It is so.', userId: ann.uniqueId }
  await write(ann, (tx) => app.appContext.notify(tx, ann.tenantId, notices, { ...notices, isResult: true }))
  const jobs = await app.asOwner<{ seconds: number; id: string }>(
    `select extract(epoch from start_after - created_on)::int as seconds, n.id from pgboss.job
     join notification n on n.id = (data->>'notificationId')::uuid and n.user_id = $1 where name = 'notification.letter' order by 1`,
    [ann.uniqueId],
  )
  expect(jobs.map(({ seconds }) => seconds)).toEqual([0, 60])
  await app.as(ann).call(notificationApi.read, { uniqueIds: [jobs[1]!.id] })
  for (const { id } of jobs) await app.work('notification.letter', { tenantId: ann.tenantId, notificationId: id })
  expect(await lettersTo(ann)).toHaveLength(1)
})
