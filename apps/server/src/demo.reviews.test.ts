import { openFiles } from '@tradewind/byte-store/open'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkMaker } from '#platform/identity/links.queries'
import { freshDatabase, type FreshDatabase } from '../test/database.ts'
import { fillWithDemo } from './demo.ts'
import { openDatabase, tenantScope } from './kit/database/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradewind-demo-'))
let demo: FreshDatabase
beforeAll(async () => {
  demo = await freshDatabase()
  const db = openDatabase(demo.app)
  const files = await openFiles({ folder })
  await db.write(tenantScope(), (tx) => fillWithDemo(tx, 'A password for tests', files, linkMaker('a secret')))
  await db.close()
})
afterAll(async () => {
  await demo.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Counts the rows of a query. */
const many = async (from: string) => {
  const [row] = await demo.asOwner<{ many: string }>(`select count(*) as many from ${from}`)
  return Number(row!.many)
}
const reviewed = (name: string) => `(select id from user_account where email_address = '${name}@tradewind.test')`

test('a member has sent two campaigns and got answers over months; some invitations wait, some failed, some expired', async () => {
  const pro = `owner_id = ${reviewed('pro')}`
  expect(await many(`(select distinct campaign_id from review_invitation where ${pro}) campaign`)).toBe(2)
  expect(await many(`(select distinct date_trunc('month', day) from review_day where ${pro}) month`)).toBeGreaterThan(3)
  expect(
    await many(
      `review_campaign c where c.${pro} and c.invited = (select count(*) from review_invitation i where i.campaign_id = c.id)`,
    ),
  ).toBe(2)
  expect(await many(`review_own_question where ${pro} and retired_at is null`)).toBe(2)
  expect(await many(`review_answer where ${pro} and own_ratings <> '{}'`)).toBeGreaterThan(5)
  const states = await demo.asOwner<{ state: string }>('select distinct state::text from review_invitation order by 1')
  expect(states.map(({ state }) => state)).toEqual(['ANSWERED', 'EXPIRED', 'FAILED', 'SENT', 'UNCERTAIN'])
  const inAudience = `review_invitation i join review_audience a on a.contact_id = i.contact_id where i.${pro}`
  expect(await many(inAudience)).toBe(await many(`review_invitation where ${pro}`))
  expect(await many(`review_audience where ${pro}`)).toBeGreaterThan(await many(inAudience))
  expect(await many('review_invitation where created_at > now() or answered_at > now() or answered_at < created_at')).toBe(0)
  const linked = 'join link_token l on l.id = i.id join link_token u on u.id = i.unsubscribe_id'
  expect(await many(`review_invitation i ${linked}`)).toBe(await many('review_invitation'))
})

test('the directory has more than a page of companies, including partners, whose totals match their answers', async () => {
  const shown = 'user_account where user_company_name is not null and reviews_search_enabled'
  expect(await many(shown)).toBeGreaterThan(12)
  expect(await many(`${shown} and is_partner`)).toBeGreaterThan(9)
  expect(await many(`${shown} and user_company_country is null`)).toBe(0)
  const logos = `(select distinct u.tenant_id, hash from user_account u join document d on d.tenant_id = u.tenant_id and d.id = u.brand_logo_uid
    where purpose = 'LOGO' and size > 0) logo`
  expect(await many(logos)).toBe(await many(shown))
  expect(await many(`review_setting where company_description !~ '^<p>.*</p>$'`)).toBe(0)
  const summed = `select owner_id, count(*) as answers, sum(score) as score from review_answer group by 1`
  const differing = 's.answers <> a.answers or s.score_sum <> a.score or s.answered <> a.answers or s.sent < s.answered'
  expect(await many(`trust_score s join (${summed}) a using (owner_id) where ${differing}`)).toBe(0)
  const daily = 'select owner_id, sum(answers) as answers, sum(score_sum) as score from review_day group by 1'
  expect(
    await many(`trust_score s join (${daily}) a using (owner_id) where s.answers <> a.answers or s.score_sum <> a.score`),
  ).toBe(0)
  expect(
    await many('review_answer where not (select bool_and(half::int between 1 and 10) from jsonb_each_text(ratings) r(id, half))'),
  ).toBe(0)
  const testimonial = 'testimonial t join review_answer a using (id)'
  expect(await many(`${testimonial} where remark_public and show_as_testimonial`)).toBe(await many('testimonial'))
  expect(await many('testimonial where owner_reply is not null')).toBeGreaterThan(9)
  expect(
    await many(
      `testimonial t join review_invitation i using (id) join contact c on lower(c.email) = lower(i.email_address)
         and c.tenant_id = c.world_id join meeting_report_attendee m on m.contact_id = c.id`,
    ),
  ).toBeGreaterThan(0)
  expect(await many(`review_case where kind = 'REPORT' and state = 'OPEN'`)).toBe(2)
  expect(
    await many('(select from review_answer where remark is not null group by owner_id, remark having count(*) > 1) twice'),
  ).toBe(0)
})
