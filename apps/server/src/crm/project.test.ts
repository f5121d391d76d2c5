import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { type Project, projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { adminApi } from '@tradewind/contract/platform/user.contract'
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
const idsIn = ({ sharedWith }: Project) => new Set(sharedWith.map((person) => person.uniqueId))
const told = ({ uniqueId }: TestUser) => app.asOwner('select from notification where user_id = $1', [uniqueId])

test('a project is shared with staff, who see it and are notified once', async () => {
  const [level1, level2] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const project = await as(chief).project({ name: 'Shared one', sharedWith: [level1.uniqueId] })
  expect(project).toMatchObject({ sharedWith: [{ uniqueId: level1.uniqueId, fullName: level1.fullName }], companies: 0 })
  await app.as(chief).call(projectApi.update, { uniqueId: project.uniqueId, name: 'Shared two', sharedWith: [level1.uniqueId] })
  const names = async (who: TestUser) => (await app.as(who).call(projectApi.list, { page: 0 })).map(({ name }) => name)
  expect([await names(level1), await names(level2)]).toEqual([['Shared two'], []])
  expect(await told(level1)).toHaveLength(1)
  await expect(app.as(level1).call(projectApi.update, { uniqueId: project.uniqueId, name: 'x' })).rejects.toMatchObject({
    status: 403,
  })
  expect(await app.as(chief).call(projectApi.list, { page: 0, sharedWithName: 'role_level1' })).toHaveLength(1)
})

test('the history shows by name whom a project was shared with', async () => {
  const [level1, level2] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const { uniqueId } = await as(chief).project({ sharedWith: [level1.uniqueId] })
  await app.as(chief).call(projectApi.update, { uniqueId, sharedWith: [level2.uniqueId] })
  await app.as(chief).call(projectApi.update, { uniqueId, sharedWith: [level2.uniqueId] })
  const entries = await app.as(chief).call(projectApi.history, { uniqueId })
  expect(entries.map(({ changes }) => changes)).toEqual([
    { sharedWith: { before: [level1.fullName], after: [level2.fullName] } },
    { sharedWith: { before: [], after: [level1.fullName] } },
    {},
  ])
})

test('a former colleague stays on the list of a project when it is saved, but cannot be added', async () => {
  const [gone, here] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const { uniqueId } = await as(chief).project({ sharedWith: [gone.uniqueId] })
  await app.as(chief).call(adminApi.setActive, { uniqueId: gone.uniqueId, isActive: false })
  const share = (...people: TestUser[]) =>
    app.as(chief).call(projectApi.update, { uniqueId, sharedWith: people.map((person) => person.uniqueId) })
  expect(idsIn(await share(gone, here))).toEqual(new Set([gone.uniqueId, here.uniqueId]))
  expect(idsIn(await share(here))).toEqual(new Set([here.uniqueId]))
  await expect(share(gone, here)).rejects.toMatchObject({ data: { sharedWith: 'Choose staff of your own' } })
})

test('changing only the list of people is a change: a form opened before is stale', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const { uniqueId, updatedAt } = await as(chief).project()
  const saved = await app.as(chief).call(projectApi.update, { uniqueId, updatedAt, sharedWith: [level1.uniqueId] })
  expect(await app.as(chief).call(projectApi.get, { uniqueId })).toEqual(saved)
  const late = { uniqueId, updatedAt, sharedWith: [] }
  await expect(app.as(chief).call(projectApi.update, late)).rejects.toMatchObject({ status: 409 })
  const same = { uniqueId, updatedAt: saved.updatedAt, sharedWith: [level1.uniqueId] }
  expect(await app.as(chief).call(projectApi.update, same)).toEqual(saved)
})

test('members cannot share their projects, and no one can share with members or another tenant’s users', async () => {
  const member = await app.someone('ROLE_STARTER')
  for (const [who, whom] of [
    [member, chief],
    [chief, member],
    [chief, await app.someone('ROLE_ADMIN', { tenantId: app.other.uniqueId })],
  ] as const)
    await expect(as(who).project({ sharedWith: [whom.uniqueId] })).rejects.toMatchObject({
      data: { sharedWith: 'Choose staff of your own' },
    })
})

