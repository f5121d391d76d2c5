import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import pg, { type ClientBase, type CustomTypesConfig, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'

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

/** Whose rows: PostgreSQL shows this partition of this tenant, and nothing where none is set. */
export interface Scope {
  tenantId: string
  partitionId: string
}

/** A statement as it went: by the name under which it is kept, or its text. Never its values. */
export interface StatementText {
  name?: string | undefined
  text: string
}

/** How statements fare, since the process began, and who hears of them. */
export interface StatementWatch {
  all: number
  failed: number
  /** Of all of them together. */
  milliseconds: number
  /** Milliseconds from which one is slow, and who hears of it then. */
  slow: number
  tellSlow: (statement: StatementText, milliseconds: number) => void
  /** Hears of each that has ended: when it began (milliseconds of `performance.now()`), and what it failed with. */
  hear?: ((statement: StatementText, began: number, error?: unknown) => void) | undefined
}

export const setScope = `select set_config('app.tenant_id', $1, true), set_config('app.world_id', $2, true)`

/** The statements that put an open transaction into a scope, until it ends or they are said again. */
type Enters = (scope: Scope) => readonly { text: string; values?: string[] }[]

export const byConfig: Enters = ({ tenantId, partitionId }) => [{ text: setScope, values: [tenantId, partitionId] }]

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** SET takes no parameters: nothing but a UUID gets into its text. */
const quoted = (id: string) => {
  if (!isUuid.test(id)) throw new Error('A scope is named by UUIDs')
  return `'${id}'`
}

/** What the workers of a cluster hear: `set_config` does not reach them. */
export const bySetLocal: Enters = ({ tenantId, partitionId }) => [
  { text: `set local app.tenant_id = ${quoted(tenantId)}` },
  { text: `set local app.world_id = ${quoted(partitionId)}` },
]

/** Most texts that are prepared, and the letters of the longest: each connection keeps all of them. */
const MOST_PREPARED = 200
const LONGEST = 8000
/** A text is prepared when it comes for this time: many come once. */
const OFTEN = 5
/** For a text that is not prepared, however often it comes. */
const NEVER = -Infinity

const foundByIds = / where \(?"\w+"\."id" = \$\d+| = any\((?:\$\d+::uuid\[\]|array\()/
/** One row, or what is in one parameter. */
const added =
  /^insert into \S+ \([^)]*\) (?:values (?![\s\S]*\), \((?:default|\$))|select [\s\S]* from (?:json_populate_recordset|unnest)\()/
const dependsOnValues = / (?:limit|offset|like) | ~ /

/** Rows that are found by their ids, or added, have one plan whatever the values are. A limit or a pattern wants a plan of its own each time. */
const isPlannedAlike = (text: string) => (foundByIds.test(text) || added.test(text)) && !dependsOnValues.test(text)

/**
 * Gives statements that come often to the connections of a pool a name, by which each connection prepares them: then they are parsed and planned
 * once. PostgreSQL plans anew after ANALYZE, also by autovacuum, has found that a table has grown.
 */
export const preparing = () => {
  /** How often texts have come that have no name. */
  const seen = new LRUCache<string, number>({ max: 500 })
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MOST_PREPARED || text.length > LONGEST) return name
    const times = (seen.get(text) ?? (isPlannedAlike(text) ? 0 : NEVER)) + 1
    seen.set(text, times)
    if (times >= OFTEN) names.set(text, `often ${names.size}`)
    return names.get(text)
  }
  return (config: QueryConfig): QueryConfig => {
    const name = config.name ?? nameOf(config.text)
    return name === undefined ? config : { ...config, name }
  }
}

/** A statement of a transaction on its way. With a scope it is the BEGIN, and all that follows is in that scope. */
export interface Sent {
  config: QueryConfig
  values?: unknown[] | undefined
  scope?: Scope
}

/** How a scope and a query reach PostgreSQL together. Behind a pooler it keeps nothing on a connection. */
export interface Transport {
  /** How its server is told a scope. */
  enters: Enters
  /** Prepares a connection that was just opened. */
  prepare: (client: ClientBase) => Promise<void>
  /** One statement in this scope, in a transaction of its own that leaves nothing behind. */
  once: (client: PoolClient, scope: Scope, config: QueryConfig, values?: unknown[]) => Promise<QueryResult>
  /** Statements of a transaction, in their order, and the answer to each. One that fails leaves those after it to PostgreSQL, which refuses them. */
  together: (client: PoolClient, statements: readonly Sent[]) => Promise<QueryResult>[]
  watch?: StatementWatch | undefined
  /** Its servers are several, of which one takes writes. */
  isAmong?: boolean
}

const note = (watch: StatementWatch, sent: StatementText, began: number, error?: unknown) => {
  const milliseconds = performance.now() - began
  watch.all++
  watch.milliseconds += milliseconds
  if (error !== undefined) watch.failed++
  if (milliseconds >= watch.slow) watch.tellSlow(sent, milliseconds)
  watch.hear?.(sent, began, error)
}

/** Notes how a statement fares. Whoever sent it does not wait for that. */
export const watched = ({ watch }: Transport, sent: StatementText, answer: Promise<QueryResult>) => {
  if (!watch) return answer
  const began = performance.now()
  answer.then(
    () => note(watch, sent, began),
    (error: unknown) => note(watch, sent, began, error),
  )
  return answer
}

const isOpen = (client: PoolClient) => client.getTransactionStatus() !== 'I'

/** A transaction is open on the connection, or it is dying: it may not go back to the pool. */
export const isSpent = (client: PoolClient, failure: unknown) => isOpen(client) || isAway(failure)

/** What Drizzle takes for a connection: each statement takes a free one and goes out with its scope. */
export class EachScoped {
  readonly #pool: Pool
  readonly #scope: Scope
  readonly #transport: Transport
  constructor(pool: Pool, scope: Scope, transport: Transport) {
    this.#pool = pool
    this.#scope = scope
    this.#transport = transport
  }

  /** Reads may be asked again: once, where the server went away and came back. */
  async query(config: QueryConfig, values?: unknown[]) {
    try {
      return await this.#send(config, values)
    } catch (error) {
      if (!isAway(error)) throw error
      return this.#send(config, values)
    }
  }

  async #send(config: QueryConfig, values?: unknown[]) {
    const client = await this.#pool.connect()
    let failure: unknown
    try {
      const result = await watched(this.#transport, config, this.#transport.once(client, this.#scope, config, values))
      if (isOpen(client)) throw new Error('A transaction needs db.write')
      return result
    } catch (error) {
      failure = error
      throw error
    } finally {
      client.release(isSpent(client, failure))
    }
  }
}

/** What a read may not be, for it would leave a transaction open. */
const opens = new Set(['BEGIN', 'START'])
export const assertRead = ({ command }: QueryResult) => {
  if (opens.has(command)) throw new Error('A transaction needs db.write')
}

const awayCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '53300',
  '25006',
])

