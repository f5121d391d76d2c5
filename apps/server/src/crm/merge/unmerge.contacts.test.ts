import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let crm: ReturnType<typeof crmCalls>
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  crm = crmCalls(app, chief)
})
afterAll(() => app.close())

const call: ReturnType<TestApp['as']>['call'] = (...args) => app.as(chief).call(...args)

/** Two contacts of different companies, merged: the remaining one takes these fields of the other. */
const mergedAcross = async (...fields: 'companyId'[]) => {
  const [company, otherCompany] = [(await crm.company()).uniqueId, (await crm.company()).uniqueId]
  const [into, from] = [(await crm.contact(company)).uniqueId, (await crm.contact(otherCompany)).uniqueId]
  const chosen = Object.fromEntries(fields.map((field) => [field, from]))
  const { merge, record } = await call(contactApi.merge, { into, from: [from], fields: chosen })
  expect(record.company.uniqueId).toBe(fields.length > 0 ? otherCompany : company)
  return { company, otherCompany, into, from, merge }
}
const unmerge = (uniqueId: string) => call(contactApi.unmerge, { uniqueId })
const companyOf = async (uniqueId: string) => (await call(contactApi.get, { uniqueId })).company

test('undoing a merge returns a contact to its previous company, whatever that and the other one are called now', async () => {
  const { company, otherCompany, into, from, merge } = await mergedAcross('companyId')
  await call(companyApi.update, { uniqueId: company, legalName: 'Renamed meanwhile', country: 'Italy' })
  await call(companyApi.update, { uniqueId: otherCompany, legalName: 'The other one renamed' })
  expect(await unmerge(merge)).toMatchObject({ fields: [] })
  expect(await companyOf(into)).toEqual({ uniqueId: company, legalName: 'Renamed meanwhile' })
  expect(await companyOf(from)).toEqual({ uniqueId: otherCompany, legalName: 'The other one renamed' })
  const found = await call(contactApi.list, { company: 'renamed meanwhile', page: 0 })
  expect(found.map(({ uniqueId }) => uniqueId)).toEqual([into])
})

test('undoing a merge leaves a contact where it is if its previous company was deleted since, and says so', async () => {
  const { company, otherCompany, into, merge } = await mergedAcross('companyId')
  await call(companyApi.remove, { uniqueId: company })
  expect(await unmerge(merge)).toMatchObject({ fields: ['companyId'] })
  expect(await companyOf(into)).toMatchObject({ uniqueId: otherCompany })
})

test('undoing a merge waits until the company of the merged contact is no longer in the trash', async () => {
  const { otherCompany, from, merge } = await mergedAcross()
  await call(companyApi.remove, { uniqueId: otherCompany })
  const message = 'Its company is in the trash. Restore that first.'
  await expect(unmerge(merge)).rejects.toMatchObject({ status: 409, message })
  await call(trashApi.restore, { kind: 'company', uniqueIds: [otherCompany] })
  await unmerge(merge)
  expect(await companyOf(from)).toMatchObject({ uniqueId: otherCompany })
})

test('an address that is chosen from another contact is still marked as bounced, until the merge is undone', async () => {
  const company = await crm.company()
  const [stays, goes] = [await crm.contact(company.uniqueId), await crm.contact(company.uniqueId)]
  const [into, from] = [stays.uniqueId, goes.uniqueId]
  await app.asOwner('update contact set bounced_email = lower(email) where id = $1', [from])
  const { merge, record } = await call(contactApi.merge, { into, from: [from], fields: { email: from } })
  expect(record).toMatchObject({ email: goes.email, emailBounced: true })
  expect(await unmerge(merge)).toMatchObject({ fields: [] })
  expect(await call(contactApi.get, { uniqueId: into })).toMatchObject({ email: stays.email, emailBounced: false })
})
