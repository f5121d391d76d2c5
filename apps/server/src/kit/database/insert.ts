import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import { setImmediate } from 'node:timers/promises'
import type { Tx } from './database.ts'
import { fieldsOf } from './list.ts'
import { dialect, typeParsers } from './scoped.ts'
import { nextUpdatedAt, type SoftDeleteTable } from './table.ts'
import { clientOf, runStatement } from './transaction.ts'

type Values = readonly Record<string, unknown>[]

/** The name of a column in the database. */
export const columnNameOf = (table: PgTable, field: string) => {
  const column = getTableColumns(table)[field]!
  return column.keyAsName ? toSnakeCase(column.name) : column.name
}

type Names = readonly (readonly [field: string, column: string])[]

const quoted = (name: string) => `"${name}"`
const listOf = (parts: readonly string[]) => parts.join(', ')

/** A write whose text does not depend on its values, and what makes the values of its parameters from rows. */
interface WriteStatement {
  text: string
  values: (rows: Values) => unknown[]
}

/** The columns of a row that have a value, for JSON. */
const columnsOf = (names: Names, row: Values[number]) => {
  const columns: Record<string, unknown> = {}
  for (const [field, name] of names) columns[name] = row[field] ?? undefined
  return columns
}

/** Makes the parameters of a statement from the fields of one row, which PostgreSQL reads faster than JSON. */
const parametersOf = (table: PgTable, fields: readonly string[]): WriteStatement['values'] => {
  const columns = getTableColumns(table)
  const toDriver = (value: unknown, field: string) => ((value ?? null) === null ? null : columns[field]!.mapToDriverValue(value))
  return ([row]) => fields.map((field) => toDriver(row![field], field))
}

/** Inserts one row. */
const insertRow = (table: PgTable, fields: readonly string[]): WriteStatement => {
  const names = listOf(fields.map((field) => quoted(columnNameOf(table, field))))
  const parameters = listOf(fields.map((_, at) => `$${at + 1}`))
  const text = `insert into ${quoted(getTableName(table))} (${names}) values (${parameters})`
  return { text, values: parametersOf(table, fields) }
}

/** Updates one row, which is identified by its `uniqueId`. */
const updateRow = (table: SoftDeleteTable, fields: readonly string[]): WriteStatement => {
  const name = quoted(getTableName(table))
  const set = fields.map((field, at) => `${quoted(columnNameOf(table, field))} = $${at + 1}`)
  const updatedAt = dialect.sqlToQuery(nextUpdatedAt(table.updatedAt)).sql
  const where = `${name}.${quoted(columnNameOf(table, 'uniqueId'))} = $${fields.length + 1}`
  const text = `update ${name} set ${listOf([...set, `updated_at = ${updatedAt}`])} where ${where}`
  return { text, values: parametersOf(table, [...fields, 'uniqueId']) }
}

/**
 * Inserts many rows. Columns that no row sets keep their defaults. `shared`: fields that have the same value in all rows, which is sent and read once: a
 * tenth of the work of the trail and the timelines of an import.
 */
const insertRows = (table: PgTable, fields: readonly string[], shared: readonly string[]): WriteStatement => {
  const all: Names = fields.map((field) => [field, columnNameOf(table, field)])
  const [own, same] = [all.filter(([field]) => !shared.includes(field)), all.filter(([field]) => shared.includes(field))]
  const name = quoted(getTableName(table))
  const from = `json_populate_recordset(null::${name}, $1::json) own`
  const further = same.length > 0 ? `, json_populate_record(null::${name}, $2::json) same` : ''
  const columns = listOf([...own, ...same].map(([, column]) => quoted(column)))
  const values = listOf([
    ...own.map(([, column]) => `own.${quoted(column)}`),
    ...same.map(([, column]) => `same.${quoted(column)}`),
  ])
  return {
    text: `insert into ${name} (${columns}) select ${values} from ${from}${further}`,
    values: (rows) => [
      JSON.stringify(rows.map((row) => columnsOf(own, row))),
      ...(same.length > 0 ? [JSON.stringify(columnsOf(same, rows[0]!))] : []),
    ],
  }
}

/** The maximum number of statements of a table that are kept: changes set any of its columns. */
const MAX_STATEMENTS = 100
const statements = new WeakMap<PgTable, LRUCache<string, WriteStatement>>()

/** Each statement is made once: Drizzle took a tenth of the time of creating a record to make its inserts. */
const statementFor = (table: PgTable, key: string, make: () => WriteStatement) => {
  const known = statements.get(table) ?? new LRUCache<string, WriteStatement>({ max: MAX_STATEMENTS })
  statements.set(table, known)
  const existing = known.get(key)
  if (existing) return existing
  const made = make()
  known.set(key, made)
  return made
}