/** The database is not there for the moment, as against: it refuses. One that takes no writes any more (25006) is not the one that was meant. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  return (
    (code !== undefined && awayCodes.has(code)) ||
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/.test(error.message) ||
    isAway(error.cause)
  )
}

/** The scope is set by statements of its own: BEGIN, scope, query and COMMIT, four round trips instead of one, by what the driver promises alone. */
export const plain = ({ pooled, sharded }: { pooled: boolean; sharded: boolean }): Transport => {
  const named = pooled || sharded ? ({ name: _kept, ...config }: QueryConfig) => config : preparing()
  const ask = (client: PoolClient, config: QueryConfig, values?: unknown[]): Promise<QueryResult> =>
    client.query(named(config), values)
  const enters = sharded ? bySetLocal : byConfig
  const enter = async (client: PoolClient, scope: Scope) => {
    for (const said of enters(scope)) await client.query(said)
  }

  return {
    enters,
    prepare: async () => {},
    once: async (client, scope, config, values) => {
      await client.query('begin')
      try {
        await enter(client, scope)
        const result = await ask(client, config, values)
        assertRead(result)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {}) // a connection that could not is not given back
        throw error
      }
    },
    together: (client, statements) => {
      const send = async ({ config, values, scope }: Sent) => {
        const result = await ask(client, config, values)
        if (scope) await enter(client, scope)
        return result
      }
      let before: Promise<unknown> = Promise.resolve()
      return statements.map((one) => {
        const answer = before.then(() => send(one))
        before = answer.catch(() => {})
        return answer
      })
    },
  }
}
