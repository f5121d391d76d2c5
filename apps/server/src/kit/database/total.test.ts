import { companyApi } from '@tradewind/contract/crm/company.contract'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { trashApi } from '@tradewind/contract/operations/trash.contract'
import { auditApi } from '@tradewind/contract/platform/audit.contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { crmCalls } from '../../../test/crm/crm.ts'

let app: TestApp
let chief: TestUser
let companyId: string
beforeAll(async () => {
  app = await testApp()
  chief = await app.someone('ROLE_TENANT_ADMIN')
  companyId = (await crmCalls(app, chief).company()).uniqueId
  await fill(9_999)
})
afterAll(() => app.close())

/** Adds so many history entries of one company, timeline events of it, and companies in the trash. */
const fill = async (many: number) => {
  const { tenantId } = chief
  await app.asOwner(
    `insert into audit (tenant_id, world_id, action, kind, record_id, title, by_name, changes)
     select $1, $1, 'CHANGED', 'event', $2, 'Many', 'Somebody', '{}' from generate_series(1, $3::int)`,
    [tenantId, companyId, many],
  )
  await app.asOwner(
    `insert into activity (tenant_id, world_id, subject_id, action, kind, record_id, title, by_name)
     select $1, $1, $2, 'CHANGED', 'company', $2, 'Many', 'Somebody' from generate_series(1, $3::int)`,
    [tenantId, companyId, many],
  )
  await app.asOwner(
    `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, deleted_at)
     select $1, $1, 'Gone ' || n, 'IT', 'https://x.example', '{}', now() from generate_series(1, $2::int) n`,
    [tenantId, many],
  )
  for (const table of ['audit', 'activity', 'company']) await app.asOwner(`analyze ${table}`)
}

const lists: [string, Endpoint, () => object, number][] = [
  ['the audit trail', auditApi.list, () => ({ kind: 'event' }), 9_999],
  ['a record’s history', companyApi.history, () => ({ uniqueId: companyId }), 10_000],
  ['a timeline', timelineApi.list, () => ({ kind: 'company', uniqueId: companyId }), 10_000],
  ['the trash', trashApi.list, () => ({}), 9_999],
]

const totalOf = async (list: Endpoint, query: object) => {
  const { headers } = await app.as(chief).send(list, { ...query, page: 0, size: 1 })
  return { total: Number(headers['x-total-count']), estimated: headers['x-total-estimated'] }
}

test.each(lists)('%s counts up to ten thousand', async (_, list, query, total) => {
  expect(await totalOf(list, query())).toEqual({ total, estimated: undefined })
})

describe('beyond ten thousand', () => {
  beforeAll(() => fill(20_000))

  test.each(lists)('%s reports that there are more', async (_, list, query) => {
    expect(await totalOf(list, query())).toEqual({ total: 10_000, estimated: 'true' })
  })
})
