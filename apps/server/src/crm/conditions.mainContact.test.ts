import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

test('companies in projects are found by their main contact, as far as the reader may see contacts', async () => {
  const as = app.as(chief)
  const company = { country: 'France', website: 'https://b.example', companyTypeList: ['ASSOCIATION' as const] }
  const { uniqueId: companyId } = await as.call(companyApi.create, { ...company, legalName: 'Ouest' })
  const person = { lastName: 'Ouest', title: 'Buyer', contactRole: 'INFLUENCER', companyId } as const
  const [ida, leo] = [
    await as.call(contactApi.create, { ...person, firstName: 'Ida' }),
    await as.call(contactApi.create, { ...person, firstName: 'Leo' }),
  ]
  const users = [
    await app.someone('ROLE_LEVEL3', { allowedCountries: ['FR'] }),
    await app.someone('ROLE_LEVEL3', { allowedCountries: ['IT'] }),
    await app.someone('ROLE_LEVEL1'),
  ]
  const project = await as.call(projectApi.create, { name: 'Quay', sharedWith: users.map(({ uniqueId }) => uniqueId) })
  const row = { project: project.uniqueId, company: companyId, mainContact: ida.uniqueId }
  const { uniqueId } = await as.call(projectCompanyApi.create, row)
  const idsOf = async (where: string, user = chief) =>
    (await app.as(user).call(projectCompanyApi.list, { where, page: 0 })).map((one) => one.uniqueId)
  const where = `mainContact:is:${ida.uniqueId}`
  expect(await idsOf(where)).toEqual([uniqueId])
  expect(await idsOf(`mainContact:is:${leo.uniqueId}`)).toEqual([])
  expect(await idsOf(`mainContact:isNot:${ida.uniqueId}`)).toEqual([])
  expect(await Promise.all(users.map((user) => idsOf(where, user)))).toEqual([[uniqueId], [], []])
  await as.call(contactApi.merge, { into: leo.uniqueId, from: [ida.uniqueId] })
  expect(await idsOf(where)).toEqual([uniqueId])
})
