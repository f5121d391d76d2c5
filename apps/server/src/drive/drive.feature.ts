import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { tenantScope, type Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { DAY_MS } from '#kit/days'
import type { Feature } from '#kit/feature'
import { forEachTenant } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { removeUnusedBytes } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import { tenants } from '#platform/schema/tenant.table'
import { currentTenants } from '#platform/tenant.queries'
import type { AppContext } from '../appContext.ts'
import { driveDownloadRoutes } from './download.routes.ts'
import { sweepDrives } from './drive.queries.ts'
import { driveRoutes } from './drive.routes.ts'
import { driveActivities, driveItems, driveShares, driveUploads } from './schema/drive.table.ts'
import { driveShareRoutes } from './share.routes.ts'
import { claimShares, countDriveOf, endSharesOf, shareNotificationWorker } from './shares.ts'
import { idleUploadsRoutine } from './upload/upload.queries.ts'
import { driveUploadRoutes } from './upload/upload.routes.ts'

type Needs = Pick<AppContext, 'db' | 'files' | 'logger'>

/** Hashes that are looked up together, and shares whose end is recorded in one transaction. */
const BATCH_SIZE = 500

/** The names of the chunks of uploads that may still continue. */
const piecesOf = async ({ db }: Needs, tenantId: string) => {
  const waiting = eq(driveUploads.state, 'WAITING')
  const rows = await db.as(tenantScope(tenantId)).select({ pieces: driveUploads.pieces }).from(driveUploads).where(waiting)
  return new Set(rows.flatMap(({ pieces }) => pieces.map(({ name }) => name)))
}

async function* findOldHashes({ files }: Needs, tenantId: string) {
  let hashes: string[] = []
  for await (const { hash, since } of files.list(tenantId)) {
    if (since.getTime() < Date.now() - DAY_MS) hashes.push(hash)
    if (hashes.length < BATCH_SIZE) continue
    yield hashes
    hashes = []
  }
  if (hashes.length > 0) yield hashes
}

const removeOrphans = async (needs: Needs, tenantId: string) => {
  await needs.files.clear(tenantId, await piecesOf(needs, tenantId))
  for await (const hashes of findOldHashes(needs, tenantId)) {
    const isInBatch = inArray(documents.hash, hashes)
    const rows = await needs.db.as(tenantScope(tenantId)).select({ hash: documents.hash }).from(documents).where(isInBatch)
    const referenced = new Set(rows.map(({ hash }) => hash))
    for (const hash of hashes.filter((each) => !referenced.has(each))) await removeUnusedBytes(needs, tenantId, hash)
  }
}

/** Removes bytes that were stored a day ago or earlier and that no document names, as a crash leaves them; tenant by tenant. */
const orphansRoutine = (needs: Needs) => ({
  name: 'drive.orphans',
  cron: '53 3 * * *',
  work: async () => {
    const all = await needs.db.as(tenantScope()).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(needs.logger, all, (id) => removeOrphans(needs, id))
  },
})

/** Records the end of expired shares for their owners, and has the pages of owners and readers read again and running downloads end. */
const recordExpired = async (tx: Tx, tenantId: string) => {
  const { uniqueId, itemId, endsAt, expiredAt } = driveShares
  const due = tx
    .select({ uniqueId })
    .from(driveShares)
    .where(and(lte(endsAt, sql`now()`), isNull(expiredAt)))
    .limit(BATCH_SIZE)
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

/** Records shares that have expired. Runs every 15 minutes, as a day ends at another hour in each time zone. The access itself has ended before. */
const expiredSharesRoutine = ({ db, logger }: Needs) => ({
  name: 'drive.expired',
  cron: '*/15 * * * *',
  work: async () => {
    await forEachTenant(logger, await currentTenants(db), async (id) => {
      while ((await db.write(tenantScope(id), (tx) => recordExpired(tx, id))) === BATCH_SIZE);
    })
  },
})

/** Folders and files of people, and their shares. */
export const driveFeature = (context: AppContext): Feature => ({
  tenantSwitch: 'DRIVE_ENABLED',
  routes: () => [driveRoutes(context), driveShareRoutes(context), driveUploadRoutes(context), driveDownloadRoutes(context)],
  workers: [shareNotificationWorker(context)],
  schedules: [idleUploadsRoutine(context), orphansRoutine(context), expiredSharesRoutine(context)],
  retention: [{ table: driveActivities, since: driveActivities.dateCreated, setting: 'KEEP_TIMELINE_DAYS' }],
  onAddressProved: claimShares,
  countWithUser: countDriveOf,
  onUserDeleted: endSharesOf,
  sweep: (tenantId) => sweepDrives(context, tenantId),
})
