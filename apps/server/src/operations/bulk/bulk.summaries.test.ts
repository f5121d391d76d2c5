import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_ADMIN')
})
afterAll(() => app.close())

const as = (who: TestUser) => crmCalls(app, who)
const ids = (...records: { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)
const share = (reports: string[], to: string[], who = chief, dryRun = false) =>
  app.as(who).call(bulkApi.changeMeetingReports, { ids: reports, change: { share: to }, ...(dryRun && { dryRun }) })
const sharesOf = async ({ uniqueId }: { uniqueId: string }) => {
  const { sharedWith, sharedWithProjects } = await app.as(chief).call(summaryApi.get, { uniqueId })
  return [ids(...sharedWith), ids(...sharedWithProjects)]
}
const undo = (uniqueId: string, who = chief) => app.as(who).call(bulkApi.undo, { uniqueId })
const toldTo = ({ uniqueId }: TestUser) =>
  app.asOwner(
    `select "values"->>'number' as number from notification where user_id = $1 and subject = '{by} shared summaries with you'`,
    [uniqueId],
  )

test('shares the summaries of many reports with people and projects, notifies once, and Undo removes only the new shares', async () => {
  const [ada, bob] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const project = await as(chief).project({ sharedWith: [bob.uniqueId] })
  const first = await as(chief).met({ summary: { sharedWith: [ada.uniqueId] } })
  const second = await as(chief).met()
  const more = await as(chief).summary(second.report.uniqueId)
  const bare = await as(chief).report(second.company.uniqueId, [second.contact.uniqueId])
  const reports = ids(first.report, second.report, bare)
  const to = [ada.uniqueId, project.uniqueId]
  expect(await share(reports, to, chief, true)).toMatchObject({ total: 3, changes: 3, same: 0, refused: 0, operation: null })
  const { operation } = await share(reports, to)
  expect(operation).toMatchObject({ state: 'DONE', kind: 'meetingReport', action: 'SHARE', changed: 3 })
  for (const one of [first.summary, second.summary, more])
    expect(await sharesOf(one)).toEqual([[ada.uniqueId], [project.uniqueId]])
  expect(await share(reports, to, chief, true)).toMatchObject({ changes: 0, same: 3 })
  // Ada saw one of them before, Bob sees them through the project.
  expect([await toldTo(ada), await toldTo(bob)]).toEqual([[{ number: '2' }], [{ number: '3' }]])
  expect(ids(...(await app.as(bob).call(summaryApi.list, { page: 0 }))).toSorted()).toEqual(
    ids(first.summary, second.summary, more).toSorted(),
  )
  const [entry] = await app.as(chief).call(summaryApi.history, { uniqueId: more.uniqueId, page: 0 })
  expect(entry!.changes).toEqual({ sharedWith: { before: [], after: [ada.fullName, project.name] } })
  const onTimelines = await app.asOwner(
    `select count(*)::int as count from activity where subject_id = $1 and kind = 'summary'`,
    [project.uniqueId],
  )
  expect(onTimelines).toEqual([{ count: 3 }])

  await app.as(chief).call(summaryApi.update, { uniqueId: more.uniqueId, sharedWith: [] })
  expect(await undo(operation!.uniqueId)).toMatchObject({ state: 'UNDONE', restored: 2, left: 1 })
  expect([await sharesOf(first.summary), await sharesOf(second.summary)]).toEqual([
    [[ada.uniqueId], []],
    [[], []],
  ])
})

test('summaries that the actor may not change are rejected and unchanged; unreachable people and projects are rejected at the field', async () => {
  const ada = await app.someone('ROLE_LEVEL1')
  const report = (await as(clerk).met()).report
  const theirs = await as(chief).summary(report.uniqueId)
  expect(await share([report.uniqueId], [ada.uniqueId], clerk, true)).toMatchObject({ total: 2, changes: 1, refused: 1 })
  const { operation } = await share([report.uniqueId], [ada.uniqueId], clerk)
  expect(operation).toMatchObject({ changed: 1, refused: 1 })
  expect(await sharesOf(theirs)).toEqual([[], []])
  const member = await app.someone('ROLE_PRO')
  const other = await as(member).project()
  for (const stranger of [crypto.randomUUID(), member.uniqueId, other.uniqueId])
    await expect(share([report.uniqueId], [stranger], clerk)).rejects.toMatchObject({
      status: 422,
      data: { share: 'Choose projects and staff of your own' },
    })
  const keeper = await app.someone('ROLE_LEVEL3')
  await expect(share([report.uniqueId], [ada.uniqueId], keeper)).rejects.toMatchObject({ status: 404 })
  await expect(share([report.uniqueId], [ada.uniqueId], ada)).rejects.toMatchObject({ status: 403 })
})

test('a member can share only with projects of their own', async () => {
  const member = await app.someone('ROLE_PRO')
  const { report, summary } = await as(member).met()
  const project = await as(member).project()
  expect((await share([report.uniqueId], [project.uniqueId], member)).operation).toMatchObject({ changed: 1 })
  const shown = await app.as(member).call(summaryApi.get, { uniqueId: summary.uniqueId })
  expect(ids(...shown.sharedWithProjects)).toEqual([project.uniqueId])
  await expect(share([report.uniqueId], [chief.uniqueId], member)).rejects.toMatchObject({ status: 422 })
})

/** Adds this number of copies of a summary to its report. */
const addCopies = ({ uniqueId }: { uniqueId: string }, number: number) =>
  app.asOwner(
    `insert into summary (tenant_id, world_id, created_by, text, plain_text, meeting_report_id, meeting_date, company_id, company_name, search_text)
     select tenant_id, world_id, created_by, text, plain_text, meeting_report_id, meeting_date, company_id, company_name, search_text
     from summary, generate_series(1, $2::int) where id = $1`,
    [uniqueId, number],
  )
/** Runs the job of an operation, and returns the operation. */
const workOn = async (uniqueId: string, run = app.work) => {
  const [found] = await app.asOwner<{ data: object }>(
    `select data from pgboss.job where name = 'bulk.take' and data->>'operationId' = $1 order by created_on desc limit 1`,
    [uniqueId],
  )
  await run('bulk.take', found!.data)
  return app.as(chief).call(bulkApi.get, { uniqueId })
}

test('all matching reports are counted by their summaries, and more than 500 are shared by a job', async () => {
  const ada = await app.someone('ROLE_LEVEL1')
  const { company, report, summary } = await as(chief).met({ company: { legalName: 'Chorus' } })
  await addCopies(summary, 599)
  const matching = { company: company.legalName }
  const change = { share: [ada.uniqueId] }
  const call = app.as(chief).call
  expect(await call(bulkApi.changeMeetingReports, { matching, change, dryRun: true })).toMatchObject({ total: 600, changes: 600 })
  expect(await call(meetingReportApi.get, { uniqueId: report.uniqueId })).toMatchObject({ summaries: 600 })
  const { operation } = await call(bulkApi.changeMeetingReports, { matching: { ...matching, count: 600 }, change })
  expect(operation).toMatchObject({ state: 'PENDING', total: 600 })
  const work = () => workOn(operation!.uniqueId)
  expect(await work()).toMatchObject({ state: 'DONE', changed: 600 })
  expect(await toldTo(ada)).toEqual([{ number: '600' }])
  await undo(operation!.uniqueId)
  expect(await work()).toMatchObject({ state: 'UNDONE', restored: 600, left: 0 })
}, 60_000)

test('an operation that fails midway notifies those who gained access until then, once, and its Undo notifies nobody', async () => {
  const [ada, bob] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL1')]
  const { report, summary } = await as(chief).met()
  await addCopies(summary, 500)
  const { operation } = await share([report.uniqueId], [ada.uniqueId, bob.uniqueId])
  const { uniqueId } = operation!
  expect(operation).toMatchObject({ state: 'PENDING', total: 501 })
  const [last] = await app.asOwner<{ id: string }>(
    `select ids[1] as id from bulk_batch where operation_id = $1 order by number desc limit 1`,
    [uniqueId],
  )
  await app.asOwner(
    `create function fail_last() returns trigger language plpgsql as 'begin if new.id = ''${last!.id}'' then raise exception ''no''; end if; return new; end'`,
  )
  await app.asOwner('create trigger fail_last before update on summary for each row execute function fail_last()')
  await expect(workOn(uniqueId)).rejects.toThrow('Failed query')
  expect(await toldTo(ada)).toEqual([])
  for (const _ of [1, 2]) expect(await workOn(uniqueId, app.giveUp)).toMatchObject({ state: 'FAILED', changed: 500 })
  await app.asOwner('drop trigger fail_last on summary')
  expect([await toldTo(ada), await toldTo(bob)]).toEqual([[{ number: '500' }], [{ number: '500' }]])
  await undo(uniqueId)
  expect(await workOn(uniqueId, app.giveUp)).toMatchObject({ state: 'FAILED' })
  expect(await toldTo(ada)).toEqual([{ number: '500' }])
}, 60_000)

test('an operation whose recipient leaves midway notifies the others', async () => {
  const [ada, bob] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL1')]
  const { report, summary } = await as(chief).met()
  await addCopies(summary, 500)
  const { operation } = await share([report.uniqueId], [ada.uniqueId, bob.uniqueId])
  await app.asOwner(
    `update bulk_batch set done = jsonb_build_array(jsonb_build_object('uniqueId', $2::text, 'gained', jsonb_build_array($3::text)))
     where operation_id = $1 and number = 0`,
    [operation!.uniqueId, summary.uniqueId, ada.uniqueId],
  )
  await app.asOwner('update user_account set deactivated_at = now() where id = $1', [bob.uniqueId])
  expect(await workOn(operation!.uniqueId)).toMatchObject({ state: 'FAILED' })
  expect(await toldTo(ada)).toEqual([{ number: '1' }])
}, 60_000)

test('selected summaries are shared and deleted, as far as the actor may, and Undo takes both back', async () => {
  const ada = await app.someone('ROLE_LEVEL1')
  const [own, theirs] = [(await as(clerk).met()).summary, (await as(chief).met()).summary]
  const { call } = app.as(clerk)
  const shared = await call(bulkApi.changeSummaries, { ids: ids(own, theirs), change: { share: [ada.uniqueId] } })
  expect(shared.operation).toMatchObject({ state: 'DONE', kind: 'summary', action: 'SHARE', changed: 1, refused: 1 })
  expect([await sharesOf(own), await sharesOf(theirs)]).toEqual([
    [[ada.uniqueId], []],
    [[], []],
  ])
  expect(await toldTo(ada)).toEqual([{ number: '1' }])
  const removed = await call(bulkApi.removeSummaries, { matching: { companyUid: own.companyUid, count: 1 } })
  expect(removed.operation).toMatchObject({ kind: 'summary', action: 'DELETE', changed: 1 })
  await expect(call(summaryApi.get, { uniqueId: own.uniqueId })).rejects.toMatchObject({ status: 404 })
  for (const { operation } of [removed, shared])
    expect(await undo(operation!.uniqueId, clerk)).toMatchObject({ state: 'UNDONE', restored: 1, left: 0 })
  expect(await sharesOf(own)).toEqual([[], []])
})
