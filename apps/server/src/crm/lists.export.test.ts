import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN', { firstName: 'Carla' })
})
afterAll(() => app.close())

const exports = {
  projects: projectApi.export,
  tasks: nextStepsApi.export,
  reports: meetingReportApi.export,
  places: projectCompanyApi.export,
} as const
const linesOf = async (who: TestUser, of: keyof typeof exports, query: object = {}) => {
  const { url } = await app.as(who).call(exports[of], { format: 'csv', ...query })
  return (await app.fastify.inject(url)).body.replace('\uFEFF', '').trimEnd().split('\r\n')
}
const countOf = async (who: TestUser, of: keyof typeof exports, query: object = {}) => (await linesOf(who, of, query)).length - 1

test('projects are exported as the list shows them: with whom they are shared, and how many companies they have', async () => {
  const reader = await app.someone('ROLE_LEVEL3', { firstName: 'Lea', permissions: ['EXPORT_DATA'] })
  const crm = crmCalls(app, chief)
  const [one, two] = [
    await crm.project({ name: 'Alps', sharedWith: [reader.uniqueId], endDate: '2031-12-31' }),
    await crm.project({ name: 'Baltic' }),
  ]
  await crm.place(one.uniqueId, (await crm.company()).uniqueId)
  const day = one.dateCreated.slice(0, 10)
  expect(await linesOf(chief, 'projects', { sort: 'name' })).toEqual([
    'Name,Shared With,End Date,Companies,Created by,Date Created',
    `Alps,${reader.fullName},2031-12-31,1,${chief.fullName},${day}`,
    `Baltic,,,0,${chief.fullName},${day}`,
  ])
  expect(await countOf(chief, 'projects', { ids: [two.uniqueId] })).toBe(1)
  expect(await countOf(chief, 'projects', { sharedWithName: 'lea' })).toBe(1)
  expect((await linesOf(reader, 'projects')).slice(1)).toEqual([`Alps,${reader.fullName},2031-12-31,1,${chief.fullName},${day}`])
})

test('tasks are exported as the list shows them, by those who may export what they see', async () => {
  const level3 = await app.someone('ROLE_LEVEL3', { firstName: 'Tom', permissions: ['EXPORT_DATA'] })
  const crm = crmCalls(app, chief)
  const { company, summary } = await crm.met()
  const task = await crm.step(summary.uniqueId, level3.uniqueId, { todo: 'Call them' })
  const closed = await crm.step(summary.uniqueId, level3.uniqueId, { todo: 'Closed before' })
  await app.as(chief).call(nextStepsApi.markClosed, { uniqueId: closed.uniqueId })
  const line = `Call them,2026-04-01,${level3.fullName},OPEN,${company.legalName},Germany,${chief.fullName},${task.dateCreated.slice(0, 10)}`
  const header = 'Todo,By When,User Assigned,Status,Company,Country,Created by,Date Created'
  expect(await linesOf(chief, 'tasks', { nextStepsStatus: 'OPEN' })).toEqual([header, line])
  expect(await countOf(chief, 'tasks')).toBe(2)
  expect(await linesOf(level3, 'tasks')).toEqual([header, line])
})

test('companies in projects are exported with their own fields, of one project or all, and without contacts that the reader may not see', async () => {
  const reader = await app.someone('ROLE_LEVEL3', { permissions: ['EXPORT_DATA'], allowedCountries: ['IT'] })
  const crm = crmCalls(app, chief)
  const field = await app.as(chief).call(customFieldApi.create, { kind: 'projectCompany', label: 'Invited', type: 'YES_NO' })
  const [shared, other] = [
    await crm.project({ name: 'Cedar', sharedWith: [reader.uniqueId] }),
    await crm.project({ name: 'Dune' }),
  ]
  const company = await crm.company({ legalName: 'Eider' })
  const { uniqueId: mainContact, fullName } = await crm.contact(company.uniqueId)
  const details = { priority: 'HIGH', nextContact: '2031-05-01', custom: { [field.key]: true } } as const
  const place = await crm.place(shared.uniqueId, company.uniqueId, { ...details, mainContact })
  await crm.place(other.uniqueId, company.uniqueId)
  const day = place.dateCreated.slice(0, 10)
  const line = (contact: string) => `Cedar,Eider,,,HIGH,,2031-05-01,${contact},Germany,https://sample.example,${day},Yes`
  const query = { projectId: shared.uniqueId, where: [`custom.${field.key}:is:true`], sort: `-custom.${field.key}` }
  expect(await linesOf(chief, 'places', query)).toEqual([
    'Project,Company,Potential,Interest,Priority,Last Contact,Next Contact,Main Contact,Country,Website,In the project since,Invited',
    line(fullName),
  ])
  expect(await countOf(chief, 'places')).toBe(3)
  expect((await linesOf(reader, 'places')).slice(1)).toEqual([line('')])
  expect(await countOf(reader, 'places', { projectId: other.uniqueId })).toBe(0)
})

test('headers and the name of an export are in the language of its reader; fields of the tenant keep the names that it gave them', async () => {
  const reader = await app.someone('ROLE_PRO')
  await crmCalls(app, reader).project({ name: 'Alps' })
  await app.asOwner(`update user_account set language = 'de' where id = $1`, [reader.uniqueId])
  const { url } = await app.as(reader).call(exports.projects, { format: 'csv' })
  const { body, headers } = await app.fastify.inject({ method: 'GET', url })
  expect(body.slice(1).split('\r\n')[0]).toBe('Name,Geteilt mit,Enddatum,Unternehmen,Angelegt von,Angelegt am')
  expect(headers['content-disposition']).toContain('Projekte.csv')
  const french = await app.someone('ROLE_PRO')
  const asked = await app.as(french).call(exports.projects, { format: 'csv' })
  const answer = await app.fastify.inject({ method: 'GET', url: asked.url, headers: { 'accept-language': 'fr-CH,fr;q=0.9' } })
  expect(answer.body.slice(1).split('\r\n')[0]).toContain('Créé par')
})

test('levels 1 and 2 export no list, admins and level 3 need the permission, and members export their own', async () => {
  const refused = [await app.someone('ROLE_LEVEL1', { permissions: ['EXPORT_DATA'] }), await app.someone('ROLE_LEVEL2')]
  for (const who of [...refused, await app.someone('ROLE_LEVEL3'), await app.someone('ROLE_ADMIN')])
    for (const call of Object.values(exports))
      await expect(app.as(who).call(call, { format: 'csv' })).rejects.toMatchObject({ status: 403 })
  const member = await app.someone('ROLE_BASIC')
  expect([await countOf(member, 'tasks'), await countOf(member, 'projects')]).toEqual([0, 0])
  const starter = await app.someone('ROLE_STARTER')
  await crmCalls(app, starter).project({ name: 'Fjord' })
  for (const [of, count] of [
    ['projects', 1],
    ['tasks', 0],
    ['reports', 0],
    ['places', 0],
  ] as const)
    expect([of, await countOf(starter, of)]).toEqual([of, count])
})
