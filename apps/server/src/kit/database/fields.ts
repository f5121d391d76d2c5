import { Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'

interface Fields {
  /** All columns under the names of their fields. */
  named: SQL
  /** A row as PostgreSQL sent it, with its fields' own values and no others. */
  read: (raw: Record<string, unknown>) => Record<string, unknown>
}

const readsItself = (column: AnyPgColumn) => column.mapFromDriverValue === Column.prototype.mapFromDriverValue

const make = (table: PgTable): Fields => {
  const columns = Object.entries(getTableColumns(table)) as [string, AnyPgColumn][]
  const fields = columns.map(([name, column]) => ({ name, column: readsItself(column) ? undefined : column }))
  const named = columns.map(([name, column]) => sql`${column} as ${sql.identifier(name)}`)
  const read: Fields['read'] = (raw) => {
    const row: Record<string, unknown> = {}
    for (const { name, column } of fields)
      row[name] = column && raw[name] !== null ? column.mapFromDriverValue(raw[name]) : raw[name]
    return row
  }
  return { named: sql.join(named, sql`, `), read }
}

const made = new WeakMap<PgTable, Fields>()

/** How a table's rows are asked for and read where Drizzle's own way would cost more than the query. */
export const fieldsOf = (table: PgTable): Fields => {
  const fields = made.get(table) ?? make(table)
  made.set(table, fields)
  return fields
}
