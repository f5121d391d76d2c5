import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const as = (who: TestUser) => crmCalls(app, who)
const ids = (...records: { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)
const change = { nextStepsStatus: 'CLOSED' } as const
const closeAll = (who: TestUser, taskIds: string[]) => app.as(who).call(bulkApi.changeNextSteps, { ids: taskIds, change })
const undo = (uniqueId: string, who: TestUser) => app.as(who).call(bulkApi.undo, { uniqueId })
const statusOf = async ({ uniqueId }: { uniqueId: string }) =>
  (await app.as(chief).call(nextStepsApi.get, { uniqueId })).nextStepsStatus
const told = ({ uniqueId }: TestUser) =>
  app.asOwner<{ subject: string; number: string; path: string | null }>(
    `select subject, "values" ->> 'number' as number, path from notification where user_id = $1 order by created_at, id`,
    [uniqueId],
  )

test('many tasks are closed as one is: in the audit trail, on the timeline, and their creator is told once; Undo opens them again', async () => {
  const [giver, clerk] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN')]
  const { summary, company } = await as(giver).met()
  const tasks = [await as(giver).step(summary.uniqueId, clerk.uniqueId), await as(giver).step(summary.uniqueId, chief.uniqueId)]
  const done = await as(giver).step(summary.uniqueId, chief.uniqueId)
  await app.as(giver).call(nextStepsApi.markClosed, { uniqueId: done.uniqueId })
  const taskIds = ids(...tasks, done)
  const preview = await app.as(clerk).call(bulkApi.changeNextSteps, { ids: taskIds, change, dryRun: true })
  expect(preview).toMatchObject({ total: 3, changes: 2, same: 1, refused: 0, operation: null })
  const { operation } = await closeAll(clerk, taskIds)
  expect(operation).toMatchObject({ state: 'DONE', action: 'SET', fields: ['nextStepsStatus'], changed: 2, same: 1 })
  expect(await Promise.all(tasks.map(statusOf))).toEqual(['CLOSED', 'CLOSED'])
  expect(await told(giver)).toEqual([
    { subject: '{by} closed tasks', number: '2', path: 'nextSteps/list?nextStepsStatus=CLOSED' },
  ])
  const history = await app.as(chief).call(nextStepsApi.history, { uniqueId: tasks[0]!.uniqueId, page: 0 })
  expect(history[0]).toMatchObject({ changes: { nextStepsStatus: { before: 'OPEN', after: 'CLOSED' } } })
  const timeline = await app.as(chief).call(timelineApi.list, { kind: 'company', uniqueId: company.uniqueId, page: 0 })
  expect(timeline.filter(({ action }) => action === 'CLOSED')).toHaveLength(3)

  expect(await undo(operation!.uniqueId, clerk)).toMatchObject({ state: 'UNDONE', restored: 2, left: 0 })
  expect(await Promise.all([...tasks, done].map(statusOf))).toEqual(['OPEN', 'OPEN', 'CLOSED'])
  expect((await told(giver)).at(-1)).toEqual({ subject: '{by} opened tasks again', number: '2', path: 'nextSteps/list' })
})

test('a level closes together the tasks that they are assigned or gave, and no others; a creator who sees no closed tasks is told without a link', async () => {
  const [level1, level2] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const { summary } = await as(chief).met({ summary: { sharedWith: [level2.uniqueId] } })
  const mine = await as(chief).step(summary.uniqueId, level1.uniqueId)
  const given = await as(level2).step(summary.uniqueId, level1.uniqueId)
  const hidden = await as(chief).step(summary.uniqueId, chief.uniqueId)
  await expect(closeAll(level1, ids(mine, hidden))).rejects.toMatchObject({ status: 404 })
  expect(await statusOf(mine)).toBe('OPEN')
  const { operation } = await closeAll(level1, ids(mine, given))
  expect(operation).toMatchObject({ changed: 2, refused: 0 })
  expect((await told(level2)).at(-1)).toEqual({ subject: '{by} closed tasks', number: '1', path: null })
  expect(await app.as(level1).call(nextStepsApi.list, { page: 0 })).toEqual([])
  await expect(undo(operation!.uniqueId, level2)).rejects.toMatchObject({ status: 404 })
  expect(await undo(operation!.uniqueId, level1)).toMatchObject({ restored: 2, left: 0 })
  expect(await app.as(level1).call(nextStepsApi.list, { page: 0 })).toHaveLength(2)
})

test('a member closes all of their tasks that match, and an Undo leaves what was opened and closed again since', async () => {
  const member = await app.someone('ROLE_PRO')
  const { summary } = await as(member).met()
  const word = `Quay ${crypto.randomUUID()}`
  const step = (todo: string) => as(member).step(summary.uniqueId, member.uniqueId, { todo })
  const [one, two] = [await step(`${word} 1`), await step(`${word} 2`)]
  const other = await step('Another')
  const matching = { todo: word, nextStepsStatus: 'OPEN' } as const
  const call = (input: object) => app.as(member).call(bulkApi.changeNextSteps, { ...input, change })
  const { total } = await call({ matching, dryRun: true })
  expect(total).toBe(2)
  const { operation } = await call({ matching: { ...matching, count: total } })
  const get = async ({ uniqueId }: { uniqueId: string }) =>
    (await app.as(member).call(nextStepsApi.get, { uniqueId })).nextStepsStatus
  expect(await Promise.all([one, two, other].map(get))).toEqual(['CLOSED', 'CLOSED', 'OPEN'])
  await app.as(member).call(nextStepsApi.reopen, { uniqueId: one.uniqueId })
  await app.as(member).call(nextStepsApi.markClosed, { uniqueId: one.uniqueId })
  const undone = await undo(operation!.uniqueId, member)
  expect(undone).toMatchObject({ restored: 1, left: 1, leftExamples: [one.todo] })
  expect(await Promise.all([one, two].map(get))).toEqual(['CLOSED', 'OPEN'])
  expect(await told(member)).toEqual([])
})

test.each([
  ['opened again', { nextStepsStatus: 'OPEN' }, 'change.nextStepsStatus'],
  ['closed and moved', { nextStepsStatus: 'CLOSED', byWhen: '2026-05-01' }, 'change'],
])('many tasks are not %s in one call', async (_, wrong, field) => {
  const refused = app.as(chief).call(bulkApi.changeNextSteps, { ids: [crypto.randomUUID()], change: wrong as never })
  await expect(refused).rejects.toMatchObject({ status: 422, data: { [field]: expect.any(String) } })
})

test('closed tasks that are assigned together are nothing to do: their new assignee is told only of the open ones', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const { summary } = await as(chief).met()
  const [open, closed] = [
    await as(chief).step(summary.uniqueId, chief.uniqueId),
    await as(chief).step(summary.uniqueId, chief.uniqueId),
  ]
  await app.as(chief).call(nextStepsApi.markClosed, { uniqueId: closed.uniqueId })
  const assign = (taskIds: string[]) =>
    app.as(chief).call(bulkApi.changeNextSteps, { ids: taskIds, change: { assignedUser: level1.uniqueId } })
  await assign(ids(closed))
  expect(await told(level1)).toEqual([])
  await app.as(chief).call(bulkApi.changeNextSteps, { ids: ids(closed), change: { assignedUser: chief.uniqueId } })
  await assign(ids(open, closed))
  expect(await told(level1)).toMatchObject([{ subject: '{by} assigned you tasks', number: '1' }])
})

