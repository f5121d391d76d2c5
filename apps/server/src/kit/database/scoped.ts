import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg'

/** Whose rows: PostgreSQL shows this partition of this tenant, and nothing where none is set. */
export interface Scope {
  tenantId: string
  partitionId: string
}

export const setScope = `select set_config('app.tenant_id', $1, true), set_config('app.world_id', $2, true)`

type Done = (error: Error | null, result: QueryResult) => void

/** The parts of the driver's connection that a scoped query speaks to. */
interface Connection {
  /** The scope's statement is prepared on this connection. Not so behind a pooler. */
  remembers?: boolean
  parse(query: { text: string; types: number[] }): void
  bind(config: { portal: string; statement: string; values: unknown[]; valueMapper: (value: unknown) => string }): void
  execute(config: { portal: string }): void
}
/** The driver's query has these, but its types do not name them. */
interface DriverQuery {
  name: string | undefined
  prepare(connection: Connection): void
  handleDataRow(row: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const DriverQuery = pg.Query as unknown as new (config: QueryConfig, values: unknown[] | undefined, done: Done) => DriverQuery

/** A query that carries its scope under its own Sync: one round trip, one implicit transaction, nothing left behind. */
class ScopedQuery extends DriverQuery {
  readonly #scope: Scope
  /** The first row and the first CommandComplete are those of the scope. */
  #answered = false

  constructor(scope: Scope, config: QueryConfig, values: unknown[] | undefined, done: Done) {
    super(config, values, done)
    this.#scope = scope
  }

  /** The simple protocol would end the transaction between the two. */
  requiresPreparation() {
    return true
  }

  override prepare(connection: Connection) {
    if (!connection.remembers) {
      this.name = undefined // the driver would take the scope's ParseComplete for this query's
      connection.parse({ text: setScope, types: [] })
    }
    const values = [this.#scope.tenantId, this.#scope.partitionId]
    connection.bind({ portal: '', statement: connection.remembers ? 'scope' : '', values, valueMapper: String })
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

const send = (client: PoolClient, scope: Scope, config: QueryConfig, values?: unknown[]) =>
  new Promise<QueryResult>((resolve, reject) => {
    const done: Done = (error, result) => (error ? reject(error) : resolve(result))
    client.query(new ScopedQuery(scope, config, values, done) as unknown as pg.Submittable)
  })

const isOpen = (client: PoolClient) => (client as unknown as { getTransactionStatus(): string }).getTransactionStatus() !== 'I'

/** A transaction stands open on the connection, or it is dying: it may not go back to the pool. */
export const isSpent = (client: PoolClient, failure: unknown) => isOpen(client) || isAway(failure)

/** What Drizzle takes for a connection: each statement takes a free one and goes out with its scope. */
export class EachScoped {
  readonly #pool: pg.Pool
  readonly #scope: Scope
  constructor(pool: pg.Pool, scope: Scope) {
    this.#pool = pool
    this.#scope = scope
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
      const result = await send(client, this.#scope, config, values)
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

/** The same on one connection, where the first statement, Drizzle's BEGIN, carries the scope for all that follow. */
export class FirstScoped {
  readonly #client: PoolClient
  #scope: Scope | undefined
  constructor(client: PoolClient, scope: Scope) {
    this.#client = client
    this.#scope = scope
  }

  query(config: QueryConfig, values?: unknown[]) {
    const scope = this.#scope
    this.#scope = undefined
    return scope ? send(this.#client, scope, config, values) : this.#client.query(config, values)
  }
}

const awayCodes = new Set(['57P01', '57P02', '57P03', '08006', '08003', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '53300'])

/** The database is not there for the moment, as against: it refuses. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  return (
    (code !== undefined && awayCodes.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message) ||
    isAway(error.cause)
  )
}
