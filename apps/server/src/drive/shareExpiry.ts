import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { forEachTenant } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { currentTenants } from '#platform/tenant.queries'
import { driveActivities, driveItems, driveShares } from './schema/drive.table.ts'

/** Shares whose end is recorded in one transaction. */
const BATCH = 500

/** Records the end of expired shares for their owners, and has the pages of owners and readers read again and running downloads end. */
const recordExpired = async (tx: Tx, tenantId: string) => {
  const { uniqueId, itemId, endsAt, expiredAt } = driveShares
  const due = tx
    .select({ uniqueId })
    .from(driveShares)
    .where(and(lte(endsAt, sql`now()`), isNull(expiredAt)))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const ids = (await due).map((share) => share.uniqueId)
  if (ids.length === 0) return 0
  const rows = await tx
    .select({ share: driveShares, name: driveItems.name })
    .from(driveShares)
    .innerJoin(driveItems, eq(driveItems.uniqueId, itemId))
    .where(inArray(uniqueId, ids))
  await tx
    .update(driveShares)
    .set({ expiredAt: sql`now()` })
    .where(inArray(uniqueId, ids))
  await insertMany(
    tx,
    driveActivities,
    rows.map(({ share, name }) => ({
      itemId: share.itemId,
      ownerId: share.ownerId,
      name,
      action: 'EXPIRED',
      detail: share.emailAddress,
      lastDay: share.lastDay,
    })),
  )
  for (const userId of new Set(rows.flatMap(({ share }) => [share.ownerId, share.userId])))
    if (userId) await notifyNodes(tx, { topic: 'drive', tenantId, userId })
  return ids.length
}

interface Needs {
  db: Database
  logger: Logger
}

/** Records shares that have expired. Runs every 15 minutes, as a day ends at another hour in each time zone. The access itself has ended before. */
export const expiredSharesRoutine = ({ db, logger }: Needs) => ({
  name: 'drive.expired',
  cron: '*/15 * * * *',
  work: async () => {
    await forEachTenant(logger, await currentTenants(db), async (id) => {
      while ((await db.write(tenantScope(id), (tx) => recordExpired(tx, id))) === BATCH);
    })
  },
})
