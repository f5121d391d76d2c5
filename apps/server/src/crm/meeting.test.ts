import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { meetingApi, meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { notificationApi } from '@tradewind/contract/platform/notification.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let clerk: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  clerk = await app.someone('ROLE_LEVEL1')
})
afterAll(() => app.close())

type Meeting = z.input<typeof meetingApi.create.input>

let count = 0
const newCompany = (over = {}) => ({
  legalName: `Nordwind Nr. ${(count += 1)}`,
  country: 'Germany',
  website: 'https://nordwind.example',
  companyTypeList: ['IMPORTER_DISTRIBUTOR' as const],
  ...over,
})
const ada = { firstName: 'Ada', lastName: 'Berg', title: 'Buyer', contactRole: 'DECISION_MAKER' as const }
const save = (meeting: Meeting, who = chief) => app.as(who).call(meetingApi.create, meeting)
const all = async (companyName: string) => ({
  companies: await app.as(chief).call(companyApi.list, { page: 0, legalName: companyName }),
  contacts: await app.as(chief).call(contactApi.list, { page: 0, company: companyName }),
  reports: await app.as(chief).call(meetingReportApi.list, { page: 0, company: companyName }),
})
const faultsOf = (meeting: Meeting, who = chief) =>
  save(meeting, who).then(
    () => 'saved',
    ({ status, data }: { status: number; data: unknown }) => ({ status, data }),
  )

test('a meeting with new people is saved as a whole: company, contacts, report, summaries, shares and tasks', async () => {
  const company = newCompany()
  const project = await crmCalls(app, chief).project()
  const report = await save({
    date: '2026-03-10',
    eventType: 'VISIT_AT_FAIR',
    newCompany: company,
    newContacts: [ada, { ...ada, firstName: 'Ben' }],
    summaries: [
      {
        text: '<p>They want <b>samples</b>.</p>',
        sharedWith: [clerk.uniqueId],
        sharedWithProjects: [project.uniqueId],
        nextSteps: [
          { todo: 'Send samples', byWhen: '2026-03-20', assignedUser: clerk.uniqueId },
          { todo: 'Call again', byWhen: '2026-04-20', assignedUser: chief.uniqueId },
        ],
      },
      { text: '<p>The price is open.</p>' },
    ],
  })
  expect(report).toMatchObject({ eventType: 'VISIT_AT_FAIR', company: { legalName: company.legalName }, summaries: 2 })
  expect(report.attendees.map(({ fullName }) => fullName)).toEqual(['Ada Berg', 'Ben Berg'])
  const [second, first] = await app.as(chief).call(summaryApi.list, { page: 0, meetingReportUID: report.uniqueId })
  expect([first, second]).toMatchObject([
    {
      plainText: 'They want samples.',
      sharedWith: [{ uniqueId: clerk.uniqueId }],
      sharedWithProjects: [{ name: project.name }],
      openSteps: 2,
    },
    { plainText: 'The price is open.', sharedWith: [], openSteps: 0 },
  ])
  const steps = await app.as(clerk).call(nextStepsApi.list, { page: 0 })
  expect(steps.map(({ todo }) => todo)).toEqual(['Send samples'])
  const told = await app.as(clerk).call(notificationApi.list, { page: 0, type: 'PUSH_WEB' })
  expect(told.map(({ subject }) => subject).toSorted()).toEqual([
    'Ann ROLE_TENANT_ADMIN assigned you a task',
    'Ann ROLE_TENANT_ADMIN shared a summary with you',
  ])
})

test('existing and new contacts can attend the same meeting', async () => {
  const { company, contact } = await crmCalls(app, chief).met()
  const report = await save({
    date: '2026-03-10',
    companyUID: company.uniqueId,
    attendees: [contact.uniqueId],
    newContacts: [ada],
  })
  expect(report.attendees).toHaveLength(2)
  expect(report.eventType).toBe('CALL')
})

test('all faults are reported at once, by part, and nothing of the meeting is saved', async () => {
  const company = newCompany()
  const step = { todo: 'Call', byWhen: '2026-03-20', assignedUser: chief.uniqueId }
  expect(
    await faultsOf({
      date: '',
      newCompany: { ...company, website: '' },
      newContacts: [ada, { ...ada, lastName: ' ' }],
      summaries: [{ text: '' }, { text: 'ok', nextSteps: [step, { ...step, todo: '', byWhen: 'x' }] }],
    }),
  ).toEqual({
    status: 422,
    data: {
      date: 'Date is required',
      'newCompany.website': 'Website is required',
      'newContacts.1.lastName': 'Last name is required',
      'summaries.0.text': 'Summary is required',
      'summaries.1.nextSteps.1.todo': 'Todo is required',
      'summaries.1.nextSteps.1.byWhen': 'By when is not a day',
    },
  })
  const stranger = crypto.randomUUID()
  expect(
    await faultsOf({
      date: '2026-03-10',
      newCompany: company,
      newContacts: [ada],
      summaries: [
        { text: '<p> </p>' },
        { text: 'ok', sharedWith: [stranger] },
        { text: 'ok', nextSteps: [step, { ...step, assignedUser: stranger }] },
      ],
    }),
  ).toEqual({
    status: 422,
    data: {
      'summaries.0.text': 'Summary is required',
      'summaries.1.sharedWith': 'Choose projects and staff of your own',
      'summaries.2.nextSteps.1.assignedUser': 'Choose one of the staff',
    },
  })
  expect(await all(company.legalName)).toEqual({ companies: [], contacts: [], reports: [] })
})

