import { companyApi } from '@tradewind/contract/crm/company.contract'
import { customFieldApi } from '@tradewind/contract/kit/custom/custom.contract'
import type { CustomChange } from '@tradewind/contract/kit/custom/custom.fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  await app.as(chief).call(customFieldApi.create, { kind: 'company', label: 'Size', type: 'NUMBER' })
  await app.as(chief).call(customFieldApi.create, { kind: 'company', label: 'Keeper', type: 'PERSON' })
})
afterAll(() => app.close())

const company = (custom: CustomChange, who = chief) => crmCalls(app, who).company({ custom })
const refused = (data: object) => ({ status: 422, data })

test('a refusal of thousands of unknown fields names fifty of them', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`nothing${at}`, 1]))
  const error = await company(unknown).catch((reason: unknown) => reason as { status: number; data: object })
  expect(error).toMatchObject({ status: 422, data: { 'custom.nothing0': 'There is no field “nothing0” here' } })
  expect(Object.keys((error as { data: object }).data)).toHaveLength(50)
})

test('a member can choose only themselves as a person, as staff are not listed for them', async () => {
  const member = await app.someone('ROLE_PRO')
  expect((await company({ keeper: member.uniqueId }, member)).custom).toEqual({ keeper: member.uniqueId })
  const refusal = { status: 422, data: { 'custom.keeper': 'Choose a person' } }
  await expect(company({ keeper: chief.uniqueId }, member)).rejects.toMatchObject(refusal)
  await expect(company({ keeper: member.uniqueId })).rejects.toMatchObject(refusal)
})

test('a refusal names what is invalid in fields of the product and of the tenant at once', async () => {
  const wrong = { 'custom.size': 'This is not a number' }
  const known = await company({ size: 1 })
  const input = {
    country: 'DE' as const,
    website: 'own.example',
    companyTypeList: ['ASSOCIATION' as const],
    custom: { size: 'x' },
  }
  const as = app.as(chief)
  const invalid = as.call(companyApi.create, { ...input, legalName: ' ' })
  await expect(invalid).rejects.toMatchObject(refused({ legalName: 'Legal name is required', ...wrong }))
  const taken = as.call(companyApi.create, { ...input, legalName: known.legalName })
  await expect(taken).rejects.toMatchObject(refused({ legalName: expect.stringContaining(known.legalName), ...wrong }))
  const { uniqueId } = await company({})
  const changed = as.call(companyApi.update, { uniqueId, website: 'none', custom: { size: 'x' } })
  await expect(changed).rejects.toMatchObject(refused({ website: expect.any(String), ...wrong }))
  expect((await as.call(companyApi.get, { uniqueId })).custom).toEqual({})
})
