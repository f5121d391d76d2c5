import { sql } from 'drizzle-orm'
import type { Tx } from '../database.ts'

/** Held by a session that makes a backup. */
export const BACKUP_LOCK = `hashtext('tradewind backup')`

/**
 * Whether a backup is being made. It copies bytes that its snapshot names, so that none may be removed meanwhile. Whoever asks has committed the
 * end of the rows before: a backup that begins later does not name their bytes.
 */
export const isBackupRunning = async (tx: Pick<Tx, 'execute'>) => {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${sql.raw(BACKUP_LOCK)}) as free`,
  )
  return !rows[0]!.free
}
