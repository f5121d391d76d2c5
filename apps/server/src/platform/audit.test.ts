import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { leadApi, publicApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { contentCalls } from '../../test/content/content.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN', { firstName: 'Thea' })
})
afterAll(() => app.close())

const entries = (who: TestUser, query: object = {}) => app.as(who).call(auditApi.list, { page: 0, ...query })

test('tenant admins can read the staff partition’s audit trail, filtered by person, action, kind, record and days', async () => {
  const { company } = await crmCalls(app, chief).met({ company: { legalName: 'Audited 100%_' } })
  expect(await entries(chief, { kind: 'company', title: '100%_' })).toMatchObject([
    { action: 'CREATED', kind: 'company', recordId: company.uniqueId, title: 'Audited 100%_', byName: chief.fullName },
  ])
  expect(await entries(chief, { byName: 'thea', action: 'CREATED', kind: 'summary' })).toHaveLength(1)
  expect(await entries(chief, { byName: 'nobody' })).toEqual([])
  expect(await entries(chief, { dateFrom: '2000-01-01', dateTo: '2000-12-31' })).toEqual([])
  expect(await entries(chief, { title: '100%_', dateTo: '2000-12-31' })).toEqual([])
  expect(await entries(chief, { title: '100%_', dateFrom: '2000-01-01' })).not.toEqual([])
  expect(await entries(chief, { title: '100%_', dateFrom: '2999-01-01' })).toEqual([])
})

test('conditions choose entries by day, person, action, kind and record, all or any of them', async () => {
  const writer = await app.someone('ROLE_TENANT_ADMIN', { firstName: 'Ottilie' })
  const { company } = await crmCalls(app, writer).met({ company: { legalName: 'Conditioned' } })
  const kinds = async (query: object) => [...new Set((await entries(chief, query)).map(({ kind }) => kind))].toSorted()
  const mine = 'byName:contains:ottilie'
  expect(await kinds({ where: mine })).toEqual(['company', 'contact', 'meetingReport', 'summary'])
  expect(await kinds({ where: [mine, 'kind:is:company,summary', 'action:is:CREATED'] })).toEqual(['company', 'summary'])
  expect(await kinds({ where: [mine, 'kind:isNot:company,summary'] })).toEqual(['contact', 'meetingReport'])
  expect(await kinds({ where: [mine, 'action:isNot:CREATED'] })).toEqual([])
  expect(await kinds({ where: [mine, 'title:isNot:conditioned'] })).not.toContain('company')
  expect(await kinds({ where: [mine], any: ['title:is:NOBODY', 'kind:is:contact'] })).toEqual(['contact'])
  expect(await kinds({ where: [mine, 'dateCreated:inLast:1'] })).toHaveLength(4)
  expect(await kinds({ where: [mine, 'dateCreated:before:2000-01-02'] })).toEqual([])
  expect(
    await entries(chief, { where: [`byName:is:${writer.fullName}`, 'title:is:CONDITIONED'], kind: 'company' }),
  ).toMatchObject([{ recordId: company.uniqueId }])
  await expect(entries(chief, { where: 'kind:is:secret' })).rejects.toMatchObject({ status: 422 })
})

test('admins can read it only with the permission, levels never, and members only their own actions', async () => {
  const [clerk, reader] = [await app.someone('ROLE_ADMIN'), await app.someone('ROLE_ADMIN', { permissions: ['VIEW_AUDIT'] })]
  await expect(entries(clerk)).rejects.toMatchObject({ status: 403 })
  expect((await entries(reader)).length).toBeGreaterThan(0)
  await expect(entries(await app.someone('ROLE_LEVEL3', { permissions: ['VIEW_AUDIT'] }))).rejects.toMatchObject({
    status: 403,
  })
  const member = await app.someone('ROLE_PRO')
  await crmCalls(app, member).company({ legalName: 'Of a member' })
  expect(await entries(member)).toMatchObject([{ title: 'Of a member' }])
  expect(await entries(chief, { title: 'Of a member' })).toEqual([])
})

test('the audit trail can be exported, and the export is recorded in it', async () => {
  const { url } = await app.as(chief).call(auditApi.export, { format: 'csv', kind: 'company' })
  const { body } = await app.fastify.inject(url)
  expect(body).toContain('Audited 100%_')
  expect(body).toMatch(/^\uFEFFDate,Time,Who,/)
  expect(body.split('\r\n')[1]).toMatch(/^\d{4}-\d{2}-\d{2},\d{2}:\d{2}:\d{2},/)
  expect(body).not.toContain('Of a member')
  expect(await entries(chief, { action: 'EXPORTED' })).toMatchObject([{ kind: 'audit', title: 'Audit trail' }])
  const some = await app.as(chief).call(auditApi.export, { format: 'csv', where: ['kind:is:company', 'title:is:conditioned'] })
  const rows = (await app.fastify.inject(some.url)).body.trim().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain('Conditioned')
})

test('actors who may not see content drafts can read that content was changed, but neither its title nor the changed text', async () => {
  const xg = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
  const content = contentCalls(app)
  const { uniqueId } = await content.write(xg, { title: 'Of writers', status: 'DRAFT' })
  await content.change(xg, { uniqueId, content: '<p>A secret plan</p>' })
  const changed = { action: 'CHANGED', kind: 'content' } as const
  expect(await entries(chief, changed)).toMatchObject([{ title: '', byName: xg.fullName, changes: {} }])
  expect(await entries(chief, { title: 'of writers' })).toEqual([])
  expect(await entries(xg, { ...changed, title: 'of writers' })).toMatchObject([
    { title: 'Of writers', changes: { content: { after: '<p>A secret plan</p>' } } },
  ])
  for (const [who, isTold] of [
    [chief, false],
    [xg, true],
  ] as const) {
    const { url } = await app.as(who).call(auditApi.export, { format: 'csv', kind: 'content' })
    const { body } = await app.fastify.inject(url)
    expect(body).toContain(xg.fullName)
    expect([body.includes('secret plan'), body.includes('Of writers')]).toEqual([isTold, isTold])
  }
})

test('the name of a person who asks through the site is in the trail only for actors who may read leads', async () => {
  const xg = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
  await app
    .as(undefined)
    .send(publicApi.contactUsPartner, { name: 'Vera Visitor', country: 'Italy', email: 'vera@visitor.example' })
  const [lead] = await app.as(xg).call(leadApi.list, {})
  await app.as(xg).call(leadApi.remove, { uniqueId: lead!.uniqueId })
  expect(await entries(xg, { kind: 'lead', title: 'Vera' })).not.toEqual([])
  expect(await entries(chief, { title: 'Vera' })).toEqual([])
  for (const where of ['title:contains:vera', 'title:is:Vera Visitor']) {
    expect(await entries(xg, { where })).not.toEqual([])
    expect(await entries(chief, { where })).toEqual([])
  }
  expect(await entries(chief, { where: ['kind:is:lead', 'title:isNot:Someone'] })).toEqual([])
  expect(await entries(chief, { where: 'kind:is:lead', any: ['title:contains:vera', 'action:is:MERGED'] })).toEqual([])
  expect(JSON.stringify(await entries(chief, { kind: 'lead' }))).not.toContain('Vera')
  expect(await entries(chief, { kind: 'lead', action: 'DELETED' })).toMatchObject([{ recordId: lead!.uniqueId, title: '' }])
})
