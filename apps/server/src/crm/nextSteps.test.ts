import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { adminApi } from '@tradewind/contract/platform/user.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayIn } from '#kit/days'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const as = (who: TestUser) => crmCalls(app, who)
const seenBy = async (who: TestUser) => (await app.as(who).call(nextStepsApi.list, { page: 0 })).map(({ uniqueId }) => uniqueId)
const told = async ({ uniqueId }: TestUser) =>
  (
    await app.asOwner<{ subject: string }>('select subject from notification where user_id = $1 order by created_at, id', [
      uniqueId,
    ])
  ).map(({ subject }) => subject)
const close = (who: TestUser, uniqueId: string) => app.as(who).call(nextStepsApi.markClosed, { uniqueId })

test('a new task is open whatever its form sends, and the assignee is notified', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const { summary, company } = await as(chief).met()
  const task = await as(chief).step(summary.uniqueId, level1.uniqueId, { status: 'CLOSED', byWhen: '2020-01-01' })
  expect(task).toMatchObject({
    nextStepsStatus: 'OPEN',
    byWhen: '2020-01-01',
    isOverdue: true,
    assignedUser: { uniqueId: level1.uniqueId, fullName: level1.fullName },
    summaryUID: summary.uniqueId,
    company: { uniqueId: company.uniqueId },
    createdByName: chief.fullName,
  })
  expect(await told(level1)).toEqual(['{by} assigned you a task'])
})

test('a task is closed once and for good, and its creator is notified; a second close changes nothing', async () => {
  const level2 = await app.someone('ROLE_LEVEL2')
  const giver = await app.someone('ROLE_ADMIN')
  const { summary } = await as(giver).met()
  const task = await as(giver).step(summary.uniqueId, level2.uniqueId)
  const answers = await Promise.all([close(level2, task.uniqueId), close(level2, task.uniqueId)])
  expect(answers.map(({ nextStepsStatus }) => nextStepsStatus)).toEqual(['CLOSED', 'CLOSED'])
  expect(await told(giver)).toEqual(['{by} closed a task'])
  const entries = await app.asOwner(`select from audit where record_id = $1 and changes ? 'nextStepsStatus'`, [task.uniqueId])
  expect(entries).toHaveLength(1)
  await app.as(giver).send(nextStepsApi.update, { uniqueId: task.uniqueId, todo: 'Again', status: 'OPEN' })
  expect(await app.as(giver).call(nextStepsApi.get, { uniqueId: task.uniqueId })).toMatchObject({
    todo: 'Again',
    nextStepsStatus: 'CLOSED',
  })
})

test('who becomes the assignee of a closed task is not told of a task to do', async () => {
  const [giver, other] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  const { summary } = await as(giver).met()
  const { uniqueId } = await as(giver).step(summary.uniqueId, giver.uniqueId)
  await close(giver, uniqueId)
  const changed = await app.as(giver).call(nextStepsApi.update, { uniqueId, assignedUser: other.uniqueId })
  expect(changed).toMatchObject({ nextStepsStatus: 'CLOSED', assignedUser: { uniqueId: other.uniqueId } })
  expect(await told(other)).toEqual([])
})

test('levels see open tasks that they are assigned or gave, and no closed ones', async () => {
  const [level1, level3] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })]
  const { summary } = await as(chief).met({ summary: { sharedWith: [level1.uniqueId, level3.uniqueId] } })
  const mine = await as(chief).step(summary.uniqueId, level1.uniqueId)
  const given = await as(level1).step(summary.uniqueId, level3.uniqueId)
  await as(chief).step(summary.uniqueId, chief.uniqueId)
  expect(new Set(await seenBy(level1))).toEqual(new Set([mine.uniqueId, given.uniqueId]))
  expect(await seenBy(level3)).toEqual([given.uniqueId])
  await close(level3, given.uniqueId)
  expect(await seenBy(level3)).toEqual([])
  expect(await seenBy(level1)).toEqual([mine.uniqueId])
  await expect(close(level3, mine.uniqueId)).rejects.toMatchObject({ status: 404 })
})

test('a level who gave a task is told that it is closed without a link, as levels see no closed tasks; reopened, it has one', async () => {
  const [level1, level2] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const { summary } = await as(chief).met({ summary: { sharedWith: [level1.uniqueId] } })
  const { uniqueId } = await as(level1).step(summary.uniqueId, level2.uniqueId)
  await close(level2, uniqueId)
  await app.as(level2).call(nextStepsApi.reopen, { uniqueId })
  const pathOf = (subject: string) =>
    app.asOwner('select path from notification where user_id = $1 and subject = $2', [level1.uniqueId, subject])
  expect(await pathOf('{by} closed a task')).toEqual([{ path: null }])
  expect(await pathOf('{by} opened a task again')).toEqual([{ path: `nextSteps/show/${uniqueId}` }])
})

