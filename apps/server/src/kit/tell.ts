import { sql } from 'drizzle-orm'
import type { Tx } from './database/database.ts'

/**
 * Tells every node, when this transaction commits and not before. For what is rare: a NOTIFY makes commits wait for one another.
 */
export const tell = (tx: Tx, message: { topic: string; tenantId: string; id?: string }) =>
  tx.execute(sql`select pg_notify('tradewind', ${JSON.stringify(message)})`)
