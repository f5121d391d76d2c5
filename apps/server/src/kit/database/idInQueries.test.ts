import { companyApi } from '@tradewind/contract/crm/company.contract'
import { summaryApi } from '@tradewind/contract/crm/summary.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

const MADE = 1300
/** Every thirteenth row is in the trash. */
const LIVING = 1200

let app: TestApp
let chief: TestUser
let guest: TestUser
let author: TestUser
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  guest = await app.someone('ROLE_LEVEL1')
  author = await app.someone('ROLE_LEVEL3', { allowedCountries: ['DE'] })
  const as = crmCalls(app, chief)
  const shared = await Promise.all([1, 2].map(() => as.project({ sharedWith: [guest.uniqueId, author.uniqueId] })))
  const other = await as.project()
  const { company, report } = await as.met()
  const { tenantId } = chief
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, name_key, created_at, deleted_at)
     select $1, $1, 'Made ' || n, 'FR', 'https://x.example', '{}', 'made ' || n, now() - n * interval '1 minute', case when n % 13 = 0 then now() end
     from generate_series(1, ${2 * MADE}) n`,
    [tenantId],
  )
  // Companies of the first half are in two projects of the guest, the others in one that is not shared.
  await app.asOwner(
    `insert into project_company (tenant_id, world_id, project_id, company_id, country, company_name, project_name)
     select $1, $1, p.id, company.id, 'FR', legal_name, p.id from company, unnest($2::uuid[]) p(id)
     where legal_name like 'Made %' and (split_part(legal_name, ' ', 2)::int <= ${MADE}) = (p.id <> $3)`,
    [tenantId, [...shared.map(({ uniqueId }) => uniqueId), other.uniqueId], other.uniqueId],
  )
  await app.asOwner(
    `insert into summary (tenant_id, world_id, created_by, text, plain_text, meeting_report_id, meeting_date, company_id, company_name, created_at, deleted_at)
     select $1, $1, case when n % 3 = 0 then $4::uuid end, 'Made ' || n, 'Made ' || n, $2, '2026-03-10', $3, 'Made', now() - n * interval '1 minute',
       case when n % 13 = 0 then now() end
     from generate_series(1, ${2 * MADE}) n`,
    [tenantId, report.uniqueId, company.uniqueId, author.uniqueId],
  )
  const ofFirstHalf = `from summary where plain_text like 'Made %' and split_part(plain_text, ' ', 2)::int <= ${MADE}`
  await app.asOwner(
    `insert into summary_share (tenant_id, world_id, summary_id, user_id) select tenant_id, world_id, id, $1 ${ofFirstHalf}`,
    [author.uniqueId],
  )
  await app.asOwner(
    `insert into summary_project (tenant_id, world_id, summary_id, project_id) select tenant_id, world_id, id, $1 ${ofFirstHalf}`,
    [shared[0]!.uniqueId],
  )
  for (const table of ['company', 'project_company', 'summary', 'summary_share', 'summary_project'])
    await app.asOwner(`analyze ${table}`)
  project = shared[0]!.uniqueId
})
afterAll(() => app.close())
let project: string

const page = async (who: TestUser, list: Endpoint, query: object) => {
  const { headers, body } = await app.as(who).send(list, { size: 20, ...query })
  const rows = JSON.parse(body) as { legalName?: string; plainText?: string }[]
  return {
    total: Number(headers['x-total-count']),
    numbers: rows.map(({ legalName, plainText }) => Number((legalName ?? plainText)!.split(' ')[1])),
  }
}

const living = (lasts: (number: number) => boolean) =>
  Array.from({ length: 2 * MADE }, (_, at) => at + 1).filter((number) => number % 13 > 0 && lasts(number))
const firstHalf = living((number) => number <= MADE)

const lists: [string, () => [TestUser, Endpoint, object], number[]][] = [
  ['companies of projects that are shared with somebody', () => [guest, companyApi.list, {}], firstHalf],
  ['summaries of one project', () => [chief, summaryApi.list, { projectUid: project }], firstHalf],
  [
    'summaries that are shared with somebody, or their own',
    () => [author, summaryApi.list, {}],
    living((number) => number <= MADE || number % 3 === 0),
  ],
]

test.each(lists)('%s are each counted once, without those in the trash, and returned in order', async (_, query, all) => {
  expect(firstHalf).toHaveLength(LIVING)
  const [who, list, filter] = query()
  expect(await page(who, list, { ...filter, page: 0 })).toEqual({ total: all.length, numbers: all.slice(0, 20) })
  expect(await page(who, list, { ...filter, page: 3, total: 'later' })).toEqual({ total: all.length, numbers: all.slice(60, 80) })
  expect(await page(who, list, { ...filter, page: 59 })).toEqual({ total: all.length, numbers: all.slice(1180, 1200) })
  expect(await page(who, list, { ...filter, page: 0, sort: 'dateCreated' })).toEqual({
    total: all.length,
    numbers: all.toReversed().slice(0, 20),
  })
  expect(await page(who, list, { ...filter, page: 0, total: 'only' })).toEqual({ total: all.length, numbers: [] })
})