/** `ending`: what follows the rows. `shared`: see `insertRows`. */
const insertStatement = (table: PgTable, rows: Values, ending: string, shared: readonly string[] = []) => {
  const fields = Object.keys(rows[0]!)
  const key = [rows.length === 1, ending, shared, fields].join()
  const { text, values } = statementFor(table, key, () => {
    const made = rows.length === 1 ? insertRow(table, fields) : insertRows(table, fields, shared)
    return { ...made, text: `${made.text} ${ending}` }
  })
  return { text, values: values(rows) }
}

/** With RETURNING, a cluster inserts row by row; else it uses COPY, which row-level security rejects. */
const returningId = (table: PgTable) => `returning ${'uniqueId' in getTableColumns(table) ? 'id' : 'tenant_id'}`

const execute = async <Row>(tx: Tx, { text, values }: { text: string; values: unknown[] }) =>
  (await runStatement(tx, { text, types: typeParsers }, values)).rows as Row[]

/** Writes one row, and returns it. */
const writeOne = async <T extends PgTable>(
  tx: Tx,
  table: T,
  row: Values[number],
  { key, make }: { key: string; make: () => WriteStatement },
): Promise<T['$inferSelect']> => {
  const { columns, read } = fieldsOf(table)
  const { text, values } = statementFor(table, key, () => {
    const made = make()
    return { ...made, text: `${made.text} returning ${dialect.sqlToQuery(columns).sql}` }
  })
  const [written] = await execute<Record<string, unknown>>(tx, { text, values: values([row]) })
  return read(written!)
}

/** Inserts one row, and returns it. Columns that are undefined keep their defaults. */
export const insertOne = <T extends PgTable>(tx: Tx, table: T, row: object) => {
  const given: Values[number] = { ...row }
  const fields = Object.keys(given).filter((field) => given[field] !== undefined)
  return writeOne(tx, table, given, { key: `one ${fields.join()}`, make: () => insertRow(table, fields) })
}

/** Sets these fields of the row with this `uniqueId`, which must exist, and `updatedAt`, and returns it. Columns that are undefined stay. */
export const updateOne = <T extends SoftDeleteTable>(tx: Tx, table: T, uniqueId: string, row: object) => {
  const given: Values[number] = { ...row, uniqueId }
  const isSet = (field: string) => given[field] !== undefined && field !== 'uniqueId' && field !== 'updatedAt'
  const fields = Object.keys(getTableColumns(table)).filter(isSet)
  return writeOne(tx, table, given, { key: `update ${fields.join()}`, make: () => updateRow(table, fields) })
}

/** Inserts many rows and returns their ids, in the rows' order. Rows of a link table have none. */
export const insertMany = async (tx: Tx, table: PgTable, rows: Values) => {
  if (rows.length === 0) return []
  const inserted = await execute<{ id: string }>(tx, insertStatement(table, rows, returningId(table)))
  return inserted.map(({ id }) => id)
}

/** Inserts many rows whose ids are not needed, together with the next statement (`deferStatement`). `shared`: see `insertRows`. */
export const insertDeferred = (tx: Tx, table: PgTable, rows: Values, shared: readonly string[] = []) => {
  if (rows.length === 0) return
  const { text, values } = insertStatement(table, rows, returningId(table), shared)
  clientOf(tx).enqueue({ text }, values)
}

/** Inserts the rows that violate no unique index, and returns their ids by the value of this field. Skips the others. */
export const insertNew = async (tx: Tx, table: PgTable, rows: Values, field: string) => {
  if (rows.length === 0) return new Map<string, string>()
  const ending = `on conflict do nothing returning id, ${quoted(columnNameOf(table, field))} as value`
  const inserted = await execute<{ id: string; value: string }>(tx, insertStatement(table, rows, ending))
  return new Map(inserted.map(({ id, value }) => [value, id]))
}

/** The maximum number of rows of a part. */
const PART = 500

/** Inserts the rows of many items in parts, which are made while PostgreSQL writes those before them. Returns the rows, and the id of each. */
export const insertInParts = async <Item, Row>(
  items: readonly Item[],
  toRow: (item: Item) => Row,
  insert: (rows: Row[]) => Promise<(string | undefined)[]>,
) => {
  const rows: Row[] = []
  const inserting: ReturnType<typeof insert>[] = []
  for (let from = 0; from < items.length; from += PART) {
    const part = items.slice(from, from + PART).map(toRow)
    const ids = insert(part)
    ids.catch(() => {}) // the error is thrown below
    rows.push(...part)
    inserting.push(ids)
    await setImmediate() // this part is sent
  }
  return { rows, ids: (await Promise.all(inserting)).flat() }
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