test('more than 500 are closed and opened again by a job, and their creator is told once of each', async () => {
  const [giver, clerk] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_TENANT_ADMIN')]
  const { summary } = await as(giver).met()
  const first = await as(giver).step(summary.uniqueId, clerk.uniqueId, { todo: 'Volume 0' })
  await app.asOwner(
    `insert into next_step (tenant_id, world_id, created_by, todo, by_when, assigned_user, summary_id, company_id, company_name, search_text)
     select tenant_id, world_id, created_by, 'Volume ' || n, by_when, assigned_user, summary_id, company_id, company_name, search_text
     from next_step, generate_series(1, 500) n where id = $1`,
    [first.uniqueId],
  )
  const matching = { assignedUser: clerk.uniqueId, count: 501 }
  const { operation } = await app.as(clerk).call(bulkApi.changeNextSteps, { matching, change })
  expect(operation).toMatchObject({ state: 'PENDING', total: 501 })
  const run = async () => {
    const [found] = await app.asOwner<{ data: object }>(
      `select data from pgboss.job where name = 'bulk.take' and data->>'operationId' = $1 order by created_on desc limit 1`,
      [operation!.uniqueId],
    )
    await app.work('bulk.take', found!.data)
  }
  await run()
  expect(await statusOf(first)).toBe('CLOSED')
  await undo(operation!.uniqueId, clerk)
  await run()
  expect(await app.as(clerk).call(bulkApi.get, { uniqueId: operation!.uniqueId })).toMatchObject({
    state: 'UNDONE',
    changed: 501,
    restored: 501,
  })
  expect(await told(giver)).toMatchObject([
    { subject: '{by} closed tasks', number: '501' },
    { subject: '{by} opened tasks again', number: '501' },
  ])
}, 60_000)
