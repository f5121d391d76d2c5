import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const seenBy = async (who: TestUser) => (await app.as(who).call(summaryApi.list, { page: 0 })).map(({ uniqueId }) => uniqueId)
const told = ({ uniqueId }: TestUser) =>
  app.asOwner<{ subject: string }>('select subject from notification where user_id = $1 order by created_at', [uniqueId])
const mails = ({ uniqueId }: TestUser) =>
  app.asOwner(`select from pgboss.job where name = 'summary.updated' and data->>'userId' = $1`, [uniqueId])

test('a summary is stored as sanitized markup and as plain text', async () => {
  const evil = `<p onclick="x()">Price <b>fell</b></p><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">here</a><a href="https://a.example">there</a>`
  const { summary } = await as(chief).met({ summary: { text: evil } })
  expect(summary.text).toBe(
    '<p>Price <b>fell</b></p><a>here</a><a href="https://a.example" rel="noopener noreferrer nofollow" target="_blank">there</a>',
  )
  expect(summary.plainText).toBe('Price fell\nherethere')
  for (const text of ['<p> </p>', '<script>1</script>', '<img src=x>'])
    await expect(as(chief).summary(summary.meetingReportUID, { text })).rejects.toMatchObject({
      data: { text: 'Summary is required' },
    })
})

test('all faults of a summary are reported at once', async () => {
  const sharedWith = [crypto.randomUUID()]
  const sharedWithProjects = [crypto.randomUUID()]
  const wrong = { text: '<p> </p>', sharedWith, sharedWithProjects }
  await expect(as(chief).summary(crypto.randomUUID(), wrong)).rejects.toMatchObject({
    data: {
      text: 'Summary is required',
      meetingReportUID: 'Choose a report',
      sharedWith: 'Choose projects and staff of your own',
      sharedWithProjects: 'Choose projects of your own',
    },
  })
})

test('a summary is visible to those it is shared with, by name or by project, and only while it is shared', async () => {
  const [level1, level2] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const project = await as(chief).project({ sharedWith: [level2.uniqueId] })
  const { summary } = await as(chief).met({ summary: { sharedWith: [project.uniqueId, level1.uniqueId] } })
  expect(summary.sharedWith).toEqual([{ uniqueId: level1.uniqueId, fullName: level1.fullName }])
  expect(summary.sharedWithProjects).toEqual([{ uniqueId: project.uniqueId, name: project.name }])
  expect([await seenBy(level1), await seenBy(level2)]).toEqual([[summary.uniqueId], [summary.uniqueId]])
  const [seen] = await app.as(level1).call(summaryApi.list, { page: 0 })
  expect(seen!.sharedWithProjects).toEqual([])
  expect([await told(level1), (await told(level2)).at(-1)]).toEqual([
    [{ subject: '{by} shared a summary with you' }],
    { subject: '{by} shared a summary with you' },
  ])
  await app.as(chief).call(projectApi.update, { uniqueId: project.uniqueId, sharedWith: [] })
  expect(await seenBy(level2)).toEqual([])
  await app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWith: [] })
  expect(await seenBy(level1)).toEqual([])
})

test('projects that an editor cannot see stay shared and are not shown', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const [hidden, open] = [await as(chief).project(), await as(chief).project({ sharedWith: [level3.uniqueId] })]
  const { company, contact } = await as(chief).met()
  const report = await as(level3).report(company.uniqueId, [contact.uniqueId])
  const summary = await as(level3).summary(report.uniqueId)
  await app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWith: [hidden.uniqueId] })
  const update = (sharedWith: string[]) => app.as(level3).call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWith })
  expect((await update([open.uniqueId])).sharedWithProjects.map(({ uniqueId }) => uniqueId)).toEqual([open.uniqueId])
  const whole = await app.as(chief).call(summaryApi.get, { uniqueId: summary.uniqueId })
  expect(new Set(whole.sharedWithProjects.map(({ uniqueId }) => uniqueId))).toEqual(new Set([hidden.uniqueId, open.uniqueId]))
  await expect(update([hidden.uniqueId])).rejects.toMatchObject({ status: 422 })
})

