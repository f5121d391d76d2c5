import { companyApi } from '@tradewind/contract/crm/company.contract'
import { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { projectApi } from '@tradewind/contract/crm/project.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { viewApi } from '@tradewind/contract/operations/view.contract'
import { and, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyEntity } from '#crm/schema/company.table'
import { resolveCustomQuery } from '#kit/custom/listQuery'
import { liveRows } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { compileConditionsOf } from '#kit/record/conditions'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(chief).call(customFieldApi.create, { kind: 'company', label: 'Size', type: 'NUMBER' })
  await crm().company({ legalName: 'Nord', country: 'Germany', companyTypeList: ['END_USER'], custom: { size: 5 } })
  await crm().company({ legalName: 'Ouest', country: 'France', custom: { size: 50 } })
  await crm().company({ legalName: 'Sud', country: 'Italy', address: 'Quay 1' })
})
afterAll(() => app.close())

const crm = (who = chief) => crmCalls(app, who)
const ids = (...records: { uniqueId: string }[]) => records.map(({ uniqueId }) => uniqueId)
const names = async (request: object, who = chief) =>
  (await app.as(who).call(companyApi.list, { page: 0, sort: 'legalName', ...request })).map(({ legalName }) => legalName)

test.each([
  [{ any: ['country:is:DE', 'country:is:IT'] }, ['Nord', 'Sud']],
  [{ any: 'country:is:DE' }, ['Nord']],
  [{ any: ['country:is:DE', 'address:contains:quay'] }, ['Nord', 'Sud']],
  [{ any: ['country:is:DE', 'address:contains:quay'], where: 'companyTypeList:isNot:END_USER' }, ['Sud']],
  [{ any: ['country:is:DE', 'country:is:IT'], country: 'germ' }, ['Nord']],
  [{ any: ['custom.size:more:20', 'country:is:DE'] }, ['Nord', 'Ouest']],
  [{ any: ['custom.size:more:20', 'custom.size:empty'], where: 'custom.size:notEmpty' }, ['Ouest']],
  [{ any: ['custom.size:more:20', 'country:is:DE'], sort: '-custom.size' }, ['Ouest', 'Nord']],
])('%j returns what matches one of the alternatives and all other filters', async (request, expected) => {
  expect(await names(request)).toEqual(expected)
})

test('the whole list, the export, the total and a bulk change all apply the alternatives', async () => {
  const any = ['country:is:DE', 'country:is:IT']
  const call = app.as(chief).call
  expect((await call(companyApi.list, { any, sort: 'legalName' })).map(({ legalName }) => legalName)).toEqual(['Nord', 'Sud'])
  const page = await app.as(chief).send(companyApi.list, { any, page: 0, size: 1 })
  expect(page.headers['x-total-count']).toBe('2')
  const { url } = await call(companyApi.export, { any, format: 'csv' })
  expect((await app.fastify.inject({ url })).body.trim().split('\n')).toHaveLength(3)
  for (const matching of [{ any }, { any: ['country:is:DE', 'custom.size:is:50'] }])
    expect(await call(bulkApi.changeCompanies, { matching, change: { address: 'x' }, dryRun: true })).toMatchObject({ total: 2 })
})

test('a view keeps its alternatives, except one that no longer exists', async () => {
  const call = app.as(chief).call
  const state = { any: ['country:is:DE', 'country:is:IT'], where: ['createdBy:mine'] }
  const saved = await call(viewApi.create, { entity: 'company', name: 'Both', state })
  expect(saved.state).toMatchObject(state)
  const wrong = call(viewApi.create, { entity: 'company', name: 'Wrong', state: { any: ['colour:is:RED'] } })
  await expect(wrong).rejects.toMatchObject({ status: 422, data: { state: 'There is no filter “colour” here' } })
  const old = { ...saved.state, any: ['colour:is:RED', 'country:is:DE'] }
  await app.asOwner('update saved_view set state = $2 where id = $1', [saved.uniqueId, JSON.stringify(old)])
  const [read] = await call(viewApi.list, { entity: 'company' })
  expect(read).toMatchObject({ state: { any: ['country:is:DE'] }, isDropped: true })
  const { any: _any, ...before } = old
  await app.asOwner('update saved_view set state = $2 where id = $1', [saved.uniqueId, JSON.stringify(before)])
  expect((await call(viewApi.list, { entity: 'company' }))[0]).toMatchObject({ state: { any: [] }, isDropped: false })
})

test.each([
  [['nothing:is:x'], 'There is no filter “nothing” here'],
  [['country:is:DE', 'country:is:XX'], 'This is not one of the choices'],
  [['custom.nothing:is:1'], 'There is no filter “custom.nothing” here'],
  [Array.from({ length: 11 }, () => 'country:is:DE'), 'At most 10 filters'],
])('%j is rejected at its field', async (any, sentence) => {
  await expect(names({ any })).rejects.toMatchObject({ status: 422, data: { any: sentence } })
})

test('a user who sees only an outline of companies cannot filter by hidden fields, not even in an alternative', async () => {
  const level = await app.someone('ROLE_LEVEL1')
  for (const hidden of ['address:contains:quay', 'projects:notEmpty', 'custom.size:more:1'])
    await expect(names({ any: ['country:is:DE', hidden] }, level)).rejects.toMatchObject({ status: 422 })
})

