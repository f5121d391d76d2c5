import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { leadApi } from '@tradewind/contract/site/lead.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { createLead } from './lead.queries.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
})
afterAll(() => app.close())

const lead = () => {
  const scope = { tenantId: app.main.uniqueId, partitionId: app.main.uniqueId }
  const fields = { source: 'ENQUIRY', name: 'Rosa del Mar', email: 'rosa@mar.example', country: 'ES' } as const
  return app.appContext.db.write(scope, (tx) => createLead(tx, fields))
}
let number = 0
const company = () => ({
  legalName: `Mar ${++number}`,
  country: 'Spain',
  website: 'mar.example',
  companyTypeList: ['END_USER'] as const,
})
const contact = { firstName: 'Rosa', lastName: 'del Mar', title: 'CEO', contactRole: 'DECISION_MAKER', email: 'rosa@mar.example' }
const convert = (input: object, who = chief) => app.as(who).send(leadApi.convert, input)
const count = async (table: string) => (await app.asOwner(`select from ${table}`)).length

test('a lead becomes a new company with a contact, found in search, audit trail and timeline', async () => {
  const { uniqueId } = await lead()
  const given = company()
  const answer = (await convert({ uniqueId, company: given, contact })).json()
  expect(answer).toMatchObject({
    message: 'The lead is a contact now.',
    data: { company: { legalName: given.legalName }, contact: { fullName: 'Rosa del Mar' } },
  })
  const ids = [answer.data.company.uniqueId, answer.data.contact.uniqueId]
  const as = app.as(chief)
  expect(await as.call(companyApi.get, { uniqueId: ids[0] })).toMatchObject({
    website: 'https://mar.example',
    createdBy: chief.uniqueId,
  })
  expect(await as.call(contactApi.get, { uniqueId: ids[1] })).toMatchObject({
    email: 'rosa@mar.example',
    companyId: ids[0],
    createdBy: chief.uniqueId,
  })
  expect(JSON.stringify(await as.call(searchApi.search, { q: given.legalName }))).toContain(ids[0])
  expect(await as.call(timelineApi.list, { kind: 'company', uniqueId: ids[0] })).toHaveLength(2)
  const trail = await as.call(auditApi.list, {})
  for (const recordId of [...ids, uniqueId]) expect(trail.map((entry) => entry.recordId)).toContain(recordId)
  expect((await as.call(leadApi.history, { uniqueId }))[0]).toMatchObject({ action: 'CHANGED', byName: chief.fullName })
})

test('a lead becomes a contact of an existing company', async () => {
  const there = await app.as(chief).call(companyApi.create, { ...company(), companyTypeList: ['END_USER'] })
  const { uniqueId } = await lead()
  const { data } = (await convert({ uniqueId, companyId: there.uniqueId, contact })).json()
  expect(data).toMatchObject({ company: { uniqueId: there.uniqueId }, contact: { fullName: 'Rosa del Mar' } })
  expect(await app.as(chief).call(contactApi.list, { company: there.legalName })).toHaveLength(1)
})

test('a lead becomes one contact: a repeat is refused naming it, ten at once create one, and deleting it allows another', async () => {
  const { uniqueId } = await lead()
  const codes = await Promise.all(
    Array.from({ length: 10 }, async () => (await convert({ uniqueId, company: company(), contact })).statusCode),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  const { statusCode, json } = await convert({ uniqueId, company: company(), contact })
  const { message, data } = json()
  expect([statusCode, message]).toEqual([409, 'This lead is already a contact.'])
  expect(data.contact.fullName).toBe('Rosa del Mar')
  await app.as(chief).call(contactApi.remove, { uniqueId: data.contact.uniqueId })
  expect(await app.as(chief).call(leadApi.get, { uniqueId })).toMatchObject({ contact: null })
  expect((await convert({ uniqueId, company: company(), contact })).statusCode).toBe(200)
})

test('the history of a lead that is converted again names the company that it had', async () => {
  const { uniqueId } = await lead()
  const [first, second] = [company(), company()]
  const { data } = (await convert({ uniqueId, company: first, contact })).json()
  await app.as(chief).call(contactApi.remove, { uniqueId: data.contact.uniqueId })
  await convert({ uniqueId, company: second, contact })
  const [again] = await app.as(chief).call(leadApi.history, { uniqueId })
  expect(again!.changes).toEqual({
    company: { before: first.legalName, after: second.legalName },
    contact: { before: null, after: 'Rosa del Mar' },
  })
})

test('invalid fields are refused by path, and nothing is created', async () => {
  const taken = await app.as(chief).call(companyApi.create, { ...company(), companyTypeList: ['END_USER'] })
  const { uniqueId } = await lead()
  const before = [await count('company'), await count('contact')]
  const faults = async (input: object) => (await convert({ uniqueId, ...input })).json().data
  expect(await faults({ company: { ...company(), legalName: taken.legalName.toUpperCase() }, contact })).toEqual({
    'company.legalName': `There is already a company “${taken.legalName}”`,
  })
  const wrong = { contact: { ...contact, email: 'rosa@', number: 'call', title: '' } }
  expect(Object.keys(await faults({ companyId: taken.uniqueId, ...wrong })).toSorted()).toEqual([
    'contact.email',
    'contact.number',
    'contact.title',
  ])
  for (const none of [{ contact }, { companyId: taken.uniqueId, company: company(), contact }])
    expect(await faults(none)).toEqual({ companyId: 'Choose a company, or enter a new one' })
  expect(await faults({ companyId: crypto.randomUUID(), contact })).toEqual({ companyId: 'Choose a company' })
  const late = { ...company(), website: 'x'.repeat(300) }
  expect(Object.keys(await faults({ company: late, contact }))).toEqual(['company.website'])
  expect([await count('company'), await count('contact')]).toEqual(before)
})

test('purging the company or contact leaves the lead in place', async () => {
  const { uniqueId } = await lead()
  await convert({ uniqueId, company: company(), contact })
  const gone = await lead()
  await app.as(chief).call(leadApi.remove, { uniqueId: gone.uniqueId })
  for (const table of ['company', 'contact']) await app.asOwner(`update ${table} set deleted_at = now() - interval '31 days'`)
  await app.asOwner(`update lead set deleted_at = now() - interval '31 days' where id = $1`, [gone.uniqueId])
  await app.clock('records.sweep')
  expect([await count('company'), await count('contact')]).toEqual([0, 0])
  expect(await app.as(chief).call(leadApi.get, { uniqueId })).toMatchObject({ company: null, contact: null })
  expect(await app.asOwner('select from lead where id = $1', [gone.uniqueId])).toEqual([])
})
