import { can, reachOf, type Rules } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { and, arrayOverlaps, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { PgArray, type PgTable } from 'drizzle-orm/pg-core'
import type { Reached } from './database/list.ts'
import { forbidden } from './errors.ts'

type Wanted = string | readonly string[]
/** Fields that policies name and the table lacks, as conditions: what is shared with whom stands in another table. */
export type Virtual = Readonly<Record<string, (wanted: Wanted) => SQL>>

const fieldIs = (table: PgTable, virtual: Virtual, name: string, wanted: Wanted) => {
  const column = getTableColumns(table)[name]
  if (!column) {
    const condition = virtual[name]
    if (!condition) throw new Error(`A policy names ${name}, which is not a column`)
    return condition(wanted)
  }
  if (column instanceof PgArray) return arrayOverlaps(column, [wanted].flat())
  return typeof wanted === 'string' ? eq(column, wanted) : inArray(column, [...wanted])
}

/** The rows that an actor's rules reach, as a WHERE clause. No rule, no rows. */
export const reached = (table: PgTable, rules: Rules, actor: Actor, virtual: Virtual = {}): Reached => {
  const reaches = reachOf(rules, actor)
  if (reaches.includes('all')) return 'all'
  const conditions = reaches.map((reach) =>
    and(...Object.entries(reach).map(([name, wanted]) => fieldIs(table, virtual, name, wanted))),
  )
  return or(...conditions) ?? sql`false`
}

/** Lets a permitted action pass and refuses the rest. */
export const allow = (actor: Actor, rules: Rules, record?: object) => {
  if (!can(actor, rules, record)) throw forbidden()
}
