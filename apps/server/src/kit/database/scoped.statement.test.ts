import { companyApi } from '@tradewind/contract/crm/company.contract'
import { eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companies } from '#crm/schema/company.table'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { type Database, openDatabase } from './database.ts'
import { listPage, listPageWithCheapTotal } from './list.ts'
import { anyOf, statement } from './scoped.ts'
import { idInQueries } from './total.ts'

let app: TestApp
let people: TestUser[]
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

const scopeOf = ({ tenantId, partitionId }: TestUser) => ({ tenantId, partitionId })
const expectEachItsOwn = async (db: Database) => {
  for (let round = 0; round < 12; round++) {
    for (const who of people) {
      const rows = await db.as(scopeOf(who)).runPrepared(names, { word: `${round}` })
      expect(rows).toEqual([{ name: `Of ${who.uniqueId}`, word: `${round}` }])
    }
  }
}

test.each([
  ['on a connection that keeps it', { pooled: false, pipelined: true }],
  ['behind a pooler, where nothing is kept', { pooled: true, pipelined: true }],
  ['by plain statements', { pooled: false, pipelined: false }],
  ['by plain statements behind a pooler', { pooled: true, pipelined: false }],
])('a statement sees only the rows of the scope that runs it, %s', async (_, how) => {
  const db = openDatabase({ ...app.app, max: 1, ...how })
  await expectEachItsOwn(db)
  await db.close()
})

/** The app's own statements that this connection has prepared. */
const preparedOn = async (db: Database) => {
  const { rows } = await db
    .as(scopeOf(people[0]!))
    .execute<{ name: string; statement: string }>(
      sql`select name, statement from pg_prepared_statements where name like 'often %'`,
    )
  return rows
}

const byIds = (ids: readonly string[], word: string) =>
  sql`select legal_name as name from company where id = ${anyOf(ids)} ${sql.raw(`-- ${word}`)}`

test.each([
  ['a connection of ours', { pooled: false, pipelined: true }, true],
  ['a connection of ours, by plain statements', { pooled: false, pipelined: false }, true],
  ['one behind a pooler', { pooled: true, pipelined: true }, false],
  ['one behind a pooler, by plain statements', { pooled: true, pipelined: false }, false],
])('a query that finds rows by their ids is prepared if it is frequent: %s', async (name, how, isPrepared) => {
  const db = openDatabase({ ...app.app, max: 1, ...how })
  const all = (await app.asOwner<{ id: string }>('select id from company')).map(({ id }) => id)
  for (const who of [...people, ...people]) {
    const { rows } = await db.as(scopeOf(who)).execute(byIds(all, name))
    expect(rows).toEqual([{ name: `Of ${who.uniqueId}` }])
  }
  const kept = await preparedOn(db)
  expect(kept.some(({ statement: text }) => text.endsWith(name))).toBe(isPrepared)
  await db.close()
})

const row = (legalName: string) => ({
  legalName,
  country: 'IT',
  website: 'https://x.example',
  companyTypeList: ['ASSOCIATION' as const],
  searchText: '',
})

test('inserts of one row, and reads and updates of one, are prepared; inserts of several are not', async () => {
  const db = openDatabase({ ...app.app, max: 1 })
  const scope = scopeOf(people[0]!)
  for (let round = 0; round < 5; round++)
    await db.write(scope, async (tx) => {
      const [made] = await tx
        .insert(companies)
        .values(row(`One ${round}`))
        .returning({ uniqueId: companies.uniqueId })
      const isIt = eq(companies.uniqueId, made!.uniqueId)
      await tx.select({ legalName: companies.legalName }).from(companies).where(isIt)
      await tx
        .update(companies)
        .set({ website: `https://x${round}.example` })
        .where(isIt)
      await tx.insert(companies).values([row(`Two ${round}`), row(`Three ${round}`)])
      await tx.delete(companies).where(sql`legal_name like '% ${sql.raw(String(round))}'`)
    })
  const kept = (await preparedOn(db)).map(({ statement: text }) => text)
  expect(new Set(kept.map((text) => text.split(' ')[0]))).toEqual(new Set(['insert', 'select', 'update']))
  expect(kept).toHaveLength(3)
  await db.close()
})

test('a query with a limit or a pattern is planned each time', async () => {
  const db = openDatabase({ ...app.app, max: 1 })
  const reader = db.as(scopeOf(people[0]!))
  for (let round = 0; round < 6; round++) {
    await reader.execute(sql`select id from company where id = ${anyOf([])} limit 1 -- with a limit`)
    await reader.execute(sql`select id from company where id = ${anyOf([])} and legal_name like ${'A%'} -- with a pattern`)
  }
  expect((await preparedOn(db)).filter(({ statement: text }) => / -- with a (limit|pattern)$/.test(text))).toEqual([])
  await db.close()
})

