import { can } from '@tradewind/contract/kit/policy'
import { and, sql } from 'drizzle-orm'
import { countUpTo, liveRows } from '#kit/database/list'
import type { SoftDeleteTable } from '#kit/database/table'
import type { ReadContext } from '#kit/http/context'
import { type Entity, filtersOf, rowFilterOf } from '#kit/record/entity'

/** How many records the list of a kind has, asked by these filters: counted as lists count. Null for who may not open that list. */
export const countRecords = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  asked: Readonly<Record<string, string>>,
  { actor, db, scope }: ReadContext,
) => {
  const kind = of
  if (!can(actor, kind.policy.see)) return null
  const reach = rowFilterOf(kind, kind.policy.see, actor)
  const met = and(reach === 'all' ? undefined : reach, ...filtersOf(kind, asked))
  return countUpTo(db, sql`select from ${liveRows(kind.table, scope)} where ${met ?? sql`true`}`)
}
