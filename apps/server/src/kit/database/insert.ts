import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Tx } from './database.ts'

/** Inserts many rows by one statement with one parameter. Columns that no row names keep their defaults. Gives ids, in the rows' order. */
export const insertMany = async (tx: Tx, table: PgTable, rows: readonly Record<string, unknown>[]) => {
  if (rows.length === 0) return []
  const columns = getTableColumns(table)
  const names = Object.keys(rows[0]!).map(
    (field) => [field, columns[field]!.keyAsName ? toSnakeCase(columns[field]!.name) : columns[field]!.name] as const,
  )
  const json = JSON.stringify(rows.map((row) => Object.fromEntries(names.map(([field, name]) => [name, row[field] ?? null]))))
  const into = sql.join(
    names.map(([, name]) => sql.identifier(name)),
    sql`, `,
  )
  const { rows: made } = await tx.execute<{ id: string }>(
    sql`insert into ${table} (${into}) select ${into} from json_populate_recordset(null::${sql.identifier(getTableName(table))}, ${json}::json) returning id`,
  )
  return made.map(({ id }) => id)
}
