import { companyApi } from '@tradewind/contract/crm/company.contract'
import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { projectApi, projectCompanyApi } from '@tradewind/contract/crm/project.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { filled } from '@tradewind/workbook/testing/companies'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
})
afterAll(() => app.close())

const settled = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ status }: { status: number }) => status,
  )
/** Starts two calls, the first of which waits for a locked table, and lets both finish. */
const meeting = async (table: string, ...calls: (() => Promise<unknown>)[]) => {
  const outcomes: Promise<unknown>[] = []
  await app.whileLocked(table, async () => {
    for (const call of calls) {
      outcomes.push(settled(call()))
      await expect.poll(async () => (await app.waiting()).length).toBe(outcomes.length)
    }
  })
  return Promise.all(outcomes)
}
const contactsOf = (companyId: string) =>
  app.asOwner<{ name: string; lives: boolean }>(
    'select company_name as name, deleted_at is null as lives from contact where company_id = $1',
    [companyId],
  )

const bear = (companyId: string) => () => crmCalls(app, chief).contact(companyId)
const removal = (uniqueId: string) => () => app.as(chief).call(companyApi.remove, { uniqueId, cascade: true })
const rename = (uniqueId: string) => () => app.as(chief).call(companyApi.update, { uniqueId, legalName: `Renamed ${uniqueId}` })

test('a contact that is created just before its company is deleted is deleted with it', async () => {
  const { uniqueId } = await crmCalls(app, chief).company()
  const outcomes = await meeting('contact', bear(uniqueId), removal(uniqueId))
  expect(outcomes).toEqual(['done', 'done'])
  expect(await contactsOf(uniqueId)).toMatchObject([{ lives: false }])
})

test('no contact can be created for a company that is being deleted', async () => {
  const { uniqueId } = await crmCalls(app, chief).company()
  const outcomes = await meeting('audit', removal(uniqueId), bear(uniqueId))
  expect(outcomes).toEqual(['done', 422])
  expect(await contactsOf(uniqueId)).toEqual([])
})

test('no contact can be restored from the trash to a company that is being deleted', async () => {
  const { uniqueId } = await crmCalls(app, chief).company()
  const contact = await crmCalls(app, chief).contact(uniqueId)
  await app.as(chief).call(contactApi.remove, { uniqueId: contact.uniqueId })
  const restore = () => app.as(chief).call(trashApi.restore, { kind: 'contact', uniqueIds: [contact.uniqueId] })
  expect(await meeting('audit', removal(uniqueId), restore)).toEqual(['done', 409])
  expect(await contactsOf(uniqueId)).toMatchObject([{ lives: false }])
})

test('restoring a project does not restore its place for a company that is being deleted', async () => {
  const as = crmCalls(app, chief)
  const [{ uniqueId: companyId }, project] = [await as.company(), await as.project()]
  await as.contact(companyId)
  const place = await as.place(project.uniqueId, companyId)
  await app.as(chief).call(projectApi.remove, { uniqueId: project.uniqueId })
  const restore = () => app.as(chief).call(trashApi.restore, { kind: 'project', uniqueIds: [project.uniqueId] })
  expect(await meeting('contact', removal(companyId), restore)).toEqual(['done', 'done'])
  const { statusCode } = await app.as(chief).send(projectCompanyApi.get, { uniqueId: place.uniqueId })
  expect(statusCode).toBe(404)
})

test('a contact that is being merged into another is neither an attendee nor the main contact of a company in a project', async () => {
  const as = crmCalls(app, chief)
  const [{ uniqueId: companyId }, project] = [await as.company(), await as.project()]
  const [into, from, other] = [await as.contact(companyId), await as.contact(companyId), await as.contact(companyId)]
  const merge = (uniqueId: string) => () => app.as(chief).call(contactApi.merge, { into: into.uniqueId, from: [uniqueId] })
  const report = () => as.report(companyId, [from.uniqueId])
  expect(await meeting('audit', merge(from.uniqueId), report)).toEqual(['done', 422])
  const place = () => as.place(project.uniqueId, companyId, { mainContact: other.uniqueId })
  expect(await meeting('audit', merge(other.uniqueId), place)).toEqual(['done', 422])
})

test('an import creates no contacts for a company that is being deleted', async () => {
  const { uniqueId, legalName } = await crmCalls(app, chief).company()
  const cells = [
    ['First Name', 'Last Name', 'Title', 'Contact Role', 'Company', 'Email', 'Number'],
    ['Ada', 'Late', 'Buyer', 'INFLUENCER', legalName, '', ''],
  ]
  const file = new File([await buffer(filled(cells, 'Contacts'))], 'contacts.xlsx')
  const take = () => app.as(chief).call(contactApi.massUpload, { file })
  expect(await meeting('audit', removal(uniqueId), take)).toEqual(['done', 422])
  expect(await contactsOf(uniqueId)).toEqual([])
})

test('deleting a record without cascade is rejected if a dependent record was created in the meantime', async () => {
  const { uniqueId } = await crmCalls(app, chief).company()
  const remove = () => app.as(chief).call(companyApi.remove, { uniqueId })
  const outcomes = await meeting('contact', bear(uniqueId), remove)
  expect(outcomes).toEqual(['done', 409])
  expect(await contactsOf(uniqueId)).toMatchObject([{ lives: true }])
})

test.each([
  ['before', 'contact', [bear, rename]],
  ['after', 'audit', [rename, bear]],
] as const)('a contact that is created %s its company is renamed has the new name', async (_, table, [first, second]) => {
  const { uniqueId } = await crmCalls(app, chief).company()
  expect(await meeting(table, first(uniqueId), second(uniqueId))).toEqual(['done', 'done'])
  expect(await contactsOf(uniqueId)).toEqual([{ name: `Renamed ${uniqueId}`, lives: true }])
})
