import { type Company, companyApi } from '@tradewind/contract/crm/company.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Someone, type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
let admin: Someone
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

const ask = async (asked: object) => {
  const response = await app.as(admin).send(companyApi.list, asked)
  return { rows: response.json<Company[]>(), headers: response.headers }
}

test.each(['-dateCreated', 'dateCreated', 'legalName', '-country'])(
  'the whole list by %s is the union of its pages, each record once',
  async (sort) => {
    const whole = await ask({ sort })
    expect(whole.headers['content-type']).toBe('application/json; charset=utf-8')
    const pages = await Promise.all(Array.from({ length: 6 }, (_, page) => ask({ sort, page, size: 500 })))
    expect(whole.rows).toEqual(pages.flatMap(({ rows }) => rows))
    expect(new Set(whole.rows.map(({ uniqueId }) => uniqueId)).size).toBe(3000)
    expect(await ask({ sort, page: 6, size: 500 })).toMatchObject({ rows: [], headers: { 'x-total-count': '3000' } })
  },
)

test('a whole list is filtered like a page', async () => {
  const whole = await ask({ country: 'ital', legalName: '1', sort: 'legalName' })
  const page = await ask({ country: 'ital', legalName: '1', sort: 'legalName', page: 0, size: 500 })
  expect(whole.rows.slice(0, 500)).toEqual(page.rows)
  expect(page.headers['x-total-count']).toBe(String(whole.rows.length))
  expect(whole.rows.length).toBeGreaterThan(500)
  expect(new Set(whole.rows.map(({ country }) => country))).toEqual(new Set(['Italy']))
})

test('a page is of 20 unless said, and its total is in the header', async () => {
  const page = await ask({ page: 2 })
  expect([page.rows.length, page.headers['x-total-count'], page.headers['x-total-estimated']]).toEqual([20, '3000', undefined])
  expect((await ask({ size: 3 })).rows).toEqual((await ask({ page: 0, size: 500 })).rows.slice(0, 3))
})

test('an empty list is an empty array, streamed or in pages', async () => {
  expect((await ask({ q: 'nothing like it' })).rows).toEqual([])
  expect(await ask({ q: 'nothing like it', page: 0 })).toMatchObject({ rows: [], headers: { 'x-total-count': '0' } })
})

test('beyond ten thousand a total is an estimate, and says so', async () => {
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, name_key, country, website, company_type_list)
     select $1, $1, 'More ' || n, 'more ' || n, 'ES', 'https://m.example', '{END_USER}' from generate_series(1, 9000) n`,
    [admin.tenantId],
  )
  await app.asOwner('analyze company')
  const page = await ask({ page: 1, size: 5, sort: 'legalName' })
  expect([page.rows.length, page.headers['x-total-estimated'], Number(page.headers['x-total-count'])]).toEqual([
    5,
    'true',
    expect.any(Number),
  ])
  expect(Number(page.headers['x-total-count'])).toBeGreaterThan(10_000)
  expect(Number(page.headers['x-total-count'])).toBeLessThan(15_000)
  expect((await ask({ page: 0, size: 5, country: 'ital' })).headers).toMatchObject({ 'x-total-count': '1000' })
})
