import { type Company, companyApi } from '@tradewind/contract/crm/company.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await app.someone('ROLE_TENANT_ADMIN')
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, name_key, country, country_key, website, company_type_list, search_text, created_at)
     select $1, $1, 'Company ' || n, 'company ' || n, case n % 3 when 0 then 'IT' when 1 then 'FR' else 'DE' end,
       case n % 3 when 0 then 'italy' when 1 then 'france' else 'germany' end, 'https://c.example', '{END_USER}',
       'company ' || n || E'\\n' || case n % 3 when 0 then 'italy' when 1 then 'france' else 'germany' end, now() - n / 2 * interval '1 second'
     from generate_series(1, 3000) n`,
    [admin.tenantId],
  )
  await app.asOwner('analyze company')
})
afterAll(() => app.close())

const ask = async (query: object) => {
  const response = await app.as(admin).send(companyApi.list, query)
  return { rows: response.json<Company[]>(), headers: response.headers }
}

test.each(['-dateCreated', 'dateCreated', 'legalName', '-country'])(
  'the whole list sorted by %s is the union of its pages, each record once',
  async (sort) => {
    const whole = await ask({ sort })
    expect(whole.headers['content-type']).toBe('application/json; charset=utf-8')
    const pages = await Promise.all(Array.from({ length: 6 }, (_, page) => ask({ sort, page, size: 500 })))
    expect(whole.rows).toEqual(pages.flatMap(({ rows }) => rows))
    expect(new Set(whole.rows.map(({ uniqueId }) => uniqueId)).size).toBe(3000)
    expect(await ask({ sort, page: 6, size: 500 })).toMatchObject({ rows: [], headers: { 'x-total-count': '3000' } })
  },
)

test('the whole list is filtered like a page', async () => {
  const whole = await ask({ country: 'ital', legalName: '1', sort: 'legalName' })
  const page = await ask({ country: 'ital', legalName: '1', sort: 'legalName', page: 0, size: 500 })
  expect(whole.rows.slice(0, 500)).toEqual(page.rows)
  expect(page.headers['x-total-count']).toBe(String(whole.rows.length))
  expect(whole.rows.length).toBeGreaterThan(500)
  expect(new Set(whole.rows.map(({ country }) => country))).toEqual(new Set(['Italy']))
})

test('a country is found by its name in any supported language', async () => {
  const totals = ['Italy', 'Italien', 'Italie', 'italia'].map(async (country) => {
    const { headers } = await ask({ country, page: 0 })
    return Number(headers['x-total-count'])
  })
  const [english, ...others] = await Promise.all(totals)
  expect(english).toBeGreaterThan(500)
  expect(others).toEqual([english, english, english])
})

test('the search of a list finds a country by its name in any supported language, as the reader sees it', async () => {
  const found = ['Italy', 'Italien', 'italia', 'Italie', 'Itali'].map(async (q) => {
    const { rows, headers } = await ask({ q, page: 0, size: 1 })
    return [rows[0]?.country, Number(headers['x-total-count'])]
  })
  const [english, ...others] = await Promise.all(found)
  expect(english).toEqual(['Italy', expect.any(Number)])
  expect(english![1]).toBeGreaterThan(500)
  expect(others).toEqual([english, english, english, english])
  expect((await ask({ q: 'Italienisch', page: 0 })).rows).toEqual([])
})

test('a page has 20 rows by default, and the total is in the header', async () => {
  const page = await ask({ page: 2 })
  expect([page.rows.length, page.headers['x-total-count'], page.headers['x-total-estimated']]).toEqual([20, '3000', undefined])
  expect((await ask({ size: 3 })).rows).toEqual((await ask({ page: 0, size: 500 })).rows.slice(0, 3))
})

test('an empty list is an empty array, streamed or paged', async () => {
  expect((await ask({ q: 'nothing like it' })).rows).toEqual([])
  expect(await ask({ q: 'nothing like it', page: 0 })).toMatchObject({ rows: [], headers: { 'x-total-count': '0' } })
})

/** Adds this number of companies, and one more through the API, which sends a node message. */
const more = async (many: number) => {
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, name_key, country, website, company_type_list, search_text)
     select $1, $1, 'More ' || n, 'more ' || n, 'ES', 'https://m.example', '{END_USER}', 'more ' || n from generate_series($2::int + 1, 2 * $2::int) n`,
    [admin.tenantId, many],
  )
  await app.asOwner('analyze company')
  await app.as(admin).call(companyApi.create, {
    legalName: `More and ${many}`,
    country: 'Spain',
    website: 'https://m.example',
    companyTypeList: ['END_USER'],
  })
}

/** The row count and the total of three pages of the whole list. */
const totals = async () => {
  const pages = await Promise.all([0, 1, 149].map((page) => ask({ page, sort: 'legalName' })))
  return pages.map(({ rows, headers }) => [rows.length, headers['x-total-count']])
}

test('paging through a long list does not count it again until something is written to it', async () => {
  const [first] = await totals()
  expect(first).toEqual([20, '3000'])
  await app.asOwner(`update company set deleted_at = now() where legal_name = 'Company 1'`)
  expect((await totals()).map(([, total]) => total)).toEqual(['3000', '3000', '3000'])
  await more(1)
  expect((await totals()).map(([, total]) => total)).toEqual(['3001', '3001', '3001'])
})

test('above ten thousand, a total is an estimate and marked as such; a filtered total stops at ten thousand', async () => {
  await more(21_000)
  const page = await ask({ page: 1, size: 5, sort: 'legalName' })
  expect([page.rows.length, page.headers['x-total-estimated']]).toEqual([5, 'true'])
  const total = Number(page.headers['x-total-count'])
  expect([total > 20_000, total < 28_000]).toEqual([true, true])
  const filtered = { legalName: 'more', sort: '-legalName' }
  const [counted, known] = [await ask({ ...filtered, page: 700 }), await ask({ ...filtered, page: 700 })]
  expect(counted.headers).toMatchObject({ 'x-total-count': '10000', 'x-total-estimated': 'true' })
  expect(counted.rows).toHaveLength(20)
  expect(known.rows).toEqual(counted.rows)
  expect((await ask({ page: 0, size: 5, country: 'ital' })).headers).toMatchObject({ 'x-total-count': '1000' })
})

test('the pages of a long list are the same whether its total is counted or cached', async () => {
  const query = { country: 'ital', sort: '-legalName' }
  const pages = [0, 1, 2, 49, 50, 0, 1, 2, 49, 50]
  const found: (readonly string[])[] = []
  for (const page of pages) found.push((await ask({ ...query, page })).rows.map(({ uniqueId }) => uniqueId))
  expect(found.slice(5)).toEqual(found.slice(0, 5))
  expect(found.map(({ length }) => length)).toEqual([20, 20, 20, 20, 0, 20, 20, 20, 20, 0])
})
