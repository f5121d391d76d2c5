import { companyApi } from '@tradewind/contract/crm/company.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
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
type Part = 'talk' | 'changes'
const told = async (who: TestUser, kind: 'company' | 'contact' | 'project', uniqueId: string, part?: Part) => {
  const query = { kind, uniqueId, ...(part && { part }), page: 0, sort: 'dateCreated' }
  const answer = await app.as(who).send(timelineApi.list, query)
  if (answer.statusCode !== 200) throw Object.assign(new Error(answer.body), { status: answer.statusCode })
  const rows = answer.json<{ kind: string; action: string }[]>()
  // An entry that is shown once is counted once.
  expect(answer.headers['x-total-count']).toBe(String(rows.length))
  return rows.map(({ kind: of, action }) => `${of} ${action}`)
}

test('a company’s timeline shows what happened around it, from the first contact to the closed task', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const project = await as(chief).project({ sharedWith: [level1.uniqueId] })
  const { company, contact, summary } = await as(chief).met({ summary: { sharedWith: [project.uniqueId] } })
  const place = await as(chief).place(project.uniqueId, company.uniqueId)
  const task = await as(chief).step(summary.uniqueId, level1.uniqueId)
  await app.as(level1).call(nextStepsApi.markClosed, { uniqueId: task.uniqueId })
  expect(place.project.uniqueId).toBe(project.uniqueId)
  expect(await told(chief, 'company', company.uniqueId)).toEqual([
    'company CREATED',
    'contact CREATED',
    'meetingReport CREATED',
    'summary CREATED',
    'projectCompany CREATED',
    'nextSteps CREATED',
    'nextSteps CLOSED',
  ])
  expect(await told(chief, 'contact', contact.uniqueId)).toEqual(['contact CREATED', 'meetingReport CREATED', 'summary CREATED'])
  expect(await told(chief, 'project', project.uniqueId)).toEqual([
    'project CREATED',
    'project SHARED',
    'summary SHARED',
    'projectCompany CREATED',
  ])
  const [latest] = await app.as(chief).call(timelineApi.list, { kind: 'project', uniqueId: project.uniqueId, size: 2 })
  expect(latest).toMatchObject({ kind: 'projectCompany', byName: chief.fullName, title: company.legalName })
})

test('a company that was put into a project, changed there or removed says which project it is', async () => {
  const { projectCompanyApi } = await import('@tradewind/contract/crm/project.contract')
  const { company } = await as(chief).met()
  const project = await as(chief).project({ name: 'Nordic grid' })
  const { uniqueId } = await as(chief).place(project.uniqueId, company.uniqueId)
  await app.as(chief).call(projectCompanyApi.update, { uniqueId, priority: 'HIGH' })
  await app.as(chief).call(projectCompanyApi.remove, { uniqueId })
  const entries = await app.as(chief).call(timelineApi.list, { kind: 'company', uniqueId: company.uniqueId })
  expect(entries.slice(0, 4).map(({ kind, action, project: name }) => [kind, action, name])).toEqual([
    ['projectCompany', 'DELETED', 'Nordic grid'],
    ['projectCompany', 'CHANGED', 'Nordic grid'],
    ['projectCompany', 'CREATED', 'Nordic grid'],
    ['summary', 'CREATED', null],
  ])
})

test('a long summary is cut between two words, never within a figure, and says that it goes on', async () => {
  const { company, summary } = await as(chief).met()
  const { summaryApi } = await import('@tradewind/contract/crm/summary.contract')
  const excerptOf = async (text: string) => {
    await app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, text: `<p>${text}</p>` })
    const entries = await app.as(chief).call(timelineApi.list, { kind: 'company', uniqueId: company.uniqueId })
    return entries.find(({ kind, action }) => kind === 'summary' && action === 'CREATED')?.excerpt
  }
  const words = `${'Free capacity '.repeat(21)}of`
  expect(words).toHaveLength(296)
  expect(await excerptOf(`${words} 90,000 pieces`)).toBe(`${words}…`)
  expect(await excerptOf(`${words} 90`)).toBe(`${words} 90`)
  expect(await excerptOf('a'.repeat(400))).toBe(`${'a'.repeat(300)}…`)
})

