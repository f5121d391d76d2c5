import { companyApi } from '@tradewind/contract/crm/company.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let chief: TestUser
let member: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  member = await app.someone('ROLE_PRO')
  await fill(chief.partitionId, 2500)
  await fill(member.partitionId, 300)
  await app.asOwner('analyze company')
})
afterAll(() => app.close())

/** Every second company is Italian, every hundredth is rare. */
const fill = (partitionId: string, many: number) =>
  app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, name_key, search_text)
     select $1, $2, name, case when n % 2 = 0 then 'IT' else 'NO' end, 'https://x.example', '{}', lower(name), lower(name)
     from (select n, case when n % 100 = 0 then 'Rare ' else 'Often ' end || n as name from generate_series(1, $3::int) n) made`,
    [chief.tenantId, partitionId, many],
  )

interface Query {
  total?: 'wait' | 'later' | 'only'
  [filter: string]: unknown
}
const listed = async (who: TestUser, query: Query) => {
  const { headers, body } = await app.as(who).send(companyApi.list, { page: 0, ...query })
  const rows = JSON.parse(body) as { uniqueId: string }[]
  return { ids: rows.map(({ uniqueId }) => uniqueId), total: headers['x-total-count'], estimated: headers['x-total-estimated'] }
}
const renew = () =>
  app.as(chief).call(companyApi.create, {
    legalName: `Made ${Math.random()}`,
    country: 'Norway',
    website: 'https://x.example',
    companyTypeList: ['ASSOCIATION'],
  })

const long: [string, Query][] = [
  ['all of a partition', { sort: 'legalName' }],
  ['the opening page', {}],
  ['many hits', { country: 'Italy', sort: 'legalName' }],
  ['a later page', { legalName: 'often', sort: '-legalName', page: 3, size: 10 }],
]

test.each(long)(
  'returns the rows of %s before the total, which can be requested on its own, and with the rows once it is known',
  async (_, query) => {
    await renew()
    const before = await listed(chief, { ...query, total: 'later' })
    expect([before.total, before.estimated]).toEqual([undefined, 'true'])
    const only = await listed(chief, { ...query, total: 'only' })
    expect(only.ids).toEqual([])
    expect(Number(only.total)).toBeGreaterThanOrEqual(1000)
    const whole = { ids: before.ids, total: only.total, estimated: undefined }
    expect(await listed(chief, { ...query, total: 'later' })).toEqual(whole)
    expect(await listed(chief, { ...query, total: 'wait' })).toEqual(whole)
  },
)

test('a write makes the total unknown again', async () => {
  await listed(chief, { total: 'only' })
  const { total } = await listed(chief, { total: 'later' })
  expect(total).toBeDefined()
  await renew()
  expect((await listed(chief, { total: 'later' })).total).toBeUndefined()
  expect((await listed(chief, { total: 'only' })).total).toBe(String(Number(total) + 1))
})

test.each([
  ['a partition of few', {}, '300'],
  ['few hits', { legalName: 'rare' }, '3'],
  ['no hit', { legalName: 'nowhere' }, '0'],
  ['a page past the end', { page: 99 }, '300'],
])('returns the total of %s with the rows', async (_, query, total) => {
  expect((await listed(member, { ...query, total: 'later' })).total).toBe(total)
  expect(await listed(member, { ...query, total: 'only' })).toEqual({ ids: [], total })
})

test('a list that is always counted can return only its total, too, and other values of the option are rejected', async () => {
  const { body, headers } = await app.as(chief).send(trashApi.list, { total: 'only' })
  expect([body, headers['x-total-count']]).toEqual(['[]', '0'])
  const refused = await app.as(chief).send(companyApi.list, { total: 'soon' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().data).toEqual({ total: 'wait, later or only' })
})
