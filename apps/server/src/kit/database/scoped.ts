import { UUID } from '@tradewind/contract/kit/fields'
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import pg, { type ClientBase, type CustomTypesConfig, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'

/** One shared instance: it caches the names of columns. */
export const dialect = new PgDialect({ casing: 'snake_case' })

/** A prepared read with a constant text: built once here, planned once by PostgreSQL. `sql.placeholder` names the values that vary. */
export interface Statement {
  name: string
  text: string
  values: (input: Record<string, unknown>) => unknown[]
}

/**
 * Prepares a statement with a name. For statements that match about as many rows with any values: PostgreSQL caches the plan, too, while LIKE or an
 * offset need a new plan each time.
 */
export const statement = (name: string, query: SQL): Statement => {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return { name, text, values: (input) => fillPlaceholders(params, input) }
}

/** Matches any of these ids, as one parameter: building the statement takes a third of the time of a list of twenty. */
export const anyOf = (ids: readonly string[]) => sql`any(${sql.param([...ids])}::uuid[])`

/** Dates and times stay text, as the columns expect, and so do lists of them and of numerics: as in Drizzle. */
const typesReadAsText = new Set<number>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.INTERVAL,
  1115, // timestamp[]
  1182, // date[]
  1185, // timestamptz[]
  1187, // interval[]
  1231, // numeric[]
])
export const typeParsers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    typesReadAsText.has(oid) ? String : pg.types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
}

/** The scope of rows: PostgreSQL shows this partition of this tenant, and nothing where none is set. */
export interface Scope {
  tenantId: string
  partitionId: string
}

/** A statement as it was sent: the name under which it is prepared, or its text. Never its values. */
export interface StatementText {
  name?: string | undefined
  text: string
}

/** Metrics of statements since the process started, and their listeners. */
export interface StatementWatch {
  all: number
  failed: number
  /** The total of all statements. */
  milliseconds: number
  /** The duration in milliseconds from which a statement counts as slow, and the listener for slow ones. */
  slow: number
  reportSlow: (statement: StatementText, milliseconds: number) => void
  /** Receives each statement that has ended: its start (milliseconds of `performance.now()`), and the error if it failed. */
  hear?: ((statement: StatementText, began: number, error?: unknown) => void) | undefined
}

export const setScopeSql = `select set_config('app.tenant_id', $1, true), set_config('app.world_id', $2, true)`

/** Returns the statements that set the scope of an open transaction, until it ends or the scope is set again. */
type ScopeStatements = (scope: Scope) => readonly { text: string; values?: string[] }[]

export const enterByConfig: ScopeStatements = ({ tenantId, partitionId }) => [
  { text: setScopeSql, values: [tenantId, partitionId] },
]

const uuidPattern = new RegExp(`^${UUID}$`, 'i')
/** SET takes no parameters: only a UUID may get into its text. */
const quoteUuid = (id: string) => {
  if (!uuidPattern.test(id)) throw new Error('A scope is named by UUIDs')
  return `'${id}'`
}

/** Sets the scope in a way that reaches the workers of a cluster: `set_config` does not. */
export const enterBySetLocal: ScopeStatements = ({ tenantId, partitionId }) => [
  { text: `set local app.tenant_id = ${quoteUuid(tenantId)}` },
  { text: `set local app.world_id = ${quoteUuid(partitionId)}` },
]

/** The maximum number of prepared texts, and the length of the longest: each connection caches all of them. */
const MAX_PREPARED = 200
const MAX_TEXT_LENGTH = 8000
/** A text is prepared at this occurrence: many occur only once. */
const PREPARE_AFTER = 5
/** For a text that is never prepared, however often it occurs. */
const NEVER_PREPARED = -Infinity