test('hides records that the actor may not see, and their text', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const { company, summary } = await as(chief).met()
  expect(await told(level3, 'company', company.uniqueId)).toEqual(['company CREATED', 'contact CREATED'])
  const { summaryApi } = await import('@tradewind/contract/crm/summary.contract')
  await app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWith: [level3.uniqueId] })
  const seen = await app.as(level3).call(timelineApi.list, { kind: 'company', uniqueId: company.uniqueId })
  expect(seen.find(({ kind }) => kind === 'summary')).toMatchObject({ excerpt: 'They want a sample.' })
  const stranger = await app.someone('ROLE_PRO')
  await expect(told(stranger, 'company', company.uniqueId)).rejects.toMatchObject({ status: 404 })
})

test('separates conversations from changes, and shows a summary that is shared again once', async () => {
  const [one, other] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL1')]
  const { company, summary } = await as(chief).met({ summary: { sharedWith: [one.uniqueId] } })
  const { summaryApi } = await import('@tradewind/contract/crm/summary.contract')
  await app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWith: [one.uniqueId, other.uniqueId] })
  await app.as(chief).call(companyApi.update, { uniqueId: company.uniqueId, address: 'Am Kai 1' })
  const { uniqueId } = company
  expect(await told(chief, 'company', uniqueId, 'talk')).toEqual(['meetingReport CREATED', 'summary CREATED'])
  const changes = ['company CREATED', 'contact CREATED', 'company CHANGED']
  expect(await told(chief, 'company', uniqueId, 'changes')).toEqual(changes)
  expect((await told(chief, 'company', uniqueId)).filter((what) => what.startsWith('summary'))).toEqual(['summary CREATED'])
  const page = await app.as(chief).call(timelineApi.list, { kind: 'company', uniqueId, part: 'changes', page: 1, size: 2 })
  expect(page.map(({ kind, action }) => `${kind} ${action}`)).toEqual(['company CREATED'])
})

test('a project’s timeline shows a summary that is shared with it twice once', async () => {
  const { summaryApi } = await import('@tradewind/contract/crm/summary.contract')
  const project = await as(chief).project()
  const { summary } = await as(chief).met({ summary: { sharedWith: [project.uniqueId] } })
  for (const sharedWithProjects of [[], [project.uniqueId]])
    await app.as(chief).call(summaryApi.update, { uniqueId: summary.uniqueId, sharedWithProjects })
  expect(await told(chief, 'project', project.uniqueId, 'talk')).toEqual(['summary SHARED'])
})

test('also counts a summary once that is shared again thousands of times', async () => {
  const { uniqueId } = await as(chief).company()
  await app.asOwner(
    `insert into activity (tenant_id, world_id, subject_id, action, kind, record_id, title, by_name)
     select $1, $1, $2, 'SHARED', 'summary', ('01990000-0000-7000-8000-00000000000' || case when n > 20990 then 3 else n % 3 end)::uuid, 'Often', 'Somebody' from generate_series(1, 21000) n`,
    [chief.tenantId, uniqueId],
  )
  expect(await told(chief, 'company', uniqueId)).toEqual([
    'company CREATED',
    ...Array.from({ length: 4 }, () => 'summary SHARED'),
  ])
})

