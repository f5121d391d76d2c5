import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { eventApi } from '@tradewind/contract/crm/event.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { conditionFields } from '@tradewind/contract/kit/conditions'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { viewedFields, viewedKinds } from '@tradewind/contract/operations/view.contract'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { leadApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLead } from '#site/lead.queries'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { contentCalls, VIDEO_URL } from '../../test/content/content.ts'

const lists = {
  company: { call: companyApi.list, title: 'legalName' },
  contact: { call: contactApi.list, title: 'lastName' },
  meetingReport: { call: meetingReportApi.list, title: 'date' },
  summary: { call: summaryApi.list, title: 'plainText' },
  nextSteps: { call: nextStepsApi.list, title: 'todo' },
  project: { call: projectApi.list, title: 'name' },
  projectCompany: { call: projectCompanyApi.list, title: 'potential' },
  event: { call: eventApi.list, title: 'title' },
  lead: { call: leadApi.list, title: 'lastName' },
  content: { call: contentApi.list, title: 'title', input: { status: 'ALL' } },
} as const satisfies Record<string, { call: Endpoint; title: string; input?: object }>
type List = keyof typeof lists

let app: TestApp
let admin: TestUser
let other: TestUser
/** Sees leads and content. */
let chief: TestUser
/** A date relative to today, for a caller without a time zone. */
const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

const companies = [
  {
    legalName: 'Alpha',
    country: 'Germany',
    website: 'https://alpha.example',
    address: 'Am Hafen 1',
    taxRefNumber: 'DE 1',
    companyTypeList: ['END_USER', 'ASSOCIATION'] as const,
  },
  { legalName: 'Bêta 50%', country: 'France', website: 'https://b.example', companyTypeList: ['ASSOCIATION'] as const },
  { legalName: 'Alpha Sud', country: 'Italy', website: 'https://c.example', companyTypeList: ['SYSTEM_INTEGRATORS'] as const },
]

const fill = async () => {
  const as = app.as(admin)
  const [alpha, beta] = await Promise.all(
    companies.map((company) => as.call(companyApi.create, { ...company, companyTypeList: [...company.companyTypeList] })),
  )
  await app.asOwner(`update company set created_at = now() - interval '10 days' where legal_name = 'Alpha'`)
  await app.asOwner(`update company set website = '' where legal_name = 'Alpha Sud'`)
  const person = { title: 'Buyer', contactRole: 'INFLUENCER', companyId: alpha!.uniqueId } as const
  const ada = await as.call(contactApi.create, {
    ...person,
    firstName: 'Ada',
    lastName: 'Ahl',
    email: 'ada@alpha.example',
    number: '+49 1',
  })
  await app.as(other).call(contactApi.create, {
    ...person,
    firstName: 'Bo',
    lastName: 'Berg',
    language: 'de',
    contactRole: 'DECISION_MAKER',
    title: 'Chief',
  })
  const report = { companyUID: alpha!.uniqueId, attendees: [ada.uniqueId], eventType: 'CALL' as const }
  const { uniqueId: meetingReportUID } = await as.call(meetingReportApi.create, { ...report, date: day(-3) })
  const visit = { ...report, date: day(5), eventType: 'VISIT_AT_FAIR' } as const
  const { uniqueId: ahead } = await app.as(other).call(meetingReportApi.create, visit)
  const { uniqueId: summaryUID } = await as.call(summaryApi.create, { text: '<p>So</p>', meetingReportUID })
  const late = await as.call(nextStepsApi.create, { todo: 'Late', byWhen: day(-2), assignedUser: admin.uniqueId, summaryUID })
  await as.call(nextStepsApi.create, { todo: 'Soon', byWhen: day(2), assignedUser: other.uniqueId, summaryUID })
  await as.call(nextStepsApi.markClosed, { uniqueId: late.uniqueId })
  const { uniqueId: mine } = await as.call(projectApi.create, { name: 'Mine', endDate: day(20) })
  await app
    .as(other)
    .call(summaryApi.create, { text: '<p>Shared</p>', meetingReportUID: ahead, sharedWith: [admin.uniqueId, mine] })
  const { uniqueId: theirs } = await app.as(other).call(projectApi.create, { name: 'Theirs' })
  const [high, low] = [
    { company: alpha!.uniqueId, potential: 'HIGH' } as const,
    { company: beta!.uniqueId, potential: 'LOW' } as const,
  ]
  await as.call(projectCompanyApi.create, { ...high, project: mine, interest: 'MEDIUM' })
  await app.as(other).call(projectCompanyApi.create, { ...low, project: theirs, priority: 'HIGH', lastContact: day(-9) })
  const fair = { description: 'A fair', organizer: 'Messe AG', organizerContact: 'x' }
  await as.call(eventApi.create, { ...fair, title: 'Spring', location: 'Hall 1', eventDateTime: `${day(1)}T12:00:00Z` })
  await app.as(other).call(eventApi.create, { ...fair, title: 'Autumn', location: 'Köln', eventDateTime: '2024-10-01T22:30:00Z' })
  const scope = { tenantId: app.main.uniqueId, partitionId: app.main.uniqueId }
  await app.appContext.db.write(scope, async (tx) => {
    await createLead(tx, { source: 'PLAN', name: 'Kim', email: 'kim@lead.example', country: 'JP', comments: 'Soon, please' })
    const roy = { name: 'Ann Roy', email: 'roy@lead.example', country: 'ES', contactNumber: '+49 4421 9', title: 'Chief' }
    await createLead(tx, { source: 'ENQUIRY', ...roy })
  })
  const { write } = contentCalls(app)
  await write(chief, { title: 'Harbours', publishAt: '2024-10-01T22:30:00Z', language: 'de' })
  const talk = { contentType: 'VIDEO', content: VIDEO_URL, seoText: '<p>A talk</p>' } as const
  await write(await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] }), {
    title: 'A talk',
    status: 'DRAFT',
    category: 'PRODUCTIVITY_IMPROVEMENTS',
    articleTypes: ['TRAINING_SESSION', 'MARKET_INSIGHT'],
    isPaidContent: true,
    ...talk,
  })
}

beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
  other = await app.someone('ROLE_ADMIN')
  chief = await app.someone('ROLE_SUPER_ADMIN')
  await fill()
})
afterAll(() => app.close())

const isOfSite = (list: List) => list === 'lead' || list === 'content'

const find = async (list: List, where: string | string[], headers = {}) => {
  const { call, title, ...more } = lists[list]
  const response = await app
    .as(isOfSite(list) ? chief : admin)
    .send(call, { ...('input' in more && more.input), where, page: 0, size: 50 }, headers)
  expect([where, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([where, 200, ''])
  return response
    .json<Record<string, string>[]>()
    .map((row) => row[title])
    .toSorted((one, two) => one!.localeCompare(two!))
}

/** The results of a list with a condition. A number in braces is a day relative to today. */
const known: readonly (readonly [List, string, readonly string[]])[] = [
  ['company', 'legalName:contains:alpha', ['Alpha', 'Alpha Sud']],
  ['company', 'legalName:is:ALPHA', ['Alpha']],
  ['company', 'legalName:isNot:alpha', ['Alpha Sud', 'Bêta 50%']],
  ['company', 'legalName:contains:beta 50%', ['Bêta 50%']],
  ['company', 'country:is:DE', ['Alpha']],
  ['company', 'country:is:DE,IT', ['Alpha', 'Alpha Sud']],
  ['company', 'country:isNot:DE', ['Alpha Sud', 'Bêta 50%']],
  ['company', 'companyTypeList:is:ASSOCIATION', ['Alpha', 'Bêta 50%']],
  ['company', 'companyTypeList:is:END_USER,SYSTEM_INTEGRATORS', ['Alpha', 'Alpha Sud']],
  ['company', 'companyTypeList:isNot:ASSOCIATION', ['Alpha Sud']],
  ['company', 'website:empty', ['Alpha Sud']],
  ['company', 'website:notEmpty', ['Alpha', 'Bêta 50%']],
  ['company', 'website:contains:alpha.example', ['Alpha']],
  ['company', 'website:is:alpha.example', ['Alpha']],
  ['company', 'website:is:HTTPS://Alpha.example/', ['Alpha']],
  ['company', 'website:isNot:alpha.example', ['Alpha Sud', 'Bêta 50%']],
  ['company', 'dateCreated:inLast:1', ['Alpha Sud', 'Bêta 50%']],
  ['company', 'dateCreated:inLast:30', ['Alpha', 'Alpha Sud', 'Bêta 50%']],
  ['company', 'dateCreated:before:{0}', ['Alpha']],
  ['company', 'dateCreated:after:{-1}', ['Alpha Sud', 'Bêta 50%']],
  ['company', 'dateCreated:is:{-10}', ['Alpha']],
  ['company', 'dateCreated:isNot:{-10}', ['Alpha Sud', 'Bêta 50%']],
  ['company', 'dateCreated:between:{-10},{-10}', ['Alpha']],
  ['company', 'dateCreated:inNext:7', ['Alpha Sud', 'Bêta 50%']],
  ['company', 'createdBy:mine', ['Alpha', 'Alpha Sud', 'Bêta 50%']],
  ['company', 'address:contains:hafen', ['Alpha']],
  ['company', 'address:empty', ['Alpha Sud', 'Bêta 50%']],
  ['company', 'address:notEmpty', ['Alpha']],
  ['company', 'taxRefNumber:contains:DE 1', ['Alpha']],
  ['company', 'taxRefNumber:empty', ['Alpha Sud', 'Bêta 50%']],
  ['company', 'taxRefNumber:notEmpty', ['Alpha']],
  ['company', 'projects:empty', ['Alpha Sud']],
  ['company', 'projects:notEmpty', ['Alpha', 'Bêta 50%']],
  ['meetingReport', 'projects:empty', ['{-3}']],
  ['meetingReport', `attendees:is:${crypto.randomUUID()}`, []],
  ['project', 'sharedWith:empty', ['Mine', 'Theirs']],
  ['contact', 'dateCreated:inLast:1', ['Ahl', 'Berg']],
  ['meetingReport', 'dateCreated:inLast:1', ['{-3}', '{5}']],
  ['nextSteps', 'dateCreated:inLast:1', ['Late', 'Soon']],
  ['event', 'dateCreated:inLast:1', ['Autumn', 'Spring']],
  ['contact', 'email:empty', ['Berg']],
  ['contact', 'email:notEmpty', ['Ahl']],
  ['contact', 'email:contains:ADA@', ['Ahl']],
  ['contact', 'email:is:ada@alpha.example', ['Ahl']],
  ['contact', 'firstName:is:bo', ['Berg']],
  ['contact', 'lastName:contains:ahl', ['Ahl']],
  ['contact', 'title:contains:chief', ['Berg']],
  ['contact', 'number:contains:+49', ['Ahl']],
  ['contact', 'number:empty', ['Berg']],
  ['contact', 'number:notEmpty', ['Ahl']],
  ['contact', 'language:is:de,it', ['Berg']],
  ['contact', 'language:isNot:de', ['Ahl']],
  ['contact', 'language:empty', ['Ahl']],
  ['contact', 'language:notEmpty', ['Berg']],
  ['contact', 'company:is:alpha', ['Ahl', 'Berg']],
  ['contact', 'contactRole:is:DECISION_MAKER', ['Berg']],
  ['contact', 'contactRole:isNot:DECISION_MAKER', ['Ahl']],
  ['contact', 'createdBy:mine', ['Ahl']],
  ['meetingReport', 'eventType:is:CALL', ['{-3}']],
  ['meetingReport', 'eventType:isNot:CALL', ['{5}']],
  ['meetingReport', 'date:inLast:7', ['{-3}']],
  ['meetingReport', 'date:inNext:7', ['{5}']],
  ['meetingReport', 'date:is:{5}', ['{5}']],
  ['meetingReport', 'date:isNot:{5}', ['{-3}']],
  ['meetingReport', 'date:between:{-3},{5}', ['{-3}', '{5}']],
  ['meetingReport', 'country:is:DE', ['{-3}', '{5}']],
  ['meetingReport', 'company:contains:alpha', ['{-3}', '{5}']],
  ['meetingReport', 'createdBy:mine', ['{-3}']],
  ['summary', 'company:contains:ALPH', ['Shared', 'So']],
  ['summary', 'company:isNot:alpha', []],
  ['summary', 'country:is:DE', ['Shared', 'So']],
  ['summary', 'country:isNot:DE', []],
  ['summary', 'meetingDate:inNext:7', ['Shared']],
  ['summary', 'meetingDate:is:{-3}', ['So']],
  ['summary', 'sharedWith:mine', ['Shared']],
  ['summary', `sharedWith:is:${crypto.randomUUID()}`, []],
  ['summary', 'readers:mine', ['Shared']],
  ['summary', `readers:isNot:${crypto.randomUUID()}`, ['Shared', 'So']],
  ['summary', `sharedWithProjects:isNot:${crypto.randomUUID()}`, ['Shared', 'So']],
  ['summary', 'createdBy:mine', ['So']],
  ['summary', 'dateCreated:inLast:1', ['Shared', 'So']],
  ['nextSteps', 'byWhen:before:{0}', ['Late']],
  ['nextSteps', 'byWhen:inNext:7', ['Soon']],
  ['nextSteps', 'nextStepsStatus:is:CLOSED', ['Late']],
  ['nextSteps', 'assignedUser:mine', ['Late']],
  ['nextSteps', 'createdBy:mine', ['Late', 'Soon']],
  ['nextSteps', 'todo:contains:soo', ['Soon']],
  ['nextSteps', 'company:contains:alpha', ['Late', 'Soon']],
  ['nextSteps', 'country:is:DE,IT', ['Late', 'Soon']],
  ['nextSteps', 'country:isNot:DE', []],
  ['project', 'createdBy:mine', ['Mine']],
  ['project', 'name:isNot:mine', ['Theirs']],
  ['project', 'endDate:inNext:30', ['Mine']],
  ['project', 'endDate:isNot:{20}', ['Theirs']],
  ['project', 'endDate:isNot:{21}', ['Mine', 'Theirs']],
  ['project', 'endDate:empty', ['Theirs']],
  ['project', 'dateCreated:inLast:1', ['Mine', 'Theirs']],
  ['projectCompany', 'company:contains:alph', ['HIGH']],
  ['projectCompany', 'company:isNot:alpha', ['LOW']],
  ['projectCompany', 'project:is:theirs', ['LOW']],
  ['projectCompany', 'country:is:DE,IT', ['HIGH']],
  ['projectCompany', 'potential:is:LOW', ['LOW']],
  ['projectCompany', 'potential:empty', []],
  ['projectCompany', 'interest:isNot:HIGH', ['HIGH', 'LOW']],
  ['projectCompany', 'interest:empty', ['LOW']],
  ['projectCompany', 'priority:is:HIGH,LOW', ['LOW']],
  ['projectCompany', 'lastContact:before:{-3}', ['LOW']],
  ['projectCompany', 'nextContact:inNext:7', ['HIGH']],
  ['projectCompany', 'nextContact:empty', ['LOW']],
  ['projectCompany', `mainContact:is:${crypto.randomUUID()}`, []],
  ['projectCompany', `mainContact:isNot:${crypto.randomUUID()}`, ['HIGH', 'LOW']],
  ['projectCompany', 'team:mine', ['HIGH']],
  ['projectCompany', 'createdBy:mine', ['HIGH']],
  ['projectCompany', 'dateCreated:inLast:1', ['HIGH', 'LOW']],
  ['event', 'createdBy:mine', ['Spring']],
  ['event', 'eventDateTime:inNext:3', ['Spring']],
  ['event', 'eventDateTime:is:2024-10-01', ['Autumn']],
  ['event', 'title:contains:spr', ['Spring']],
  ['event', 'location:contains:koln', ['Autumn']],
  ['event', 'organizer:is:messe ag', ['Autumn', 'Spring']],
  ['lead', 'dateCreated:inLast:1', ['Kim', 'Roy']],
  ['lead', 'source:is:PLAN', ['Kim']],
  ['lead', 'source:isNot:PLAN', ['Roy']],
  ['lead', 'country:is:JP', ['Kim']],
  ['lead', 'email:contains:roy@', ['Roy']],
  ['lead', 'title:contains:chief', ['Roy']],
  ['lead', 'title:empty', ['Kim']],
  ['lead', 'contactNumber:empty', ['Kim']],
  ['lead', 'comments:empty', ['Roy']],
  ['lead', 'contactNumber:contains:4421', ['Roy']],
  ['lead', 'comments:contains:soon', ['Kim']],
  ['lead', 'company:empty', ['Kim', 'Roy']],
  ['lead', 'company:notEmpty', []],
  ['content', 'title:contains:HARB', ['Harbours']],
  ['content', 'title:isNot:a talk', ['Harbours']],
  ['content', 'contentType:is:VIDEO,AUDIO', ['A talk']],
  ['content', 'category:isNot:GLOBAL_SOURCING', ['A talk']],
  ['content', 'articleTypes:is:TRAINING_SESSION', ['A talk']],
  ['content', 'articleTypes:isNot:TRAINING_SESSION', ['Harbours']],
  ['content', 'subscription:is:TRAINING', ['A talk']],
  ['content', 'status:is:DRAFT', ['A talk']],
  ['content', 'shownFrom:is:2024-10-01', ['Harbours']],
  ['content', 'shownFrom:before:2024-10-01', []],
  ['content', 'shownFrom:empty', ['A talk']],
  ['content', 'createdBy:mine', ['Harbours']],
  ['content', 'language:is:de', ['Harbours']],
  ['content', 'dateCreated:inLast:1', ['A talk', 'Harbours']],
]

const dated = (text: string) => text.replaceAll(/\{(-?\d+)\}/g, (_, from: string) => day(Number(from)))

test.each(known)('%s: %s', async (list, where, expected) => {
  expect(await find(list, dated(where))).toEqual(expected.map(dated).toSorted((one, two) => one.localeCompare(two)))
})

test('every field that the contract offers is covered by the cases above, or by tests of its own module', () => {
  const asked = known.map(([list, where]) => `${list} ${where.split(':')[0]}`)
  const kinds = viewedKinds.filter((kind) => !/^(question|topic|webCall|admin|tenant)$/.test(kind))
  const offered = kinds.flatMap((kind) =>
    [...conditionFields<FieldSpecs>(viewedFields[kind]).keys()].map((field) => `${kind} ${String(field)}`),
  )
  expect(offered.filter((field) => !asked.includes(field))).toEqual(['company lastReport', 'contact country']) // conditions.days.test.ts, contact.test.ts
})

test('a user is given by id, and several ids match any of them', async () => {
  expect(await find('nextSteps', `assignedUser:is:${other.uniqueId}`)).toEqual(['Soon'])
  expect(await find('nextSteps', `assignedUser:is:${other.uniqueId},${admin.uniqueId.toUpperCase()}`)).toEqual(['Late', 'Soon'])
  expect(await find('contact', `createdBy:isNot:${other.uniqueId}`)).toEqual(['Ahl'])
})

test('all conditions must match, in addition to the filters', async () => {
  expect(await find('company', ['legalName:contains:alpha', 'country:isNot:IT'])).toEqual(['Alpha'])
  expect(await find('company', ['legalName:contains:alpha', 'legalName:contains:sud'])).toEqual(['Alpha Sud'])
  const both = { where: ['companyTypeList:is:ASSOCIATION'], country: 'france', page: 0 }
  expect(await app.as(admin).call(companyApi.list, both)).toMatchObject([{ legalName: 'Bêta 50%' }])
})

test('the whole list and its export apply the conditions', async () => {
  const where = ['legalName:contains:alpha', 'createdBy:mine']
  const whole = await app.as(admin).call(companyApi.list, { where, sort: 'legalName' })
  expect(whole.map(({ legalName }) => legalName)).toEqual(['Alpha', 'Alpha Sud'])
  const { url } = await app.as(admin).call(companyApi.export, { where, sort: 'legalName', format: 'csv' })
  const { body } = await app.fastify.inject({ url })
  expect(Array.from(body.matchAll(/\n([^,\n]+),/g), ([, name]) => name)).toEqual(['Alpha', 'Alpha Sud'])
  const one = await app.as(admin).call(companyApi.export, { where: 'country:is:FR', format: 'csv' })
  expect((await app.fastify.inject({ url: one.url })).body).toContain('Bêta')
})

test('the total counts only what matches the conditions', async () => {
  const page = await app.as(admin).send(companyApi.list, { where: 'legalName:contains:alpha', page: 0, size: 1 })
  expect([page.json<unknown[]>().length, page.headers['x-total-count']]).toEqual([1, '2'])
})

test('a day is a day in the caller’s time zone: 22:30 in Greenwich is the next day in Berlin', async () => {
  const berlin = { 'x-time-zone': 'Europe/Berlin' }
  expect(await find('event', 'eventDateTime:is:2024-10-02', berlin)).toEqual(['Autumn'])
  expect(await find('event', 'eventDateTime:is:2024-10-01', berlin)).toEqual([])
  expect(await find('event', 'eventDateTime:before:2024-10-02', berlin)).toEqual([])
  expect(await find('event', 'eventDateTime:between:2024-10-02,2024-10-02', berlin)).toEqual(['Autumn'])
})

test.each([
  ['nothing', 'There is no filter “nothing” here'],
  ['searchText:contains:x', 'There is no filter “searchText” here'],
  ['constructor:is:x', 'There is no filter “constructor” here'],
  ['country:contains:DE', 'Country cannot be filtered by “contains”'],
  ['country:mine', 'Country cannot be filtered by “mine”'],
  ['legalName:before:2026-01-01', 'Legal Name cannot be filtered by “before”'],
  ['legalName:constructor:x', 'Legal Name cannot be filtered by “constructor”'],
  ['legalName:empty', 'Legal Name cannot be filtered by “empty”'],
  ['country:is', 'Enter a value'],
  ['country:is:', 'Enter a value'],
  ['country:is:XX', 'This is not one of the choices'],
  ['country:is:Germany', 'Enter the two-letter code of a country'],
  ['companyTypeList:is:END_USER,NONE', 'This is not one of the choices'],
  ['companyTypeList:is:toString', 'This is not one of the choices'],
  ['createdBy:mine:x', 'This filter does not take a value'],
  ['createdBy:is:me', 'Choose a person'],
  ['dateCreated:is:yesterday', 'Date Created is not a day'],
  ['dateCreated:is:2026-02-30', 'Date Created is not a day'],
  ['dateCreated:between:2026-01-01', 'Enter both dates'],
  ['dateCreated:between:2026-01-02,2026-01-01', 'The first day is after the second'],
  ['dateCreated:inLast:0', 'Enter a number of days, 3650 at most'],
  ['dateCreated:inLast:1e3', 'Enter a number of days, 3650 at most'],
  ['dateCreated:inNext:99999', 'Enter a number of days, 3650 at most'],
  [`legalName:contains:${'x'.repeat(201)}`, 'At most 200 characters'],
  ['legalName:contains:a\0b', 'This has a character that cannot be saved'],
  ['x'.repeat(2001), 'At most 2000 characters'],
])('%s is rejected with a message', async (where, sentence) => {
  const refused = app.as(admin).call(companyApi.list, { where, page: 0 })
  await expect(refused).rejects.toMatchObject({ status: 422, data: { where: sentence } })
})

const many = (count: number) => Array.from({ length: count }, () => 'legalName:contains:alpha')

test('accepts at most twenty conditions', async () => {
  expect(await find('company', many(20))).toEqual(['Alpha', 'Alpha Sud'])
  await expect(app.as(admin).call(companyApi.list, { where: many(21) })).rejects.toMatchObject({
    status: 422,
    data: { where: 'At most 20 filters' },
  })
})

test.each(["'; drop table company; --", '\\', '%', '_', '(.*)', '$1', 'a\nb', '[^\n]*', "alpha' or '1'='1"])(
  'the text %j is searched literally and finds nothing',
  async (text) => {
    for (const operator of ['contains', 'is']) expect(await find('contact', `title:${operator}:${text}`)).toEqual([])
  },
)

test('a user who sees only an outline of companies cannot filter by other fields', async () => {
  const level = await app.someone('ROLE_LEVEL1')
  expect(await app.as(level).call(companyApi.list, { where: 'country:is:DE' })).toEqual([])
  for (const where of ['companyTypeList:is:END_USER', 'address:contains:hafen', 'createdBy:mine'])
    await expect(app.as(level).call(companyApi.list, { where })).rejects.toMatchObject({ status: 422 })
})