const findsByIdPattern = / where \(?"\w+"\."id" = \$\d+| = any\((?:\$\d+::uuid\[\]|array\()/
/** Inserts one row, or the rows in one parameter. */
const singleInsertPattern =
  /^insert into \S+ \([^)]*\) (?:values (?![\s\S]*\), \((?:default|\$))|select [\s\S]* from (?:json_populate_recordset|unnest)\()/
/** Statements that are prepared at once, under their own text. */
const transactionPattern = /^(?:begin|commit)\b/
const variablePlanPattern = / (?:limit|offset|like) | ~ /

/** Filters a fixed number of first rows, read in order (`firstRows` of `list.ts`), by a condition without a query of its own. */
const filtersFirstRowsPattern = / limit \d+\) as "\w+" where (?![\s\S]*\bselect\b)/
/** The same by ids that are collected once, whatever their number (`forOrderedScan` of `total.ts`). */
const findsFirstRowsPattern = / limit \d+\) as "\w+"\s+where \("\w+"\."id" in \(select [\s\S]+\)\) is true /
const patternPattern = / like | ~ /

/**
 * Look-ups by id and inserts have the same plan for all values. A limit or a pattern needs a plan of its own each time, unless it only filters rows
 * that are read in order anyway.
 */
const hasStablePlan = (text: string) =>
  filtersFirstRowsPattern.test(text) ||
  (findsFirstRowsPattern.test(text) && !patternPattern.test(text)) ||
  ((findsByIdPattern.test(text) || singleInsertPattern.test(text)) && !variablePlanPattern.test(text))

/** The most ids that a look-up finds rows by: with more of them it takes longer than sending it. */
const MAX_LOOK_UP_IDS = 100
const hasFewIds = (value: unknown) => !Array.isArray(value) || value.length <= MAX_LOOK_UP_IDS
/** Finds as many rows as another query does. */
const findsByQueryPattern = / = any\(array\(/

/** What is known of the statements that a pool sends. */
interface StatementNamer {
  /** The statement with its name, if it is prepared. */
  withName: (config: QueryConfig) => QueryConfig
  /** Whether it is prepared and reads few rows. */
  isLookUp: (config: QueryConfig, values?: readonly unknown[]) => boolean
}

/**
 * Names frequent statements, so that each connection of a pool prepares them: they are then parsed and planned once. PostgreSQL plans again after
 * ANALYZE, also by autovacuum, has found that a table has grown.
 */
export const createStatementNamer = (): StatementNamer => {
  /** How often each text without a name has occurred. */
  const counts = new LRUCache<string, number>({ max: 500 })
  const names = new Map<string, string>()
  const lookUps = new Map<string, boolean>()
  const nameOf = (text: string) => {
    if (transactionPattern.test(text)) return text
    const name = names.get(text)
    if (name !== undefined || names.size >= MAX_PREPARED || text.length > MAX_TEXT_LENGTH) return name
    const times = (counts.get(text) ?? (hasStablePlan(text) ? 0 : NEVER_PREPARED)) + 1
    counts.set(text, times)
    if (times >= PREPARE_AFTER) names.set(text, `often ${names.size}`)
    return names.get(text)
  }
  return {
    withName: (config) => {
      const name = config.name ?? nameOf(config.text)
      // Drizzle's own parsers, which do the same, are new ones for each statement.
      return name === undefined ? config : { ...config, name, ...(config.types && { types: typeParsers }) }
    },
    isLookUp: ({ name, text }, values = []) => {
      if (name === undefined && !names.has(text)) return false
      const isLookUp = lookUps.get(text) ?? !(variablePlanPattern.test(text) || findsByQueryPattern.test(text))
      lookUps.set(text, isLookUp)
      return isLookUp && values.every(hasFewIds)
    },
  }
}

/** A statement of a transaction that is being sent. With a scope it is the BEGIN, and all that follows is in that scope. */
export interface SentStatement {
  config: QueryConfig
  values?: unknown[] | undefined
  scope?: Scope
}

/** How a scope and a query are sent to PostgreSQL together. Behind a pooler it leaves no state on a connection. */
export interface Transport {
  /** Returns the statements that set a scope on its server. */
  enters: ScopeStatements
  /** Prepares a new connection. */
  prepare: (client: ClientBase) => Promise<void>
  /** Runs one statement in this scope, in a transaction of its own that leaves no state behind. */
  runSingle: (client: PoolClient, scope: Scope, config: QueryConfig, values?: unknown[]) => Promise<QueryResult>
  /** Runs reads in this scope on one connection, each in a transaction of its own, in one round trip; absent where each read needs a connection. */
  lookUps?: {
    includes: (config: QueryConfig, values?: readonly unknown[]) => boolean
    run: (client: PoolClient, scope: Scope, reads: readonly SentStatement[]) => Promise<QueryResult>[]
  }
  /** Runs statements of a transaction in order, and returns the result of each. After one that fails, PostgreSQL rejects those that follow. */
  runBatch: (client: PoolClient, statements: readonly SentStatement[]) => Promise<QueryResult>[]
  watch?: StatementWatch | undefined
  /** There are several servers, of which one accepts writes. */
  isMultiHost?: boolean
}

/** Statements of a transaction that are sent together are answered together: each takes as long as all. BEGIN itself does nothing. */
const isBegin = ({ text }: StatementText) => /^begin\b/.test(text)

const recordStatement = (watch: StatementWatch, sent: StatementText, began: number, error?: unknown) => {
  const milliseconds = performance.now() - began
  watch.all++
  watch.milliseconds += milliseconds
  if (error !== undefined) watch.failed++
  if (milliseconds >= watch.slow && !isBegin(sent)) watch.reportSlow(sent, milliseconds)
  watch.hear?.(sent, began, error)
}

/** Records metrics of a statement, without delaying its result. */
export const watchStatement = ({ watch }: Transport, sent: StatementText, answer: Promise<QueryResult>) => {
  if (!watch) return answer
  const began = performance.now()
  answer.then(
    () => recordStatement(watch, sent, began),
    (error: unknown) => recordStatement(watch, sent, began, error),
  )
  return answer
}

const isOpen = (client: PoolClient) => client.getTransactionStatus() !== 'I'

/** A transaction is still open on the connection, or the connection is broken: it must not go back to the pool. */
export const mustBeClosed = (client: PoolClient, failure: unknown) => isOpen(client) || isUnavailable(failure)

/** A read that waits for a connection, which it shares with others. */
interface WaitingRead extends SentStatement {
  resolve: (result: QueryResult) => void
  reject: (error: unknown) => void
}

/** The most reads that share a connection: more of them are faster on several. */
const MAX_TOGETHER = 8

/**
 * The connection as Drizzle sees it: each statement takes a free connection and is sent with its scope. Look-ups that are issued in the same tick share
 * one, and a round trip: sending each of them takes longer than running it.
 */
export class ScopedClient {
  readonly #pool: Pool
  readonly #scope: Scope
  readonly #transport: Transport
  #waiting: WaitingRead[] = []
  constructor(pool: Pool, scope: Scope, transport: Transport) {
    this.#pool = pool
    this.#scope = scope
    this.#transport = transport
  }

  /** Reads are retried once, in case the server was unavailable and came back. */
  async query(config: QueryConfig, values?: unknown[]) {
    const { lookUps } = this.#transport
    const send = () => (lookUps?.includes(config, values) ? this.#enqueue(config, values) : this.#send(config, values))
    try {
      return await send()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      return send()
    }
  }

  #enqueue(config: QueryConfig, values?: unknown[]) {
    return new Promise<QueryResult>((resolve, reject) => {
      this.#waiting.push({ config, values, resolve, reject })
      if (this.#waiting.length === 1) void this.#sendWaiting()
      if (this.#waiting.length === MAX_TOGETHER) this.#waiting = []
    })
  }

  /** Sends the reads that wait, as soon as there is a connection. */
  async #sendWaiting() {
    const reads = this.#waiting
    const rejectAll = (reason: unknown) => reads.map(() => ({ status: 'rejected' as const, reason }))
    const answers = await this.#answersTo(reads).catch(rejectAll)
    for (const [at, answer] of answers.entries()) {
      const { resolve, reject } = reads[at]!
      if (answer.status === 'fulfilled') resolve(answer.value)
      else reject(answer.reason)
    }
  }

  /** Runs reads on one connection. It is free again when their results are returned. */
  async #answersTo(reads: readonly WaitingRead[]) {
    const client = await this.#pool.connect().finally(() => {
      if (this.#waiting === reads) this.#waiting = []
    })
    let failure: unknown
    try {
      const sent = this.#transport.lookUps!.run(client, this.#scope, reads)
      const answers = await Promise.allSettled(
        sent.map((answer, at) => watchStatement(this.#transport, reads[at]!.config, answer)),
      )
      failure = answers.find((answer) => answer.status === 'rejected')?.reason
      if (isOpen(client)) throw new Error('A transaction needs db.write')
      return answers
    } catch (error) {
      failure = error
      throw error
    } finally {
      client.release(mustBeClosed(client, failure))
    }
  }

  async #send(config: QueryConfig, values?: unknown[]) {
    const client = await this.#pool.connect()
    let failure: unknown
    try {
      const result = await watchStatement(this.#transport, config, this.#transport.runSingle(client, this.#scope, config, values))
      if (isOpen(client)) throw new Error('A transaction needs db.write')
      return result
    } catch (error) {
      failure = error
      throw error
    } finally {
      client.release(mustBeClosed(client, failure))
    }
  }
}

/** Commands that a read may not be, since they would leave a transaction open. */
const openingCommands = new Set(['BEGIN', 'START'])
export const assertRead = ({ command }: QueryResult) => {
  if (openingCommands.has(command)) throw new Error('A transaction needs db.write')
}

const unavailableCodes = new Set([
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

/** The database is unavailable at the moment, as opposed to rejecting a statement. A server that no longer accepts writes (25006) is not the intended one. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  return (
    (code !== undefined && unavailableCodes.has(code)) ||
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/.test(error.message) ||
    isUnavailable(error.cause)
  )
}

/** Sets the scope by separate statements: BEGIN, scope, query and COMMIT, four round trips instead of one, using only documented features of the driver. */
export const plainTransport = ({ pooled, sharded }: { pooled: boolean; sharded: boolean }): Transport => {
  const toConfig = pooled || sharded ? ({ name: _kept, ...config }: QueryConfig) => config : createStatementNamer().withName
  const runQuery = (client: PoolClient, config: QueryConfig, values?: unknown[]): Promise<QueryResult> =>
    client.query(toConfig(config), values)
  const enters = sharded ? enterBySetLocal : enterByConfig
  const enter = async (client: PoolClient, scope: Scope) => {
    for (const command of enters(scope)) await client.query(command)
  }
  /** The statements of a transaction wait for one another, also those that are sent before the ones before them have ended. */
  const last = new WeakMap<PoolClient, Promise<unknown>>()

  return {
    enters,
    prepare: async () => {},
    runSingle: async (client, scope, config, values) => {
      await client.query('begin')
      try {
        await enter(client, scope)
        const result = await runQuery(client, config, values)
        assertRead(result)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {}) // a connection that could not roll back does not go back to the pool
        throw error
      }
    },
    runBatch: (client, statements) => {
      const send = async ({ config, values, scope }: SentStatement) => {
        const result = await runQuery(client, config, values)
        if (scope) await enter(client, scope)
        return result
      }
      return statements.map((one) => {
        const answer = (last.get(client) ?? Promise.resolve()).then(() => send(one))
        last.set(
          client,
          answer.catch(() => {}),
        )
        return answer
      })
    },
  }
}
