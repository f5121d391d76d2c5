import { companyApi } from '@tradewind/contract/crm/company.contract'
import { projectCompanyPolicy, projectPolicy } from '@tradewind/contract/crm/policies'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { can } from '@tradewind/contract/kit/policy'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

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

test('an admin attaches companies only to their own projects and those shared with them', async () => {
  const closed = await as(chief).project()
  const [open, own] = [await as(chief).project({ sharedWith: [clerk.uniqueId] }), await as(clerk).project()]
  const company = await as(chief).company()
  const refused = { status: 422, data: { project: 'Choose a project of your own, or one that is shared with you' } }
  await expect(as(clerk).place(closed.uniqueId, company.uniqueId)).rejects.toMatchObject(refused)
  await expect(as(clerk).place(closed.uniqueId, crypto.randomUUID())).rejects.toMatchObject({
    status: 422,
    data: { ...refused.data, company: 'Choose a company' },
  })
  const place = await as(clerk).place(open.uniqueId, company.uniqueId)
  await as(clerk).place(own.uniqueId, company.uniqueId)
  const moved = { uniqueId: place.uniqueId, project: closed.uniqueId }
  await expect(app.as(clerk).call(projectCompanyApi.update, moved)).rejects.toMatchObject(refused)
  expect(await app.as(chief).call(projectCompanyApi.ofProject, { projectId: closed.uniqueId })).toEqual([])
})

test('the creator of a project can change and remove what others attached to it', async () => {
  const [mine, theirs] = [await as(clerk).project(), await as(chief).project()]
  const [one, other] = [await as(chief).company(), await as(chief).company()]
  const [here, there] = [await as(chief).place(mine.uniqueId, one.uniqueId), await as(chief).place(theirs.uniqueId, one.uniqueId)]
  const change = (uniqueId: string) => app.as(clerk).call(projectCompanyApi.update, { uniqueId, priority: 'HIGH' })
  expect(await change(here.uniqueId)).toMatchObject({ priority: 'HIGH', projectCreatedBy: clerk.uniqueId })
  await expect(change(there.uniqueId)).rejects.toMatchObject({ status: 403 })
  await app.as(clerk).call(projectCompanyApi.remove, { uniqueId: here.uniqueId })
  await expect(app.as(clerk).call(projectCompanyApi.remove, { uniqueId: there.uniqueId })).rejects.toMatchObject({
    status: 403,
  })
  await as(chief).place(mine.uniqueId, other.uniqueId)
  await app.as(clerk).call(projectApi.remove, { uniqueId: mine.uniqueId })
  expect(await app.as(chief).call(projectCompanyApi.list, { page: 0, companyUID: other.uniqueId })).toEqual([])
})

test('levels 1 and 2 find a company only by the fields they see of it', async () => {
  const level2 = await app.someone('ROLE_LEVEL2')
  const project = await as(chief).project({ sharedWith: [level2.uniqueId] })
  const hidden = { address: 'Quarry Lane 7', taxRefNumber: 'TAX-4711' }
  const company = await as(chief).company({
    ...hidden,
    legalName: 'Findable Ltd',
    country: 'Malta',
    website: 'https://find.example',
  })
  await as(chief).place(project.uniqueId, company.uniqueId)
  const found = async (who: TestUser, q: string) => [
    (await app.as(who).call(companyApi.list, { q, page: 0 })).length,
    (await app.as(who).call(companyApi.list, { q })).length,
    (await app.as(who).call(searchApi.search, { q })).filter(({ kind }) => kind === 'company').length,
  ]
  for (const q of ['FINDABLE', 'malt', 'find.example', 'Malta ltd']) expect(await found(level2, q)).toEqual([1, 1, 1])
  for (const q of ['quarry', 'tax-4711', 'findable quarry']) expect(await found(level2, q)).toEqual([0, 0, 0])
  for (const q of ['quarry', 'tax-4711', 'findable quarry']) expect(await found(chief, q)).toEqual([1, 1, 1])
})

test('conditions find companies only in projects that the user may see', async () => {
  const [level, member] = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_PRO')]
  const [open, closed] = [await as(chief).project({ sharedWith: [level.uniqueId] }), await as(chief).project()]
  const company = await as(chief).company({ legalName: 'Conditioned', country: 'Malta' })
  const place = await as(chief).place(open.uniqueId, company.uniqueId, { priority: 'HIGH' })
  await as(chief).place(closed.uniqueId, company.uniqueId, { priority: 'HIGH' })
  const found = async (who: TestUser, query: object) =>
    (await app.as(who).call(projectCompanyApi.list, { page: 0, ...query })).map(({ uniqueId }) => uniqueId)
  const where = ['company:is:conditioned', 'country:is:MT', 'priority:is:HIGH']
  expect(await found(chief, { where })).toHaveLength(2)
  expect(await found(level, { where })).toEqual([place.uniqueId])
  expect(await found(level, { any: [`project:is:${closed.name}`, 'potential:is:HIGH'] })).toEqual([])
  expect(await found(member, { where })).toEqual([])
})

test('the reply contains what a screen needs to decide what the user may do with a project’s companies', async () => {
  const [mine, theirs] = [await as(clerk).project(), await as(chief).project()]
  const company = await as(chief).company()
  const may = async (projectId: string) => {
    const place = await as(chief).place(projectId, company.uniqueId)
    return can(clerk, projectCompanyPolicy.update, place)
  }
  expect([await may(mine.uniqueId), await may(theirs.uniqueId)]).toEqual([true, false])
  expect([mine, theirs].map((project) => can(clerk, projectPolicy.attach, { ...project, sharedWith: [] }))).toEqual([true, false])
})

test('a user who may see no contacts gets no contact’s name from a company in a project, and level 3 only those of its countries', async () => {
  const levels = [await app.someone('ROLE_LEVEL1'), await app.someone('ROLE_LEVEL2')]
  const level3 = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const project = await as(chief).project({ sharedWith: [...levels, level3].map(({ uniqueId }) => uniqueId) })
  const placeIn = async (country: string) => {
    const { company, contact } = await as(chief).met({ company: { country } })
    const { uniqueId } = await as(chief).place(project.uniqueId, company.uniqueId, { mainContact: contact.uniqueId })
    return { uniqueId, contact }
  }
  const [german, japanese] = [await placeIn('Germany'), await placeIn('Japan')]
  const read = async (who: TestUser, { uniqueId }: { uniqueId: string }) => app.as(who).call(projectCompanyApi.get, { uniqueId })
  for (const who of levels)
    for (const place of [german, japanese]) expect(await read(who, place)).not.toHaveProperty('mainContact')
  expect(await read(level3, german)).toMatchObject({ mainContact: { fullName: german.contact.fullName } })
  expect(await read(level3, japanese)).not.toHaveProperty('mainContact')
  const bare = await as(chief).place(
    (await as(chief).project({ sharedWith: [levels[0]!.uniqueId] })).uniqueId,
    (await as(chief).company()).uniqueId,
  )
  expect(await read(levels[0]!, bare)).toMatchObject({ mainContact: null })
  const listed = await app.as(levels[0]).send(projectCompanyApi.ofProject, { projectId: project.uniqueId, page: 0 })
  expect(listed.body).not.toContain(german.contact.fullName)
})
