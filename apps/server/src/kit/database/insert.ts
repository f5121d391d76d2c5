import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './database.ts'
import { deferStatement } from './transaction.ts'

type Values = readonly Record<string, unknown>[]

/** The name of a column in the database. */
export const columnNameOf = (table: PgTable, field: string) => {
  const column = getTableColumns(table)[field]!
  return column.keyAsName ? toSnakeCase(column.name) : column.name
}

type Names = readonly (readonly [field: string, column: string])[]

/** The columns of a row that have a value, for JSON. */
const columnsOf = (names: Names, row: Values[number]) => {
  const columns: Record<string, unknown> = {}
  for (const [field, name] of names) columns[name] = row[field] ?? undefined
  return columns
}

/**
 * Inserts many rows by one statement. Columns that no row sets keep their defaults. `shared`: fields that have the same value in all rows, which
 * is sent and read once: a tenth of the work of the trail and the timelines of an import.
 */
const insertSql = (table: PgTable, rows: Values, shared: readonly string[] = []) => {
  const all: Names = Object.keys(rows[0]!).map((field) => [field, columnNameOf(table, field)])
  const [own, same] = [all.filter(([field]) => !shared.includes(field)), all.filter(([field]) => shared.includes(field))]
  const json = JSON.stringify(rows.map((row) => columnsOf(own, row)))
  const columns = [...own, ...same].map(([, name]) => sql.identifier(name))
  const shape = sql`null::${sql.identifier(getTableName(table))}`
  const given = sql`json_populate_recordset(${shape}, ${json}::json) own`
  const from =
    same.length === 0
      ? given
      : sql`${given}, json_populate_record(${shape}, ${JSON.stringify(columnsOf(same, rows[0]!))}::json) same`
  const values = [
    ...own.map(([, name]) => sql`own.${sql.identifier(name)}`),
    ...same.map(([, name]) => sql`same.${sql.identifier(name)}`),
  ]
  return sql`insert into ${table} (${sql.join(columns, sql`, `)}) select ${sql.join(values, sql`, `)} from ${from}`
}

/** With RETURNING, a cluster inserts row by row; else it uses COPY, which row-level security rejects. */
const withReturning = (table: PgTable, query: SQL) =>
  sql`${query} returning ${sql.raw('uniqueId' in getTableColumns(table) ? 'id' : 'tenant_id')}`

/** Inserts many rows and returns their ids, in the rows' order. Rows of a link table have none. */
export const insertMany = async (tx: Tx, table: PgTable, rows: Values) => {
  if (rows.length === 0) return []
  const { rows: insertedRows } = await tx.execute<{ id: string }>(withReturning(table, insertSql(table, rows)))
  return insertedRows.map(({ id }) => id)
}

/** Inserts many rows whose ids are not needed, together with the next statement (`deferStatement`). `shared`: see `insertSql`. */
export const insertDeferred = (tx: Tx, table: PgTable, rows: Values, shared: readonly string[] = []) => {
  if (rows.length > 0) deferStatement(tx, withReturning(table, insertSql(table, rows, shared)))
}

/** Inserts the rows that violate no unique index, and returns their ids by the value of this field. Skips the others. */
export const insertNew = async (tx: Tx, table: PgTable, rows: Values, field: string) => {
  if (rows.length === 0) return new Map<string, string>()
  const value = sql.identifier(columnNameOf(table, field))
  const { rows: insertedRows } = await tx.execute<{ id: string; value: string }>(
    sql`${insertSql(table, rows)} on conflict do nothing returning id, ${value} as value`,
  )
  return new Map(insertedRows.map(({ id, value: inserted }) => [inserted, id]))
}

/** Sets these fields of many rows, each to its own values, by one statement. Rows are identified by their `uniqueId`. */
export const updateMany = async (tx: Tx, table: PgTable, fields: readonly string[], rows: Values) => {
  if (rows.length === 0) return
  const id = columnNameOf(table, 'uniqueId')
  const names = fields.map((field) => [field, columnNameOf(table, field)] as const)
  const json = rows.map((row) => ({
    [id]: row['uniqueId'],
    ...Object.fromEntries(names.map(([field, name]) => [name, row[field] ?? null])),
  }))
  const set = names.map(([, name]) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`)
  const shape = sql`null::${sql.identifier(getTableName(table))}`
  await tx.execute(sql`update ${table} set ${sql.join(set, sql`, `)}
    from json_populate_recordset(${shape}, ${JSON.stringify(json)}::json) given where ${table}.${sql.identifier(id)} = given.${sql.identifier(id)}`)
}