test('in tasks and summaries, a company that the reader may not see is shown by name without a link', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const shared = { summary: { sharedWith: [level3.uniqueId] } }
  for (const country of ['Germany', 'Japan']) {
    const { company, summary } = await as(chief).met({ company: { country }, ...shared })
    const { uniqueId } = await as(chief).step(summary.uniqueId, level3.uniqueId)
    const ofSummary = { uniqueId: summary.uniqueId }
    const read = async (who: TestUser) => [
      (await app.as(who).call(nextStepsApi.get, { uniqueId })).company,
      (await app.as(who).call(summaryApi.get, ofSummary)).company,
    ]
    const named = (id: string | null) => Array.from({ length: 2 }, () => ({ uniqueId: id, legalName: company.legalName }))
    expect(await read(chief)).toEqual(named(company.uniqueId))
    expect(await read(level3)).toEqual(named(country === 'Germany' ? company.uniqueId : null))
    expect((await close(level3, uniqueId)).company).toEqual(named(country === 'Germany' ? company.uniqueId : null)[0])
  }
})

test('a task can only be assigned to staff of the tenant; members are assigned their own', async () => {
  const member = await app.someone('ROLE_PRO')
  const foreign = await app.someone('ROLE_ADMIN', { tenantId: app.other.uniqueId })
  const { summary } = await as(chief).met()
  for (const userId of [member.uniqueId, foreign.uniqueId, crypto.randomUUID()])
    await expect(as(chief).step(summary.uniqueId, userId)).rejects.toMatchObject({
      data: { assignedUser: 'Choose one of the staff' },
    })
  const own = await as(member).met()
  expect(await as(member).step(own.summary.uniqueId, member.uniqueId)).toMatchObject({ createdBy: member.uniqueId })
  await expect(as(member).step(own.summary.uniqueId, chief.uniqueId)).rejects.toMatchObject({ status: 422 })
  await expect(as(member).step(summary.uniqueId, member.uniqueId)).rejects.toMatchObject({
    data: { summaryUID: 'Choose a summary' },
  })
  await expect(as(member).step(summary.uniqueId, chief.uniqueId)).rejects.toMatchObject({
    data: { summaryUID: 'Choose a summary', assignedUser: 'Choose one of the staff' },
  })
})

test('a change based on a stale task is rejected, and the current state is returned', async () => {
  const { summary } = await as(chief).met()
  const { uniqueId, updatedAt } = await as(chief).step(summary.uniqueId, chief.uniqueId)
  await app.as(chief).call(nextStepsApi.update, { uniqueId, updatedAt, todo: 'Call them' })
  await expect(app.as(chief).call(nextStepsApi.update, { uniqueId, updatedAt, todo: 'Write to them' })).rejects.toMatchObject({
    status: 409,
    data: { uniqueId, todo: 'Call them', assignedUser: { uniqueId: chief.uniqueId, fullName: chief.fullName } },
  })
})

test('the tasks of a summary are visible to those who see the summary', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const { summary } = await as(chief).met()
  const task = await as(chief).step(summary.uniqueId, chief.uniqueId)
  const of = (who: TestUser) => app.as(who).call(nextStepsApi.fetchBySummary, { summaryId: summary.uniqueId })
  expect((await of(chief)).map(({ uniqueId }) => uniqueId)).toEqual([task.uniqueId])
  await expect(of(level1)).rejects.toMatchObject({ status: 404 })
})

test('a task is notified once on its due day, whoever looks and however often; a new due day is notified again', async () => {
  const level2 = await app.someone('ROLE_LEVEL2')
  const { summary } = await as(chief).met()
  const due = await as(chief).step(summary.uniqueId, level2.uniqueId, { byWhen: '2020-05-05' })
  await as(chief).step(summary.uniqueId, level2.uniqueId, { byWhen: '2199-01-01' })
  const remind = () => app.clock('nextSteps.remind')
  await Promise.all([remind(), remind()])
  await remind()
  const dues = async () => (await told(level2)).filter((subject) => subject === 'A task is due')
  expect(await dues()).toHaveLength(1)
  await app.as(chief).call(nextStepsApi.update, { uniqueId: due.uniqueId, byWhen: '2021-01-01' })
  await remind()
  expect(await dues()).toHaveLength(2)
})

test('a task is due on its day in the time zone of the assignee, else of the tenant', async () => {
  const [ahead, behind] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const zones = [
    [ahead, 'Pacific/Kiritimati'],
    [behind, 'Etc/GMT+12'],
  ] as const
  for (const [{ uniqueId }, zone] of zones)
    await app.asOwner('update user_account set time_zone = $2 where id = $1', [uniqueId, zone])
  const { summary } = await as(chief).met()
  const byWhen = todayIn('Pacific/Kiritimati') // in the other zone, this day begins 26 hours later
  for (const { uniqueId } of [ahead, behind]) await as(chief).step(summary.uniqueId, uniqueId, { byWhen })
  await app.clock('nextSteps.remind')
  expect((await told(ahead)).includes('A task is due')).toBe(true)
  expect((await told(behind)).includes('A task is due')).toBe(false)
})