test('shows the changed fields only to actors who may read the history', async () => {
  const [admin, level3] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })]
  const { company, contact } = await as(chief).met()
  await app.as(chief).call(companyApi.update, { uniqueId: company.uniqueId, address: 'Am Kai 1' })
  const { contactApi } = await import('@tradewind/contract/crm/contact.contract')
  await app.as(chief).call(contactApi.update, { uniqueId: contact.uniqueId, title: 'Head of Purchasing' })
  const changesFor = async (who: TestUser) => {
    const query = { kind: 'company', uniqueId: company.uniqueId, part: 'changes' } as const
    const rows = await app.as(who).call(timelineApi.list, query)
    return rows.filter(({ action }) => action === 'CHANGED').map(({ changes }) => changes)
  }
  const title = { before: 'Buyer', after: 'Head of Purchasing' }
  expect(await changesFor(chief)).toMatchObject([{ title }, { address: { after: 'Am Kai 1' } }])
  expect(await changesFor(level3)).toEqual([null, null])
  expect(await changesFor(admin)).toEqual([null, null])
  const own = await as(admin).company()
  await app.as(admin).call(companyApi.update, { uniqueId: own.uniqueId, address: 'Am Kai 2' })
  const [latest] = await app.as(admin).call(timelineApi.list, { kind: 'company', uniqueId: own.uniqueId })
  expect(latest?.changes).toMatchObject({ address: { after: 'Am Kai 2' } })
})

test('an entry of a report or summary says which meeting it is about', async () => {
  const { company, contact } = await as(chief).met({ report: { eventType: 'VISIT_AT_FAIR', date: '2026-02-03' } })
  const listed = await app.as(chief).call(timelineApi.list, { kind: 'company', uniqueId: company.uniqueId, part: 'talk' })
  const meeting = { eventType: 'VISIT_AT_FAIR', date: '2026-02-03' }
  expect(listed.map((entry) => [entry.kind, entry.meeting])).toEqual([
    ['summary', { ...meeting, attendees: [] }],
    ['meetingReport', { ...meeting, attendees: [contact.fullName] }],
  ])
  const ofContact = await app.as(chief).call(timelineApi.list, { kind: 'contact', uniqueId: contact.uniqueId, part: 'talk' })
  expect(ofContact.map((entry) => [entry.kind, entry.meeting, entry.excerpt])).toEqual([
    ['summary', { ...meeting, attendees: [] }, 'They want a sample.'],
    ['meetingReport', { ...meeting, attendees: [contact.fullName] }, null],
  ])
})

test('a contact’s timeline has the talk of the meetings that they attend, as far as the reader may see it', async () => {
  const { meetingReportApi } = await import('@tradewind/contract/crm/meetingReport.contract')
  const { contactApi } = await import('@tradewind/contract/crm/contact.contract')
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const { company, contact: ada, report } = await as(chief).met()
  const bob = await as(chief).contact(company.uniqueId)
  const talk = (uniqueId: string, who = chief) => told(who, 'contact', uniqueId, 'talk')
  expect(await talk(bob.uniqueId)).toEqual([])
  // A summary that another contact's meeting has is not theirs.
  const other = await as(chief).report(company.uniqueId, [bob.uniqueId])
  expect(await talk(bob.uniqueId)).toEqual(['meetingReport CREATED'])
  const change = (attendees: string[]) => app.as(chief).call(meetingReportApi.update, { uniqueId: report.uniqueId, attendees })
  await change([ada.uniqueId, bob.uniqueId])
  expect(await talk(bob.uniqueId)).toEqual(['summary CREATED', 'meetingReport CREATED', 'meetingReport SHARED'])
  await change([bob.uniqueId])
  expect(await talk(ada.uniqueId)).toEqual([])
  expect(await talk(bob.uniqueId, level3)).toEqual([])
  const shared = await as(chief).summary(other.uniqueId, { sharedWith: [level3.uniqueId] })
  expect(await talk(bob.uniqueId, level3)).toEqual(['summary CREATED'])
  await app.as(chief).call(contactApi.merge, { into: ada.uniqueId, from: [bob.uniqueId] })
  expect(await talk(ada.uniqueId)).toEqual([
    'meetingReport CREATED',
    'summary CREATED',
    'meetingReport CREATED',
    'meetingReport SHARED',
    'summary CREATED',
  ])
  await app.as(chief).call(meetingReportApi.remove, { uniqueId: report.uniqueId })
  expect(await talk(ada.uniqueId)).toEqual(['meetingReport CREATED', 'summary CREATED'])
  const [latest] = await app.as(chief).call(timelineApi.list, { kind: 'contact', uniqueId: ada.uniqueId, part: 'talk' })
  expect(latest).toMatchObject({ recordId: shared.uniqueId })
})