test('a page that filters the first rows in order is prepared, unless the condition has a query of its own', async () => {
  const db = openDatabase({ ...app.app, max: 1 })
  const page = { page: 0, size: 1, sort: '-dateCreated' }
  const source = { table: companies, sorts: { dateCreated: companies.dateCreated } }
  for (let round = 0; round < 6; round++)
    for (const condition of [eq(companies.country, 'IT'), sql`${companies.country} in (select 'IT')`]) {
      const { rows } = await listPageWithCheapTotal(db.as(scopeOf(people[round % 3]!)), source, page, condition)
      expect(rows.map(({ legalName }) => legalName)).toEqual([`Of ${people[round % 3]!.uniqueId}`])
    }
  const kept = await preparedOn(db)
  expect(kept.map(({ statement: text }) => / where ("company"."country" \S+ \S+) order/.exec(text)?.[1])).toEqual([
    '"company"."country" = $3',
  ])
  await db.close()
})

test('a page whose rows are listed by queries of ids is prepared, unless these look for a pattern', async () => {
  const db = openDatabase({ ...app.app, max: 1 })
  const page = { page: 0, size: 1, sort: '-dateCreated' }
  const source = { table: companies, sorts: { dateCreated: companies.dateCreated } }
  for (let round = 0; round < 6; round++)
    for (const condition of [eq(companies.country, 'IT'), sql`${companies.legalName} like ${'Of %'}`]) {
      const ids = idInQueries(companies, [sql`select ${companies.uniqueId} from ${companies} where ${condition}`])
      const { rows, total } = await listPage(db.as(scopeOf(people[round % 3]!)), source, page, ids)
      expect(rows.map(({ legalName }) => legalName)).toEqual([`Of ${people[round % 3]!.uniqueId}`])
      expect(total).toBe(1)
    }
  const kept = (await preparedOn(db)).filter(({ statement: text }) => text.startsWith('with named'))
  expect(kept.map(({ statement: text }) => text.includes(' like '))).toEqual([false])
  await db.close()
})

test('a transaction can run the same statement twice at the same time, and after a failure reports that failure', async () => {
  const db = openDatabase({ ...app.app, max: 1 })
  const query = byIds([], 'twice')
  await db.write(scopeOf(people[0]!), async (tx) => {
    for (let round = 0; round < 4; round++) await Promise.all([tx.execute(query), tx.execute(query)])
  })
  const other = byIds([], 'after a failure')
  for (let round = 0; round < 4; round++)
    await expect(
      db.write(scopeOf(people[0]!), async (tx) => {
        const answers = await Promise.allSettled([tx.execute(sql`select 1 / 0`), tx.execute(other), tx.execute(other)])
        for (const answer of answers) expect(answer).toMatchObject({ reason: { cause: { code: '22012' } } })
        throw (answers[0] as PromiseRejectedResult).reason
      }),
    ).rejects.toMatchObject({ cause: { code: '22012' } })
  expect((await db.as(scopeOf(people[0]!)).execute(other)).rows).toEqual([])
  await db.close()
})

test('a table that has grown is read with another plan after it was analysed', async () => {
  await app.asOwner(`create table grown (id uuid primary key, name text); grant select on grown to tradewind_app`)
  await app.asOwner(`insert into grown values (gen_random_uuid(), 'One'); analyze grown`)
  const db = openDatabase({ ...app.app, max: 1 })
  const reader = db.as(scopeOf(people[0]!))
  const ids = Array.from({ length: 20 }, () => randomUUID())
  const read = () => reader.execute(sql`select name from grown where id = ${anyOf(ids)}`)
  for (let round = 0; round < 10; round++) await read()
  const [kept] = (await preparedOn(db)).filter(({ statement: text }) => text.includes('grown'))
  const planOf = async () => {
    const { rows } = await reader.execute(sql.raw(`explain execute "${kept!.name}"('{${ids.join()}}')`))
    return JSON.stringify(rows)
  }
  expect(await planOf()).toContain('Seq Scan')
  await app.asOwner(`insert into grown select gen_random_uuid(), 'One' from generate_series(1, 50000)`)
  await app.asOwner('analyze grown')
  await read()
  expect(await planOf()).toMatch(/Index Scan|Bitmap/)
  await db.close()
  await app.asOwner('drop table grown')
})

test('a statement that failed can be run again', async () => {
  const db = openDatabase({ ...app.app, max: 1 })
  const divided = statement('one divided', sql`select 1 / ${sql.placeholder('by')}::int as part`)
  const reader = db.as(scopeOf(people[0]!))
  await expect(reader.runPrepared(divided, { by: 0 })).rejects.toMatchObject({ code: '22012' })
  expect(await reader.runPrepared(divided, { by: 1 })).toEqual([{ part: 1 }])
  await db.close()
})