test('changing only the projects keeps the people it is shared with', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const project = await as(chief).project()
  const { summary } = await as(chief).met({ summary: { sharedWith: [level1.uniqueId] } })
  const { uniqueId } = summary
  const changed = await app.as(chief).call(summaryApi.update, { uniqueId, sharedWithProjects: [project.uniqueId] })
  expect(changed.sharedWith).toEqual([{ uniqueId: level1.uniqueId, fullName: level1.fullName }])
  expect(changed.sharedWithProjects).toEqual([{ uniqueId: project.uniqueId, name: project.name }])
})

test('a summary can only be shared with staff and projects of its own partition', async () => {
  const member = await app.someone('ROLE_PRO')
  const foreign = await app.someone('ROLE_ADMIN', { tenantId: app.other.uniqueId })
  const { report } = await as(chief).met()
  const theirs = await as(member).project()
  for (const id of [member.uniqueId, foreign.uniqueId, theirs.uniqueId, crypto.randomUUID()])
    await expect(as(chief).summary(report.uniqueId, { sharedWith: [id] })).rejects.toMatchObject({
      data: { sharedWith: 'Choose projects and staff of your own' },
    })
  const own = await as(member).met()
  await expect(as(member).summary(own.report.uniqueId, { sharedWith: [chief.uniqueId] })).rejects.toMatchObject({ status: 422 })
})

test('an update is mailed to everyone on the list, at most once in ten minutes', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const { summary } = await as(chief).met({ summary: { sharedWith: [level1.uniqueId] } })
  for (const text of ['One', 'Two', 'Two']) await app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, text })
  expect(await mails(level1)).toHaveLength(1)
  expect(await told(level1)).toHaveLength(1)
  await app.asOwner(`update summary_mail set updated_at = now() - interval '11 minutes'`)
  await app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, text: 'Three' })
  expect(await mails(level1)).toHaveLength(2)
})

test('a summary follows its report to another company and day', async () => {
  const { report, summary } = await as(chief).met()
  const other = await as(chief).company({ legalName: 'Elsewhere' })
  const bob = await as(chief).contact(other.uniqueId)
  const moved = { uniqueId: report.uniqueId, companyUID: other.uniqueId, attendees: [bob.uniqueId], date: '2026-05-05' }
  await app.as(chief).call(meetingReportApi.update, moved)
  expect(await app.as(chief).call(summaryApi.get, { uniqueId: summary.uniqueId })).toMatchObject({
    company: { legalName: 'Elsewhere' },
    meetingDate: '2026-05-05',
  })
  expect(await app.as(chief).call(summaryApi.list, { page: 0, companyUid: other.uniqueId })).toHaveLength(1)
})

test('summaries are found by project, by company and by the day of the meeting, from a day on or up to a day', async () => {
  const project = await as(chief).project({ name: 'Iberia food' })
  const { company, summary } = await as(chief).met({
    report: { date: '2025-07-01' },
    summary: { sharedWithProjects: [project.uniqueId] },
  })
  const found = async (query: object) =>
    (await app.as(chief).call(summaryApi.list, { page: 0, ...query })).map(({ uniqueId }) => uniqueId)
  for (const query of [
    { project: 'IBERIA' },
    { projectUid: project.uniqueId },
    { companyUid: company.uniqueId },
    { dateFrom: '2025-07-01', dateTo: '2025-07-01' },
  ])
    expect(await found(query)).toEqual([summary.uniqueId])
  expect(await found({ project: 'nowhere' })).toEqual([])
  const ofCompany = (days: object) => found({ companyUid: company.uniqueId, ...days })
  expect(await ofCompany({ dateFrom: '2025-07-01' })).toEqual([summary.uniqueId])
  expect(await ofCompany({ dateFrom: '2025-07-02' })).toEqual([])
  expect(await ofCompany({ dateTo: '2025-07-01' })).toEqual([summary.uniqueId])
  expect(await ofCompany({ dateTo: '2025-06-30' })).toEqual([])
})
