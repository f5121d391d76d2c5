import { type SQL, sql } from 'drizzle-orm'
import { liveRows } from './list.ts'
import type { Scope } from './scoped.ts'
import type { SoftDeleteTable } from './table.ts'

/**
 * As `liveWhere`, where few rows meet the condition, as with a name that is unique. They are found once: where PostgreSQL has no statistics yet, as in a
 * table that has just been filled, it would otherwise look for them anew with each row.
 */
export const fewLiveWhere = (table: SoftDeleteTable, condition: SQL, scope: Scope) =>
  sql`${table.uniqueId} = any(array(select ${table.uniqueId} from ${liveRows(table, scope)} where ${condition}))`
