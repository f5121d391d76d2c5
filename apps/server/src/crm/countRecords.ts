import { can } from '@tradewind/contract/kit/policy'
import { and, sql } from 'drizzle-orm'
import { liveRows } from '#kit/database/list'
import type { SoftDeleteTable } from '#kit/database/table'
import { countUpTo } from '#kit/database/total'
import type { ReadContext } from '#kit/http/context'
import { type Entity, filtersOf, rowFilter } from '#kit/record/entity'

/** How many records the list of a kind has, asked by these filters: counted as lists count. Null for who may not open that list. */
export const countRecords = async <T extends SoftDeleteTable>(
  entity: Entity<T>,
  asked: Readonly<Record<string, string>>,
  { actor, db, scope }: ReadContext,
) => {
  if (!can(actor, entity.policy.see)) return null
  const reach = rowFilter(entity, entity.policy.see, actor)
  const met = and(reach === 'all' ? undefined : reach, ...filtersOf(entity, asked))
  return countUpTo(db, sql`select from ${liveRows(entity.table, scope)} where ${met ?? sql`true`}`)
}
