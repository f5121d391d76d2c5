import { openFiles } from '@tradewind/byte-store/open'
import { isCountryCode } from '@tradewind/contract/countries'
import { assessmentCategories, bandOf } from '@tradewind/contract/site/assessment.constants'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkMaker } from '#platform/identity/links.queries'
import { hashOf } from '#platform/identity/tokens'
import type { assessments } from '#site/schema/assessment.table'
import { freshDatabase, type FreshDatabase } from '../test/database.ts'
import { fillWithDemo } from './demo.ts'
import { openDatabase, tenantScope } from './kit/database/database.ts'

type Averages = (typeof assessments.$inferSelect)['averages']

const folder = mkdtempSync(join(tmpdir(), 'tradewind-demo-'))
const links = linkMaker('a secret')
let demo: FreshDatabase
beforeAll(async () => {
  demo = await freshDatabase()
  const db = openDatabase(demo.app)
  const files = await openFiles({ folder })
  await db.write(tenantScope(), (tx) => fillWithDemo(tx, 'A password for tests', files, links))
  await db.close()
})
afterAll(async () => {
  await demo.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('people took the self-assessment over a year: each is a lead of the staff with answers to all questions, and a link', async () => {
  const all = await demo.asOwner<Record<string, string> & { averages: Averages; answers: { score: number }[] }>(
    `select a.id, a.tenant_id, a.averages, a.answers, l.source, l.country, l.created_at, l.world_id, k.token_hash, k.purpose, k.subject, k.expires_at,
      exists (select from user_account u where u.tenant_id = l.tenant_id and u.email_address = l.email) as registered
     from assessment a join lead l on l.id = a.lead_id join link_token k on k.id = a.id where a.name = l.name order by l.created_at`,
  )
  expect(all.length).toBeGreaterThanOrEqual(12)
  const year = Date.now() - 366 * 86_400_000
  for (const one of all) {
    expect([one['source'], one['purpose'], one['subject'], one['world_id']]).toEqual([
      'ASSESSMENT',
      'RESULT',
      one['id'],
      one['tenant_id'],
    ])
    expect(one['token_hash']).toBe(hashOf(links.tokenOf(one['tenant_id']!, one['id']!)))
    expect([one.answers.length, one.averages.map(({ category }) => category)]).toEqual([30, [...assessmentCategories]])
    expect(isCountryCode(one['country']!)).toBe(true)
    expect(Date.parse(one['created_at']!)).toBeGreaterThan(year)
    expect(Date.parse(one['created_at']!)).toBeLessThan(Date.now())
  }
  expect(all.filter((one) => one['registered']).length).toBeGreaterThanOrEqual(2)
  const bands = new Set(all.flatMap(({ averages }) => averages.map(({ average }) => bandOf(average))))
  expect([...bands].toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    'INSUFFICIENT',
    'NOT_READY',
    'STRONG',
  ])
})