test('a company is in a project at most once, with a main contact of its own', async () => {
  const project = await as(chief).project()
  const { company, contact } = await as(chief).met()
  const other = await as(chief).met()
  const whole = { potential: 'HIGH', interest: '', priority: 'LOW', nextContact: '', companyUID: company.uniqueId }
  const place = await as(chief).place(project.uniqueId, company.uniqueId, {
    ...whole,
    mainContact: { uniqueId: contact.uniqueId, fullName: 'x' },
  })
  expect(place).toMatchObject({
    potential: 'HIGH',
    interest: null,
    priority: 'LOW',
    company: { legalName: company.legalName, country: 'Germany', website: company.website },
    mainContact: {
      uniqueId: contact.uniqueId,
      fullName: contact.fullName,
      company: { uniqueId: company.uniqueId, legalName: company.legalName },
    },
    lastContact: '2026-03-10',
    nextContact: null,
  })
  await expect(as(chief).place(project.uniqueId, company.uniqueId)).rejects.toMatchObject({
    status: 409,
    message: 'This company is already in the project',
  })
  const change = (over: object) => app.as(chief).call(projectCompanyApi.update, { uniqueId: place.uniqueId, ...over })
  await expect(change({ mainContact: other.contact.uniqueId })).rejects.toMatchObject({
    data: { mainContact: 'Choose a contact of this company' },
  })
  expect(await change({ company: other.company.uniqueId })).toMatchObject({ mainContact: null })
})

test('a company in a project can still be changed when its main contact is in the trash', async () => {
  const project = await as(chief).project()
  const company = await as(chief).company()
  const contact = await as(chief).contact(company.uniqueId)
  const place = await as(chief).place(project.uniqueId, company.uniqueId, { mainContact: contact.uniqueId })
  await app.as(chief).call(contactApi.remove, { uniqueId: contact.uniqueId })
  const { uniqueId } = place
  expect(await app.as(chief).call(projectCompanyApi.update, { uniqueId, priority: 'HIGH' })).toMatchObject({ priority: 'HIGH' })
})

test('a company in a project keeps its current main contact, even a deleted or moved one', async () => {
  const project = await as(chief).project()
  const [company, other] = [await as(chief).company(), await as(chief).company()]
  const contact = await as(chief).contact(company.uniqueId)
  const { uniqueId } = await as(chief).place(project.uniqueId, company.uniqueId, { mainContact: contact.uniqueId })
  await app.as(chief).call(contactApi.update, { uniqueId: contact.uniqueId, companyId: other.uniqueId })
  const form = { uniqueId, company: company.uniqueId, mainContact: contact.uniqueId, priority: 'LOW' as const }
  expect(await app.as(chief).call(projectCompanyApi.update, form)).toMatchObject({
    priority: 'LOW',
    mainContact: { uniqueId: contact.uniqueId, company: { uniqueId: null, legalName: other.legalName } },
  })
})

test('accepts a form that names its company only by companyUID, and treats an empty main contact as none', async () => {
  const project = await as(chief).project()
  const { company, contact } = await as(chief).met()
  const other = await as(chief).company()
  const send = (call: Endpoint, form: object) => app.as(chief).send(call, form)
  const form = { project: project.uniqueId, companyUID: company.uniqueId, mainContact: contact.uniqueId }
  const made = await send(projectCompanyApi.create, { ...form, company: '' })
  expect([made.statusCode, made.json().data]).toMatchObject([201, { company: { uniqueId: company.uniqueId } }])
  const { uniqueId } = made.json().data
  const cleared = await send(projectCompanyApi.update, { uniqueId, companyUID: company.uniqueId, mainContact: '' })
  expect(cleared.json().data).toMatchObject({ company: { uniqueId: company.uniqueId }, mainContact: null })
  const moved = await send(projectCompanyApi.update, { uniqueId, company: other.uniqueId, companyUID: company.uniqueId })
  expect(moved.json().data).toMatchObject({ company: { uniqueId: other.uniqueId } })
  const neither = await send(projectCompanyApi.create, { mainContact: '' })
  expect(neither.json().data).toEqual({ project: 'Choose a project', company: 'Choose a company' })
})

