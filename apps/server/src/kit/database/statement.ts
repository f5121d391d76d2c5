import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type CustomTypesConfig } from 'pg'

/** One for all: it remembers how columns are written. */
export const dialect = new PgDialect({ casing: 'snake_case' })

/** A read whose text is the same every time: built once here, planned once by PostgreSQL. `sql.placeholder` names what differs. */
export interface Statement {
  name: string
  text: string
  values: (given: Record<string, unknown>) => unknown[]
}

/**
 * Keeps a statement under its name. For those of which any values meet about as many rows: their plan is kept, too, and LIKE or an
 * offset need one of their own each time.
 */
export const statement = (name: string, query: SQL): Statement => {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return { name, text, values: (given) => fillPlaceholders(params, given) }
}

/** One of these ids, as one parameter: a statement is built in a third of the time that a list of twenty takes. */
export const anyOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`

/** Dates and times stay text, as columns read them. */
const asText = new Set<number>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.INTERVAL,
])
export const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    asText.has(oid) ? String : pg.types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
}
