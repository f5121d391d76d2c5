import { say } from '@tradewind/contract/kit/say'
import { sql, type SQLWrapper } from 'drizzle-orm'
import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import pg, { type PoolClient, type PoolConfig } from 'pg'
import { tooMany } from '../errors.ts'
import { dialect, mustBeClosed, type Scope, type Transport } from './scoped.ts'
import { disableStatementTimeout, TransactionClient } from './transaction.ts'

/** Streams that one user, and one tenant, may have open at the same time. The node's limit is the size of the streams' pool. */
const MAX_PER_READER = 2
const MAX_PER_TENANT = 3
/** Rows per fetch. */
const BATCH_SIZE = 1000
/** Milliseconds that a stream waits for a connection: longer than a stalled reader is tolerated. */
const CONNECT_TIMEOUT_MS = 15_000
/** Milliseconds after which an idle connection is closed. */
const IDLE_TIMEOUT_MS = 10_000

/** Counts open streams by key. */
const openCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add: (key: string, more: 1 | -1) => {
      const now = (counts.get(key) ?? 0) + more
      if (now > 0) counts.set(key, now)
      else counts.delete(key)
    },
  }
}

/** Decides who may open another stream. */
const openAdmission = () => {
  const [ofTenants, ofReaders] = [openCounts(), openCounts()]
  const admit = (tenantId: string, reader: string) => {
    const isFull = ofTenants.of(tenantId) >= MAX_PER_TENANT || ofReaders.of(`${tenantId} ${reader}`) >= MAX_PER_READER
    if (isFull) throw tooMany(5, say('Other large downloads are still running. Please try again soon.'))
  }
  /** Counts a stream as open, and returns a function that releases it, once. */
  const enter = (tenantId: string, reader: string) => {
    admit(tenantId, reader)
    const change = (more: 1 | -1) => {
      ofTenants.add(tenantId, more)
      ofReaders.add(`${tenantId} ${reader}`, more)
    }
    let isCounted = true
    change(1)
    return () => {
      if (isCounted) change(-1)
      isCounted = false
    }
  }
  return { admit, enter }
}

/** A cursor in a read-only transaction. `close` may be called more than once. */
const openCursor = async (pool: pg.Pool, transport: Transport, scope: Scope, query: SQLWrapper) => {
  const client: PoolClient = await pool.connect()
  const session = new NodePgSession(new TransactionClient(client, scope, transport) as unknown as PoolClient, dialect, undefined)
  const tx = new NodePgDatabase(dialect, session, undefined)
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    let failure: unknown
    await tx.execute(sql`rollback`).catch((error: unknown) => (failure = error))
    client.release(mustBeClosed(client, failure))
  }
  try {
    await tx.execute(sql`begin read only`)
    await disableStatementTimeout(tx)
    await tx.execute(sql`declare line no scroll cursor for ${query}`)
  } catch (error) {
    await close()
    throw error
  }
  return { next: async () => (await tx.execute(sql`fetch ${sql.raw(String(BATCH_SIZE))} from line`)).rows, close }
}

/**
 * Streams have connections of their own, half as many as all other calls: each is occupied for as long as its reader takes. The last rows are yielded
 * after the connection is released, so that a short list occupies none while it is sent.
 */
export const openStreams = (config: PoolConfig, transport: Transport) => {
  const max = Math.max(1, Math.floor((config.max ?? 10) / 2))
  const pool = new pg.Pool({ ...config, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, idleTimeoutMillis: IDLE_TIMEOUT_MS })
  pool.on('error', () => {}) // an idle connection that dies is replaced by the next connect
  const { admit, enter } = openAdmission()

  async function* rowsOf<Row>(scope: Scope, query: SQLWrapper, reader: string): AsyncGenerator<Row[]> {
    const release = enter(scope.tenantId, reader) // others may have started since this one was requested
    let cursor: Awaited<ReturnType<typeof openCursor>> | undefined
    const end = async () => {
      await cursor?.close()
      release()
    }
    try {
      cursor = await openCursor(pool, transport, scope, query)
      for (let isLast = false; !isLast;) {
        const rows = await cursor.next()
        isLast = rows.length < BATCH_SIZE
        if (isLast) await end()
        if (rows.length > 0) yield rows as Row[]
      }
    } finally {
      await end()
    }
  }

  return {
    pool,
    close: () => pool.end(),
    stream: <Row>(scope: Scope, query: SQLWrapper, reader: string) => {
      admit(scope.tenantId, reader)
      return rowsOf<Row>(scope, query, reader)
    },
  }
}