test('the last contact follows the newest report until it is set by hand', async () => {
  const project = await as(chief).project()
  const { company, contact } = await as(chief).met()
  const place = await as(chief).place(project.uniqueId, company.uniqueId)
  const last = async () => (await app.as(chief).call(projectCompanyApi.get, { uniqueId: place.uniqueId })).lastContact
  await as(chief).report(company.uniqueId, [contact.uniqueId], { date: '2026-06-01' })
  expect(await last()).toBe('2026-06-01')
  await app.as(chief).call(projectCompanyApi.update, { uniqueId: place.uniqueId, lastContact: '2026-02-02' })
  await as(chief).report(company.uniqueId, [contact.uniqueId], { date: '2026-07-01' })
  expect(await last()).toBe('2026-02-02')
  await app.as(chief).call(projectCompanyApi.update, { uniqueId: place.uniqueId, lastContact: '' })
  expect(await last()).toBe('2026-07-01')
})

test('companies of a project are sorted by priority and by country, in both directions', async () => {
  const project = await as(chief).project()
  for (const [country, priority] of [
    ['Spain', 'LOW'],
    ['Austria', 'HIGH'],
    ['Norway', 'MEDIUM'],
  ] as const)
    await as(chief).place(project.uniqueId, (await as(chief).company({ country })).uniqueId, { priority })
  const sorted = async (sort: 'priority' | '-priority' | 'country' | '-country') =>
    (await app.as(chief).call(projectCompanyApi.ofProject, { projectId: project.uniqueId, page: 0, sort })).map(
      ({ company, priority }) => `${company.country} ${priority}`,
    )
  expect(await sorted('priority')).toEqual(['Austria HIGH', 'Norway MEDIUM', 'Spain LOW'])
  expect(await sorted('-priority')).toEqual(['Spain LOW', 'Norway MEDIUM', 'Austria HIGH'])
  expect(await sorted('country')).toEqual(['Austria HIGH', 'Norway MEDIUM', 'Spain LOW'])
})

test('levels 1 and 2 see only the name, country and website of a company in a project shared with them', async () => {
  const level1 = await app.someone('ROLE_LEVEL1')
  const project = await as(chief).project({ sharedWith: [level1.uniqueId] })
  const company = await as(chief).company({ address: 'Secret Street 1', taxRefNumber: '123' })
  const place = await as(chief).place(project.uniqueId, company.uniqueId)
  const seen = await app.as(level1).call(companyApi.list, { page: 0 })
  expect(seen).toMatchObject([{ legalName: company.legalName, country: 'Germany', website: company.website }])
  expect(seen[0]).toMatchObject({ address: null, taxRefNumber: null, companyTypeList: [], createdBy: null })
  expect(await app.as(level1).call(companyApi.get, { uniqueId: company.uniqueId })).toEqual(seen[0])
  expect(await app.as(level1).call(projectCompanyApi.ofProject, { projectId: project.uniqueId })).toHaveLength(1)
  await app.as(chief).call(projectCompanyApi.remove, { uniqueId: place.uniqueId })
  expect(await app.as(level1).call(companyApi.list, { page: 0 })).toEqual([])
})

test('an admin changes companies in their own and shared projects; a project’s new name applies to them immediately', async () => {
  const clerk = await app.someone('ROLE_ADMIN')
  const [closed, open] = [await as(chief).project(), await as(chief).project({ name: 'Old name', sharedWith: [clerk.uniqueId] })]
  const company = await as(chief).company()
  const [there, here] = [
    await as(chief).place(closed.uniqueId, company.uniqueId),
    await as(chief).place(open.uniqueId, company.uniqueId),
  ]
  const change = (uniqueId: string) => app.as(clerk).call(projectCompanyApi.update, { uniqueId, priority: 'HIGH' })
  await expect(change(there.uniqueId)).rejects.toMatchObject({ status: 403 })
  expect(await change(here.uniqueId)).toMatchObject({ priority: 'HIGH' })
  await app.as(chief).call(projectApi.update, { uniqueId: open.uniqueId, name: 'New name' })
  expect(await app.as(chief).call(projectCompanyApi.list, { page: 0, projectName: 'new name' })).toMatchObject([
    { uniqueId: here.uniqueId, project: { name: 'New name' } },
  ])
})