test('nobody is reminded of a task that is closed while the reminders go out', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const { summary } = await as(chief).met()
  const due = { byWhen: '2020-05-05' }
  const [first, second] = [
    await as(chief).step(summary.uniqueId, level1.uniqueId, due),
    await as(chief).step(summary.uniqueId, level1.uniqueId, due),
  ]
  await app.asOwner(`create or replace function close_other() returns trigger language plpgsql security definer as $$ begin
    update next_step set next_steps_status = 'CLOSED' where id in ('${first.uniqueId}', '${second.uniqueId}') and reminded_at is null;
    return new; end $$`)
  await app.asOwner(`create trigger close_other after insert on notification for each row when (new.subject = 'A task is due')
    execute function close_other()`)
  await app.clock('nextSteps.remind')
  await app.asOwner('drop trigger close_other on notification')
  expect((await told(level1)).filter((subject) => subject === 'A task is due')).toHaveLength(1)
})

test('a tenant whose reminders fail does not block those of other tenants', async () => {
  const other = await app.someone('ROLE_TENANT_ADMIN', { tenantId: app.other.uniqueId })
  for (const who of [chief, other]) {
    const { summary } = await as(who).met()
    await as(who).step(summary.uniqueId, who.uniqueId, { byWhen: '2020-05-05' })
  }
  const toldBefore = await told(chief)
  await app.asOwner(`create or replace function no_notice() returns trigger language plpgsql as $$ begin
    if new.tenant_id = '${chief.tenantId}' then raise exception 'no notice'; end if; return new; end $$`)
  await app.asOwner('create trigger no_notice before insert on notification for each row execute function no_notice()')
  await expect(app.clock('nextSteps.remind')).rejects.toThrow('failed for 1 of 2 tenants')
  await app.asOwner('drop trigger no_notice on notification')
  expect(await told(other)).toEqual(['A task is due'])
  expect(await told(chief)).toEqual(toldBefore)
})

test('only the user who closed a task can reopen it, within a minute; its creator is notified', async () => {
  const [level1, giver] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_ADMIN')]
  const { summary } = await as(giver).met()
  const { uniqueId } = await as(giver).step(summary.uniqueId, level1.uniqueId)
  const reopen = (who: TestUser) => app.as(who).call(nextStepsApi.reopen, { uniqueId })
  await expect(reopen(level1)).rejects.toMatchObject({ status: 404 })
  await close(level1, uniqueId)
  for (const other of [giver, chief]) await expect(reopen(other)).rejects.toMatchObject({ status: 404 })
  expect(await reopen(level1)).toMatchObject({ uniqueId, nextStepsStatus: 'OPEN' })
  expect(await seenBy(level1)).toContain(uniqueId)
  expect(await told(giver)).toEqual(['{by} closed a task', '{by} opened a task again'])
  await close(level1, uniqueId)
  await app.asOwner(`update next_step set closed_at = now() - interval '61 seconds' where id = $1`, [uniqueId])
  await expect(reopen(level1)).rejects.toMatchObject({
    status: 409,
    message: 'The task was closed some time ago. It stays closed.',
  })
  expect(await app.as(chief).call(nextStepsApi.get, { uniqueId })).toMatchObject({ nextStepsStatus: 'CLOSED' })
})

test('the tasks of a deleted user go to their author, and to a tenant admin if the author’s account is closed', async () => {
  const { uniqueId: tenantId } = await app.tenant('Handover')
  const admin = await app.someone('ROLE_TENANT_ADMIN', { tenantId })
  const [author, closed, leaving] = [
    await app.someone('ROLE_ADMIN', { tenantId }),
    await app.someone('ROLE_ADMIN', { tenantId }),
    await app.someone('ROLE_LEVEL1', { tenantId }),
  ]
  const taskOf = async (who: TestUser) => as(who).step((await as(who).met()).summary.uniqueId, leaving.uniqueId)
  const tasks = [await taskOf(author), await taskOf(closed)]
  await app.as(admin).call(adminApi.setActive, { uniqueId: closed.uniqueId, isActive: false })
  await app.as(admin).call(adminApi.remove, { uniqueId: leaving.uniqueId })
  const assignees = []
  for (const { uniqueId } of tasks)
    assignees.push((await app.as(admin).call(nextStepsApi.get, { uniqueId })).assignedUser?.uniqueId)
  expect(assignees).toEqual([author.uniqueId, admin.uniqueId])
})

test('who takes over the due tasks of a deleted user is reminded of them', async () => {
  const [author, leaving] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL1')]
  const { summary } = await as(author).met()
  await as(author).step(summary.uniqueId, leaving.uniqueId, { byWhen: '2020-05-05' })
  await app.clock('nextSteps.remind')
  expect(await told(leaving)).toContain('A task is due')
  await app.as(chief).call(adminApi.remove, { uniqueId: leaving.uniqueId })
  await app.clock('nextSteps.remind')
  expect(await told(author)).toEqual(['A task is due'])
})
