import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
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

/** Most texts that are prepared, and the letters of the longest: each connection keeps all of them. */
const MOST_PREPARED = 200
const LONGEST = 8000
/** A text is prepared when it comes for this time: many come once. */
const OFTEN = 3

const foundByIds = / where \(?"\w+"\."id" = \$\d+| = any\((?:\$\d+::uuid\[\]|array\()/
/** One row, or what is in one parameter. */
const added =
  /^insert into \S+ \([^)]*\) (?:values (?![\s\S]*\), \((?:default|\$))|select [\s\S]* from (?:json_populate_recordset|unnest)\()/
const dependsOnValues = / (?:limit|offset|like) | ~ /

/** Rows that are found by their ids, or added, have one plan whatever the values are. A limit or a pattern wants a plan of its own each time. */
const isPlannedAlike = (text: string) =>
  text.length <= LONGEST && (foundByIds.test(text) || added.test(text)) && !dependsOnValues.test(text)

/** Texts that have come less often. */
const seen = new LRUCache<string, number>({ max: 500 })
const names = new Map<string, string>()

const nameOf = (text: string) => {
  const name = names.get(text)
  if (name !== undefined || names.size >= MOST_PREPARED || !isPlannedAlike(text)) return name
  const times = (seen.get(text) ?? 0) + 1
  if (times < OFTEN) {
    seen.set(text, times)
    return undefined
  }
  seen.delete(text)
  names.set(text, `often ${names.size}`)
  return names.get(text)
}

/**
 * A statement that comes often, under a name by which the connection prepares it: then it is parsed and planned once. PostgreSQL plans it anew after
 * ANALYZE, also by autovacuum, has found that a table has grown.
 */
export const prepared = <Config extends { name?: string | undefined; text: string }>(config: Config): Config => {
  const name = config.name ?? nameOf(config.text)
  return name === undefined ? config : { ...config, name }
}

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
