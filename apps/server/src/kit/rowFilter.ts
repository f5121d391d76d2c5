import { can, reachOf, type Rules } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { and, arrayOverlaps, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgArray, type PgTable } from 'drizzle-orm/pg-core'
import type { RowFilter } from './database/list.ts'
import { among } from './database/total.ts'
import { forbidden } from './errors.ts'

type Reach = Exclude<ReturnType<typeof reachOf>[number], 'all'>
type Wanted = string | readonly string[]
type Found = PgTable & { uniqueId: AnyPgColumn; deletedAt?: AnyPgColumn }
/** A condition, or the ids of the rows that meet it: found by one of these queries. */
type Way = SQL | { ids: readonly SQL[] }
/** Fields that policies name and the table lacks: what is shared with whom is in another table. */
export type PolicyFields = Readonly<Record<string, (wanted: Wanted) => Way>>

const isIds = (way: Way) => 'ids' in way
const those = (table: Found, condition: SQL) => sql`select ${table.uniqueId} from ${table} where ${condition}`
/** What lives and what is in the trash have indexes of their own. */
const idsOf = (table: Found, way: Way): readonly SQL[] => {
  if (isIds(way)) return way.ids
  const { deletedAt } = table
  if (!deletedAt) return [those(table, way)]
  return [those(table, and(way, isNull(deletedAt))!), those(table, and(way, isNotNull(deletedAt))!)]
}
const conditionOf = (table: Found, way: Way) => (isIds(way) ? among(table, way.ids) : way)
/** The same, looked up for one row after the other. `offset 0` keeps PostgreSQL from finding all ids first. */
const lookedUp = (table: Found, way: Way): readonly SQL[] => {
  if (!isIds(way)) return [way]
  return way.ids.map((ids) => sql`exists (select from (${ids}) reached (id) where reached.id = ${table.uniqueId} offset 0)`)
}

const fieldIs = (table: Found, virtual: PolicyFields, name: string, wanted: Wanted): Way => {
  const column = getTableColumns(table)[name]
  if (!column) {
    const way = virtual[name]
    if (!way) throw new Error(`A policy names ${name}, which is not a column`)
    return way(wanted)
  }
  if (column instanceof PgArray) return arrayOverlaps(column, [wanted].flat())
  return typeof wanted === 'string' ? eq(column, wanted) : inArray(column, [...wanted])
}

const wayOf = (table: Found, virtual: PolicyFields, reach: Reach): Way => {
  const ways = Object.entries(reach).map(([name, wanted]) => fieldIs(table, virtual, name, wanted))
  return ways.length === 1 ? ways[0]! : and(...ways.map((way) => conditionOf(table, way)))!
}

/**
 * The rows that an actor's rules reach, as a WHERE clause. No rule, no rows. `few`: another condition names few rows, which are then looked up
 * one by one instead of all that are reached.
 */
export const rowFilter = (
  table: Found,
  rules: Rules,
  actor: Actor,
  virtual: PolicyFields = {},
  rows: 'any' | 'few' = 'any',
): RowFilter => {
  const reaches = reachOf(rules, actor).filter((reach) => reach !== 'all')
  if (reaches.length < reachOf(rules, actor).length) return 'all'
  const ways = reaches.map((reach) => wayOf(table, virtual, reach))
  if (rows === 'few') return or(...ways.flatMap((way) => lookedUp(table, way))) ?? sql`false`
  // One set of ids: of `in (select …) or …` PostgreSQL would test every row, and of `union all` it would expect 200 ids.
  if (ways.length > 1 && ways.some(isIds)) return conditionOf(table, { ids: ways.flatMap((way) => idsOf(table, way)) })
  return ways.length === 1 ? conditionOf(table, ways[0]!) : (or(...ways.map((way) => conditionOf(table, way))) ?? sql`false`)
}

/** Lets a permitted action pass and refuses the rest. */
export const allow = (actor: Actor, rules: Rules, record?: object) => {
  if (!can(actor, rules, record)) throw forbidden()
}