test('companies are found by their projects, reports by their attendees and by the projects their summaries are shared with', async () => {
  const [acme, other] = [await crm().company({ legalName: 'Acme' }), await crm().company({ legalName: 'Bolt' })]
  const [one, two] = [await crm().project(), await crm().project()]
  await crm().place(one.uniqueId, acme.uniqueId)
  const left = await crm().place(two.uniqueId, acme.uniqueId)
  await crm().place(two.uniqueId, other.uniqueId)
  const inProject = (operator: string, ...projects: { uniqueId: string }[]) =>
    names({ where: [`projects:${operator}${projects.length > 0 ? `:${ids(...projects).join(',')}` : ''}`] })
  expect(await inProject('is', one)).toEqual(['Acme'])
  expect(await inProject('is', one, two)).toEqual(['Acme', 'Bolt'])
  expect(await inProject('isNot', one)).toEqual(['Bolt', 'Nord', 'Ouest', 'Sud'])
  expect(await inProject('empty')).toEqual(['Nord', 'Ouest', 'Sud'])
  await app.asOwner('update project_company set deleted_at = now() where id = $1', [left.uniqueId])
  expect(await inProject('is', two)).toEqual(['Bolt'])
  await app.as(chief).call(projectApi.remove, { uniqueId: two.uniqueId })
  expect(await inProject('is', two)).toEqual([])

  const [ada, bob] = [await crm().contact(acme.uniqueId), await crm().contact(acme.uniqueId)]
  const [first, second] = [
    await crm().report(acme.uniqueId, ids(ada)),
    await crm().report(acme.uniqueId, ids(ada, bob), { date: '2026-03-11' }),
  ]
  await crm().summary(second.uniqueId, { sharedWith: ids(one) })
  const reports = async (...where: string[]) =>
    ids(...(await app.as(chief).call(meetingReportApi.list, { page: 0, sort: 'date', where })))
  expect(await reports(`attendees:is:${bob.uniqueId}`)).toEqual(ids(second))
  expect(await reports(`attendees:is:${ids(ada, bob).join(',')}`)).toEqual(ids(first, second))
  expect(await reports(`attendees:is:${ada.uniqueId}`, `attendees:isNot:${bob.uniqueId}`)).toEqual(ids(first))
  expect(await reports(`projects:is:${one.uniqueId}`)).toEqual(ids(second))
  expect(await reports('projects:empty')).toEqual(ids(first))
})

test('projects are found by the users they are shared with; no one finds records by a project that is hidden from them', async () => {
  const keeper = await app.someone('ROLE_LEVEL3')
  const [open, hidden] = [await crm().project({ sharedWith: ids(keeper) }), await crm().project()]
  const shared = async (where: string, who: TestUser) =>
    ids(...(await app.as(who).call(projectApi.list, { page: 0, size: 100, where })))
  expect(await shared(`sharedWith:is:${keeper.uniqueId}`, chief)).toEqual(ids(open))
  expect(await shared('sharedWith:mine', keeper)).toEqual(ids(open))
  expect(await shared('sharedWith:mine', chief)).toEqual([])

  const { report } = await crm().met()
  await app.asOwner('update meeting_report set created_by = $2 where id = $1', [report.uniqueId, keeper.uniqueId])
  const told = await crm().summary(report.uniqueId, { sharedWith: ids(open, hidden) })
  const reports = async (project: { uniqueId: string }, who: TestUser) =>
    ids(...(await app.as(who).call(meetingReportApi.list, { page: 0, where: `projects:is:${project.uniqueId}` })))
  expect([await reports(open, keeper), await reports(hidden, keeper)]).toEqual([ids(report), []])
  expect(await reports(hidden, chief)).toEqual(ids(report))
  const summaries = async (project: { uniqueId: string }, who: TestUser) =>
    ids(...(await app.as(who).call(summaryApi.list, { page: 0, where: `sharedWithProjects:is:${project.uniqueId}` })))
  expect([await summaries(open, keeper), await summaries(hidden, keeper)]).toEqual([ids(told), []])
  expect(await summaries(hidden, chief)).toEqual(ids(told))
})

test('two indexed alternatives use both indexes, and no partition is scanned', async () => {
  const member = await app.someone('ROLE_PRO')
  const { uniqueId } = await crm(member).company()
  await app.asOwner(
    `insert into company (tenant_id, world_id, created_by, legal_name, name_key, country, country_key, website, company_type_list, search_text, created_at)
     select tenant_id, world_id, created_by, 'Row ' || n, 'row ' || n, case when n % 1000 = 0 then 'MT' else 'DE' end, 'x', website, company_type_list,
       'row ' || n || E'\\nx', now() - n * interval '1 hour' from company, generate_series(1, 20_000) n where id = $1`,
    [uniqueId],
  )
  await app.asOwner('analyze company')
  const db = app.appContext.db.as({ tenantId: member.tenantId, partitionId: member.partitionId })
  const planOf = async (any: string[]) => {
    const context = { actor: member, scope: db.scope, timeZone: 'UTC', db } as unknown as ReadContext
    const of = companyEntity
    const { query, conditions } = await resolveCustomQuery(of, companyApi.list.input.parse({ any }), context)
    const met = and(...conditions, ...compileConditionsOf(of, query, context))!
    const found = sql`select id from ${liveRows(companyEntity.table, db.scope)} where ${met} limit 10001`
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${found}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const ofColumns = await planOf(['country:is:MT', 'dateCreated:inLast:1'])
  expect(ofColumns).toContain('BitmapOr')
  expect(ofColumns).not.toContain('Seq Scan')
  const ofTables = await planOf(['country:is:MT', 'custom.size:more:5'])
  expect(ofTables).toContain('company_in_countries')
  expect(ofTables).not.toContain('Seq Scan')
})
