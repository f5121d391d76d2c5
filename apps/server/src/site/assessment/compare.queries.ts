import { type AssessmentCategory } from '@tradewind/contract/site/assessment.words'
import { LEAST_COMPARED } from '@tradewind/contract/site/reading.words'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { liveRows } from '#kit/database/list'
import type { Scope } from '#kit/database/scoped'
import type { Assessment } from '#site/schema/assessment.table'
import { leads } from '#site/schema/lead.table'

type Averages = { category: AssessmentCategory; average: number }[]

/** As many of the newest are compared with: however many there are, it costs no more. */
const MOST = 1000

/**
 * The means of the newest others until yesterday, each address once, by its newest answers. The leads are found in their order by an index;
 * fewer than twenty in a category are not told of. Rounded to 0.1, and of yesterday, so that nobody finds out what one of twenty has answered:
 * what they add themselves changes nothing before the next day.
 */
const meansOf = async (db: Reader, scope: Scope, among: SQL): Promise<Averages | null> => {
  const { rows } = await db.execute<Averages[number] & Record<string, unknown>>(sql`
    with newest as (
      select ${leads.uniqueId} as lead_id, ${leads.emailKey} as email_key from ${liveRows(leads, scope)}
      where ${leads.source} = 'ASSESSMENT' and ${leads.dateCreated} < date_trunc('day', now(), 'UTC') and ${among}
      order by ${leads.dateCreated} desc, ${leads.uniqueId} desc limit ${sql.raw(String(MOST))}
    ), each_one as (
      select distinct on (newest.email_key) a.averages
      from newest join assessment a on a.lead_id = newest.lead_id and a.deleted_at is null
      order by newest.email_key, a.created_at desc, a.id desc
    )
    select part->>'category' as category, round(avg((part->>'average')::numeric), 1)::float8 as average
    from each_one, jsonb_array_elements(averages) as part
    group by 1 having count(*) >= ${sql.raw(String(LEAST_COMPARED))}`)
  return rows.length > 0 ? rows.map(({ category, average }) => ({ category, average })) : null
}

/**
 * How others answered, all of them and those of the same country. The own address is left out where it is proven: else whoever types that of
 * somebody else would learn from the difference.
 */
export const comparisonOf = async (db: Reader, scope: Scope, { leadId }: Assessment, isProven: boolean) => {
  const [lead] = await db.select({ email: leads.emailKey, country: leads.country }).from(leads).where(eq(leads.uniqueId, leadId))
  if (!lead) return { all: null, country: null }
  const others = isProven ? sql`${leads.emailKey} <> ${lead.email}` : sql`true`
  const [all, country] = await Promise.all([
    meansOf(db, scope, others),
    lead.country ? meansOf(db, scope, sql`${others} and ${leads.country} = ${lead.country}`) : null,
  ])
  return { all, country }
}

/**
 * What the same addresses answered the time before, by the assessment that followed it. Keys, which the index has, are without accents: another
 * address may have the same.
 */
export const answeredBefore = async (db: Pick<Reader, 'execute'>, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, never>()
  const { rows } = await db.execute<{ id: string; dateCreated: string; averages: Averages }>(sql`
    select a.id, earlier.created_at as "dateCreated", earlier.averages
    from assessment a
    join lead l on l.id = a.lead_id
    join lateral (
      select p.created_at, p.averages from lead o join assessment p on p.lead_id = o.id and p.deleted_at is null
      where o.email_key = l.email_key and lower(o.email) = lower(l.email) and o.deleted_at is null and (p.created_at, p.id) < (a.created_at, a.id)
      order by p.created_at desc, p.id desc limit 1
    ) earlier on true
    where a.id = any(${sql.param([...ids])}::uuid[])`)
  return new Map(
    rows.map(({ id, dateCreated, averages }) => [id, { dateCreated: new Date(dateCreated).toISOString(), averages }]),
  )
}
