import type { Writable } from 'node:stream'
import pg, { type ClientBase, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import {
  assertRead,
  createStatementNamer,
  enterByConfig,
  enterBySetLocal,
  type Scope,
  type SentStatement,
  setScopeSql,
  type Transport,
} from './scoped.ts'
import { isAnyRollback, isCommit } from './transaction.ts'

/*
 * The only file that relies on undocumented behaviour of the driver: the internals of its Query and its connection. Where a new version of pg changes
 * these, `plainTransport` in `scoped.ts` does the same by documented means (DATABASE_PIPELINE=off), until this file is updated.
 */

/** The version of pg with which this file was last tested. */
export const TESTED_PG_VERSION = '8.23.1'

type Done = (error: Error | null, result: QueryResult) => void

/** The parts of the driver's connection that a scoped query uses. */
interface Connection {
  /** The scope's statement is prepared on this connection. Never true behind a pooler. */
  isScopePrepared?: boolean
  /** The columns of each prepared statement of this connection, by its name. */
  columns?: Map<string, Columns>
  /** The same connection, which leaves out the question for the columns. */
  undescribed?: Connection
  stream: Writable
  parse(query: { text: string; types: number[] }): void
  bind(config: { portal: string; statement: string; values: unknown[]; valueMapper: (value: unknown) => string }): void
  execute(config: { portal: string }): void
  describe(config: object): void
  sync(): void
  /** Names of statements that were sent to be prepared, and are not known to be. */
  submittedNamedStatements: Record<string, string>
  /** The same connection, which collects messages instead of sending each. */
  collector?: Collector
}
/** What the driver makes of the description of a statement's columns: names, and the parsers of values. */
interface Columns {
  types: unknown
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}
/** Members of the driver's query that its types do not declare. */
interface DriverQuery {
  name: string | undefined
  text: string
  types: unknown
  _result: Omit<Columns, 'types'> & { _types?: unknown }
  prepare(connection: Connection): void
  _getRows(connection: Connection): void
  submit(connection: Connection): Error | null
  requiresPreparation(): boolean
  handleReadyForQuery(connection: Connection): void
  handleError(error: Error, connection: Connection): void
  handleRowDescription(message: unknown): void
  handleDataRow(row: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleEmptyQuery(connection: Connection): void
}
const DriverQuery = pg.Query as unknown as new (config: QueryConfig, values: unknown[] | undefined, done: Done) => DriverQuery

/** The connection, without its question for a statement's columns. */
const undescribed = (connection: Connection): Connection =>
  (connection.undescribed ??= Object.create(connection, { describe: { value: () => {} } }) as Connection)

interface Collector extends Connection {
  collected: Buffer[]
}
const createCollector = (connection: Connection) => {
  const collected: Buffer[] = []
  const collect = (message: Buffer) => collected.push(message)
  return Object.create(connection, { collected: { value: collected }, _send: { value: collect } }) as Collector
}
/** The connection, collecting messages. */
const collectorOf = (connection: Connection) => (connection.collector ??= createCollector(connection))

/**
 * A query that asks for the columns of a prepared statement once on each connection: they never change there, since PostgreSQL refuses to run a statement
 * of which they would. With 25 columns this took a tenth of the time of reading a record.
 */
class PreparedQuery extends DriverQuery {
  #columns: Map<string, Columns> | undefined

  /** Writes all of its messages at once: the driver would write each. */
  override submit(connection: Connection) {
    const collector = collectorOf(connection)
    const { collected } = collector
    try {
      return super.submit(collector)
    } finally {
      const [first, ...others] = collected.splice(0)
      if (first && connection.stream.writable)
        connection.stream.write(others.length > 0 ? Buffer.concat([first, ...others]) : first)
    }
  }

  override prepare(connection: Connection) {
    this.#columns = connection.columns ??= new Map()
    const known = this.#columns.get(this.name ?? '')
    if (!known || known.types !== this.types) return super.prepare(connection)
    const { _result: result } = this
    const { types: _parsed, ...columns } = known
    Object.assign(result, columns)
    Object.assign(this, { _accumulateRows: true })
    return super.prepare(undescribed(connection))
  }

  override handleRowDescription(message: unknown) {
    super.handleRowDescription(message)
    const {
      types,
      _result: { fields, _parsers, _prebuiltEmptyResultObject },
    } = this
    if (this.name) this.#columns?.set(this.name, { types, fields, _parsers, _prebuiltEmptyResultObject })
  }

  /** One without columns is described once, too. */
  override handleCommandComplete(message: unknown, connection: Connection) {
    super.handleCommandComplete(message, connection)
    const { name, types } = this
    if (name && this.#columns?.has(name) === false)
      this.#columns.set(name, { types, fields: [], _parsers: undefined, _prebuiltEmptyResultObject: null })
  }
}

/** A query that carries its scope under its own Sync: one round trip, one implicit transaction, no state left on the connection. */
class ScopedQuery extends PreparedQuery {
  readonly #scope: Scope
  /** The first row and the first CommandComplete belong to the scope statement. */
  #answered = false

  constructor(scope: Scope, config: QueryConfig, values: unknown[] | undefined, done: Done) {
    super(config, values, done)
    this.#scope = scope
  }

  /** The simple protocol would end the transaction between the two. */
  override requiresPreparation() {
    return true
  }

  override prepare(connection: Connection) {
    if (!connection.isScopePrepared) {
      this.name = undefined // the driver would mistake the scope's ParseComplete for this query's
      connection.parse({ text: setScopeSql, types: [] })
    }
    const values = [this.#scope.tenantId, this.#scope.partitionId]
    connection.bind({ portal: '', statement: connection.isScopePrepared ? 'scope' : '', values, valueMapper: String })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }

  override handleDataRow(row: unknown) {
    if (this.#answered) super.handleDataRow(row)
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    if (this.#answered) super.handleCommandComplete(message, connection)
    else this.#answered = true
  }
}

/** A statement of a batch: the Sync follows after the last of them. */
class BatchedQuery extends PreparedQuery {
  hasFailed = false

  override _getRows(connection: Connection) {
    connection.execute({ portal: '' })
  }

  override handleError(error: Error, connection: Connection) {
    this.hasFailed = true
    super.handleError(error, connection)
  }
}

/** The error of a statement that PostgreSQL has skipped after one that failed. */
class SkippedError extends Error {
  readonly code = '25P02'
}

/**
 * Statements of a transaction under one Sync: PostgreSQL answers all of them at once, and skips those after one that fails. Each Sync makes it send what
 * it has, which wakes up this process.
 */
class Batch extends PreparedQuery {
  queries: readonly BatchedQuery[]
  #current = 0

  constructor(queries: readonly BatchedQuery[], done: Done) {
    super({ text: '' }, undefined, done)
    this.queries = queries
  }

  override requiresPreparation() {
    return true
  }

  /** A statement whose values cannot be sent is left out. */
  override prepare(connection: Connection) {
    const { collected: messages } = connection as Collector
    this.queries = this.queries.filter((query) => {
      const before = messages.length
      query.prepare(connection)
      if (query.hasFailed) messages.length = before
      return !query.hasFailed
    })
    connection.sync()
    this.#advanceTo(0)
  }

  /** The driver records that PostgreSQL has prepared the statement of this name and text. */
  #advanceTo(at: number) {
    this.#current = at
    const query = this.queries[at]
    this.name = query?.name
    this.text = query?.text ?? ''
  }

  override handleRowDescription(message: unknown) {
    this.queries[this.#current]!.handleRowDescription(message)
  }

  override handleDataRow(row: unknown) {
    this.queries[this.#current]!.handleDataRow(row)
  }

  override handleCommandComplete(message: unknown, connection: Connection) {
    this.queries[this.#current]!.handleCommandComplete(message, connection)
    this.#advanceTo(this.#current + 1)
  }

  override handleEmptyQuery() {
    this.#advanceTo(this.#current + 1)
  }

  override handleError(error: Error, connection: Connection) {
    const [failed, ...skipped] = this.queries.slice(this.#current)
    for (const query of this.queries.slice(0, this.#current)) query.handleReadyForQuery(connection)
    failed?.handleError(error, connection)
    for (const query of skipped) {
      if (query.name) delete connection.submittedNamedStatements[query.name]
      query.handleError(new SkippedError('An earlier statement has failed'), connection)
    }
    super.handleError(error, connection)
  }

  override handleReadyForQuery(connection: Connection) {
    for (const query of this.queries) query.handleReadyForQuery(connection)
    super.handleReadyForQuery(connection)
  }
}

const send = (client: PoolClient, scope: Scope | undefined, config: QueryConfig, values?: unknown[]) =>
  new Promise<QueryResult>((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result))
    const query = scope ? new ScopedQuery(scope, config, values, done) : new PreparedQuery(config, values, done)
    client.query(query as unknown as pg.Submittable)
  })

/** The driver sends each statement immediately, without waiting for earlier results; with the socket corked, they are sent as one write. */
const withCorkedSocket = <T>(client: PoolClient, work: () => T) => {
  const { connection } = client as unknown as { connection: Connection }
  connection.stream.cork()
  try {
    return work()
  } finally {
    connection.stream.uncork()
  }
}

/** A ROLLBACK must not be skipped by PostgreSQL after an error: it has a Sync before it. */
const groupsOf = (statements: readonly SentStatement[]) => {
  const groups: SentStatement[][] = [[]]
  for (const one of statements)
    if (isAnyRollback(one)) groups.push([one])
    else groups.at(-1)!.push(one)
  return groups.filter(({ length }) => length > 0)
}

const scopeConfig = ({ isScopePrepared }: Connection): QueryConfig =>
  isScopePrepared ? { name: 'scope', text: setScopeSql } : { text: setScopeSql }

/** Sends statements of a transaction under one Sync. A COMMIT among them that PostgreSQL has skipped is replaced by a ROLLBACK. */
const sendBatch = (client: PoolClient, statements: readonly SentStatement[], toConfig: (config: QueryConfig) => QueryConfig) => {
  const { connection } = client as unknown as { connection: Connection }
  const answers = statements.map(() => Promise.withResolvers<QueryResult>())
  const settlements: (() => void)[] = []
  let isOpen = false
  const queries = statements.flatMap(({ scope, config, values }, at) => {
    const { resolve, reject } = answers[at]!
    const record: Done = (error, result) => {
      if (error instanceof SkippedError && isCommit({ config })) isOpen = true
      settlements.push(() => (error ? reject(error) : resolve(result)))
    }
    const query = new BatchedQuery(toConfig(config), values, record)
    if (!scope) return [query]
    const recordFailure: Done = (error) => void (error && settlements.push(() => reject(error)))
    return [new BatchedQuery(scopeConfig(connection), [scope.tenantId, scope.partitionId], recordFailure), query]
  })
  const settle = () => {
    for (const one of settlements) one()
  }
  const done = () => {
    if (isOpen) client.query('rollback').then(settle, settle)
    else settle()
  }
  client.query(new Batch(queries, done) as unknown as pg.Submittable)
  return answers.map(({ promise }) => promise)
}

/** The scope is sent with the query under one Sync, and statements of a transaction that are sent together do not wait for one another: one round trip each. */
export const pipelineTransport = ({ pooled }: { pooled: boolean }): Transport => {
  const namer = createStatementNamer()
  const toConfig = pooled ? ({ name: _kept, ...config }: QueryConfig) => config : namer.withName
  return {
    enters: enterByConfig,
    ...(!pooled && {
      lookUps: {
        includes: namer.isLookUp,
        run: (client, scope, reads) =>
          withCorkedSocket(client, () => reads.map(({ config, values }) => send(client, scope, toConfig(config), values))),
      },
    }),
    prepare: async (client: ClientBase) => {
      if (pooled) return
      await client.query({ name: 'scope', text: setScopeSql, values: ['', ''] })
      const { connection } = client as unknown as { connection: Connection }
      connection.isScopePrepared = true
    },
    runSingle: (client, scope, config, values) => send(client, scope, toConfig(config), values),
    runBatch: (client, statements) => {
      const groups = groupsOf(statements)
      return groups.flatMap((group) => sendBatch(client, group, toConfig))
    },
  }
}

/** Sends without a statement name, so nothing is prepared: a cached plan would contain the tenant for which it was made (docs/decisions/046). */
const sendUnnamed = (client: PoolClient, { name: _kept, ...config }: QueryConfig, values?: unknown[]): Promise<QueryResult> =>
  client.query(config, values)

/** The result of BEGIN is returned once its scope is set. */
const begin = async (client: PoolClient, { config, values, scope }: Required<Pick<SentStatement, 'scope'>> & SentStatement) => {
  const scopeStatements = enterBySetLocal(scope)
  const [result] = await Promise.all([sendUnnamed(client, config, values), ...scopeStatements.map((one) => client.query(one))])
  return result
}

/**
 * In a cluster the scope is set by SET LOCAL, which reaches its workers only inside a transaction: BEGIN, scope, query and COMMIT are sent as one, in
 * one round trip.
 */
export const shardedPipelineTransport: Transport = {
  enters: enterBySetLocal,
  prepare: async () => {},
  runSingle: async (client, scope, config, values) => {
    const scopeStatements = enterBySetLocal(scope)
    const sent = withCorkedSocket(client, () => [
      ...[{ text: 'begin' }, ...scopeStatements].map((one) => client.query(one)),
      sendUnnamed(client, config, values),
      client.query('commit'), // after an error it rolls back
    ])
    const answers = await Promise.allSettled(sent)
    const failure = answers.find(({ status }) => status === 'rejected')
    if (failure) throw (failure as PromiseRejectedResult).reason
    const { value } = answers.at(-2) as PromiseFulfilledResult<QueryResult>
    assertRead(value)
    return value
  },
  runBatch: (client, statements) =>
    withCorkedSocket(client, () =>
      statements.map(({ scope, config, values }) =>
        scope ? begin(client, { scope, config, values }) : sendUnnamed(client, config, values),
      ),
    ),
}