test('a member’s new contacts without an email address are reported together with all other faults', async () => {
  const member = await app.someone('ROLE_PRO')
  const company = newCompany()
  const newContacts = [ada, { ...ada, email: 'ada@berg.example' }, { ...ada, email: '' }]
  const lacking = { 'newContacts.0.email': 'Email is required', 'newContacts.2.email': 'Email is required' }
  expect(await faultsOf({ date: '', newCompany: { ...company, website: '' }, newContacts }, member)).toEqual({
    status: 422,
    data: { ...lacking, date: 'Date is required', 'newCompany.website': 'Website is required' },
  })
  await crmCalls(app, member).company({ legalName: company.legalName })
  expect(await faultsOf({ date: '2026-03-10', newCompany: company, newContacts }, member)).toEqual({
    status: 422,
    data: { ...lacking, 'newCompany.legalName': `There is already a company “${company.legalName}”` },
  })
  expect(await faultsOf({ date: '', newCompany: company, newContacts })).toMatchObject({ data: { date: 'Date is required' } })
  const malformed = [null, 'ada', {}] as unknown as Meeting['newContacts']
  expect(await faultsOf({ date: '2026-03-10', newCompany: company, newContacts: malformed }, member)).toMatchObject({
    status: 422,
    data: { 'newContacts.2.email': 'Email is required', 'newContacts.2.lastName': 'Last name is required' },
  })
})

test('a meeting requires exactly one company and at least one attendee', async () => {
  const { company } = await crmCalls(app, chief).met()
  const both = { companyUID: company.uniqueId, newCompany: newCompany() }
  for (const meeting of [both, {}])
    expect(await faultsOf({ date: '2026-03-10', newContacts: [ada], ...meeting })).toMatchObject({
      data: { companyUID: 'Choose a company' },
    })
  expect(await faultsOf({ date: '2026-03-10', newCompany: newCompany() })).toMatchObject({
    data: { attendees: 'Choose who attended' },
  })
  const { contact: stranger } = await crmCalls(app, chief).met()
  expect(await faultsOf({ date: '2026-03-10', companyUID: company.uniqueId, attendees: [stranger.uniqueId] })).toMatchObject({
    data: { attendees: 'Choose contacts of this company' },
  })
})

test('existing and new attendees together are at most as many as a report can have', async () => {
  const { company } = await crmCalls(app, chief).met()
  const attendees = Array.from({ length: 199 }, () => crypto.randomUUID())
  const meeting = { date: '2026-03-10', companyUID: company.uniqueId, attendees }
  expect(await faultsOf({ ...meeting, newContacts: [ada, ada] })).toMatchObject({
    status: 422,
    data: { attendees: 'At most 200' },
  })
  expect(await faultsOf({ ...meeting, newContacts: [ada] })).toMatchObject({
    data: { attendees: 'Choose contacts of this company' },
  })
})

test('a company name that is already taken is rejected at the name field', async () => {
  const company = newCompany()
  await save({ date: '2026-03-10', newCompany: company, newContacts: [ada] })
  expect(await faultsOf({ date: '2026-03-10', newCompany: company, newContacts: [ada] })).toMatchObject({
    status: 422,
    data: { 'newCompany.legalName': `There is already a company “${company.legalName}”` },
  })
})

test('each part requires the right to create it: level 3 creates no companies', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['IT'] })
  const { company } = await crmCalls(app, chief).met({ company: { country: 'Italy' } })
  const meeting = { date: '2026-03-10', newContacts: [ada], summaries: [{ text: 'Said' }] }
  expect(await save({ ...meeting, companyUID: company.uniqueId }, level3)).toMatchObject({ summaries: 1 })
  const named = newCompany()
  expect(await faultsOf({ ...meeting, newCompany: named }, level3)).toMatchObject({ status: 403 })
  expect(await all(named.legalName)).toEqual({ companies: [], contacts: [], reports: [] })
  const { company: german } = await crmCalls(app, chief).met({ company: { country: 'Germany' } })
  expect(await faultsOf({ ...meeting, companyUID: german.uniqueId }, level3)).toMatchObject({
    data: { companyUID: 'Choose a company' },
  })
})

test('records of other tenants and partitions cannot be used in a meeting', async () => {
  const member = await app.someone('ROLE_PRO')
  const { company, contact } = await crmCalls(app, chief).met()
  const meeting = { date: '2026-03-10', companyUID: company.uniqueId, attendees: [contact.uniqueId] }
  expect(await faultsOf(meeting, member)).toMatchObject({ status: 422, data: { companyUID: 'Choose a company' } })
  expect(await faultsOf(meeting, clerk)).toMatchObject({ status: 403 })
})
