import { contactApi } from '@tradewind/contract/crm/contact.contract'
import { searchApi } from '@tradewind/contract/operations/search.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { leadApi } from '@tradewind/contract/site/lead.contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactEntity } from '#crm/schema/contact.table'
import { liveRows } from '#kit/database/list'
import { searchMatches } from '#kit/record/entity'
import { createLead } from '#site/lead.queries'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { crmCalls } from '../../test/crm/crm.ts'

let app: TestApp
let admin: TestUser
const stored = {
  Danish: '+45 75 12 80 33',
  Dashed: '+45-75128033',
  Zeros: '0045 75128033',
  Local: '75128033',
  London: '+44 (0)20 7946-0958',
  Trunk: '020 7946 0958',
  Roman: '+39 06 1234 567',
  Short: '12345',
  None: '',
}
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN', { permissions: ['XG_ADMIN'] })
  const make = crmCalls(app, admin)
  const { uniqueId: companyId } = await make.company()
  for (const [lastName, number] of Object.entries(stored)) await make.contact(companyId, { lastName, number })
})
afterAll(() => app.close())

const danish = ['Danish', 'Dashed', 'Local', 'Zeros']
const london = ['London', 'Trunk']
const searches: [text: string, names: string[]][] = [
  ['+45 75 12 80 33', danish],
  ['004575128033', danish],
  ['0045 75128033', danish],
  ['75128033', danish],
  ['75 12 80 33', danish],
  ['(75) 12.80/33', danish],
  ['128033', danish],
  ['4575128033', ['Danish', 'Dashed', 'Zeros']],
  ['+44 20 7946 0958', london],
  ['+44 (0) 20 79460958', london],
  ['004402079460958', ['Trunk']],
  ['020 7946 0958', london],
  ['+390612 34567', ['Roman']],
  ['06 1234567', ['Roman']],
  ['12345', ['Roman', 'Short']],
  ['0012345', ['Roman', 'Short']],
  ['80 33', ['Danish']],
  ['8033', ['Dashed', 'Local', 'Zeros']],
  ['+49 75128033', ['Local']],
  ['75128033 x', []],
  ['00000', []],
]

const namesIn = async (query: object) =>
  (await app.as(admin).call(contactApi.list, { ...query, sort: 'lastName', page: 0 })).map(({ lastName }) => lastName)

test.each(searches)('%s finds phone numbers however they are written', async (text, names) => {
  expect(await namesIn({ q: text })).toEqual(names)
  expect(await namesIn({ where: [`number:contains:${text}`] })).toEqual(names)
  const groups = await app.as(admin).call(searchApi.search, { q: text })
  const hits = groups.flatMap(({ kind, hits: found }) => (kind === 'contact' ? found : []))
  expect(hits.map(({ title }) => title.split(' ').at(-1)!).toSorted()).toEqual(names)
})

test('a phone number does not keep other fields from being found', async () => {
  const make = crmCalls(app, admin)
  const { uniqueId: companyId } = await make.company({ legalName: 'Anno 1975-1280' })
  await make.contact(companyId, { lastName: 'Numbered', title: 'Buyer 7512 8033' })
  expect(await namesIn({ q: '7512 8033' })).toEqual([...danish, 'Numbered'].toSorted())
  expect(await namesIn({ q: '1975-1280' })).toEqual(['Numbered'])
  expect(await namesIn({ where: ['number:contains:7512 8033'] })).toEqual(danish)
  expect(await namesIn({ where: ['number:is:75128033'] })).toEqual(['Local'])
  expect(await namesIn({ where: ['title:contains:75128033'] })).toEqual([])
})

test('a lead and a contact in the trash are found by their phone number', async () => {
  await app.appContext.db.write({ tenantId: admin.tenantId, partitionId: admin.tenantId }, (tx) =>
    createLead(tx, {
      source: 'ENQUIRY',
      name: 'Kim Lead',
      email: 'kim@lead.example',
      country: 'DK',
      contactNumber: '+45 99 88 77 66',
    }),
  )
  for (const query of [{ q: '99887766' }, { where: ['contactNumber:contains:004599887766'] }])
    expect((await app.as(admin).call(leadApi.list, query)).map(({ lastName }) => lastName)).toEqual(['Lead'])
  const [{ uniqueId } = { uniqueId: '' }] = await app.as(admin).call(contactApi.list, { q: 'Short', page: 0 })
  await app.as(admin).call(contactApi.remove, { uniqueId })
  expect(await app.as(admin).call(trashApi.list, { q: '123-45' })).toMatchObject([{ uniqueId }])
  expect(await app.as(admin).call(trashApi.list, { q: '123-46' })).toEqual([])
})

test('among many contacts, a phone number is found by indexes', async () => {
  await app.asOwner(
    `insert into contact (tenant_id, world_id, first_name, last_name, title, contact_role, company_id, country, company_name, number, search_text)
     select tenant_id, world_id, first_name, 'Row ' || n, title, contact_role, company_id, country, company_name, '+45 ' || 10000000 + n * 37, 'row ' || n || repeat(' and more', 20)
     from contact, generate_series(1, 20_000) n where last_name = 'Local'`,
  )
  await app.asOwner('vacuum analyze contact')
  const db = app.appContext.db.as({ tenantId: admin.tenantId, partitionId: admin.partitionId })
  const found = sql`select id from ${liveRows(contactEntity.table, db.scope)} where ${searchMatches(contactEntity, '+45 10 37 00 37')} limit 10001`
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${found}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  for (const part of ['BitmapOr', 'contact_search', 'contact_by_phone']) expect(plan).toContain(part)
  expect(plan).not.toContain('Seq Scan')
  expect(await namesIn({ q: '+45 10 37 00 37' })).toEqual(['Row 10001'])
})
