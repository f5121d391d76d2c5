import { companyApi } from '@tradewind/contract/crm/company.contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Someone, type TestApp, testApp } from '../../../test/app.ts'
import { type Database, openDatabase } from './database.ts'
import { statement } from './statement.ts'

let app: TestApp
let people: Someone[]
beforeAll(async () => {
  app = await testApp()
  const tenantId = app.other.uniqueId
  people = [
    await app.someone('ROLE_TENANT_ADMIN'),
    await app.someone('ROLE_PRO'),
    await app.someone('ROLE_TENANT_ADMIN', { tenantId }),
  ]
  for (const who of people)
    await app.as(who).call(companyApi.create, {
      legalName: `Of ${who.uniqueId}`,
      country: 'Italy',
      website: 'https://of.example',
      companyTypeList: ['ASSOCIATION'],
    })
})
afterAll(() => app.close())

const names = statement(
  'names of companies',
  sql`select legal_name as name, ${sql.placeholder('word')}::text as word from company`,
)

const scopeOf = ({ tenantId, partitionId }: Someone) => ({ tenantId, partitionId })
const expectEachItsOwn = async (db: Database) => {
  for (let round = 0; round < 12; round++) {
    for (const who of people) {
      const rows = await db.as(scopeOf(who)).ask(names, { word: `${round}` })
      expect(rows).toEqual([{ name: `Of ${who.uniqueId}`, word: `${round}` }])
    }
  }
}

test.each([
  ['on a connection that keeps it', { pooled: false, pipelined: true }],
  ['behind a pooler, where nothing is kept', { pooled: true, pipelined: true }],
  ['by plain statements', { pooled: false, pipelined: false }],
  ['by plain statements behind a pooler', { pooled: true, pipelined: false }],
])('a statement sees the rows of each scope that asks it, %s', async (_, how) => {
  const db = openDatabase({ ...app.app, max: 1, ...how })
  await expectEachItsOwn(db)
  await db.close()
})

test('a statement that failed can be asked again', async () => {
  const db = openDatabase({ ...app.app, max: 1 })
  const divided = statement('one divided', sql`select 1 / ${sql.placeholder('by')}::int as part`)
  const reader = db.as(scopeOf(people[0]!))
  await expect(reader.ask(divided, { by: 0 })).rejects.toMatchObject({ code: '22012' })
  expect(await reader.ask(divided, { by: 1 })).toEqual([{ part: 1 }])
  await db.close()
})
