import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { DRIVE_ITEM, driveItemPath } from '@tradewind/contract/drive/item.constants'
import { can } from '@tradewind/contract/kit/policy'
import { and, desc, eq, gt, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { driveItems } from '#drive/schema/drive.table'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { anyOf } from '#kit/database/scoped'
import { trashDeadline } from '#kit/database/table'
import type { ReadContext, RequestContext } from '#kit/http/context'
import { assertSwitchedOn } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { bytesJob } from '#platform/document.queries'
import { documents } from '#platform/schema/document.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { findBest } from './drive.lists.ts'

/** Items that one statement deletes. */
const BATCH = 2_000

/**
 * Permanently deletes a batch of the items that match a condition, the deepest first: with their shares, their documents, and soon after the
 * bytes that no other document has. Descendants that were deleted earlier stay in the trash without a folder. Returns how many were deleted.
 */
const deleteBatch = async (tx: Tx, jobs: Jobs, tenantId: string, condition: SQL | undefined) => {
  const { uniqueId, parentId, ancestors, documentId } = driveItems
  const found = await tx
    .select({ id: uniqueId })
    .from(driveItems)
    .where(condition)
    .orderBy(desc(sql`cardinality(${ancestors})`))
    .limit(BATCH)
    .for('update')
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx
    .update(driveItems)
    .set({ parentId: null })
    .where(and(sql`${parentId} = ${anyOf(ids)}`, sql`${uniqueId} <> all(${sql.param(ids)}::uuid[])`))
  const deletedRows = await tx
    .delete(driveItems)
    .where(sql`${uniqueId} = ${anyOf(ids)}`)
    .returning({ documentId })
  const files = deletedRows.flatMap((item) => item.documentId ?? [])
  const bytes = await tx
    .delete(documents)
    .where(sql`${documents.uniqueId} = ${anyOf(files)}`)
    .returning({ hash: documents.hash })
  const hashes = new Set(bytes.map(({ hash }) => hash))
  await jobs.sendAll(
    tx,
    bytesJob,
    [...hashes].map((hash) => ({ tenantId, hash })),
  )
  return ids.length
}

/** Permanently deletes all items that match a condition, in one transaction. */
export const deleteItems = async (tx: Tx, jobs: Jobs, tenantId: string, condition: SQL | undefined) => {
  while ((await deleteBatch(tx, jobs, tenantId, condition)) === BATCH);
}

interface Needs {
  db: Database
  jobs: Jobs
}

const deleteInBatches = async ({ db, jobs }: Needs, tenantId: string, condition: SQL | undefined) => {
  const some = () => db.write(tenantScope(tenantId), (tx) => deleteBatch(tx, jobs, tenantId, condition))
  while ((await some()) === BATCH);
}

/** Permanently deletes from the trash of a tenant what was deleted 30 days ago. */
export const sweepDrives = (needs: Needs, tenantId: string) =>
  deleteInBatches(needs, tenantId, lt(driveItems.deletedAt, trashDeadline))

/** Permanently deletes the whole drives of users, deleted items included. */
export const removeDrives = (needs: Needs, tenantId: string, owners: SQL) =>
  deleteInBatches(needs, tenantId, inArray(driveItems.ownerId, owners))

/** What a search finds in the actor's own drive and in what is shared with them: the best matches first, otherwise by name. */
export const findInDrive = (size: number) => async (q: string, context: ReadContext) => {
  if (!can(context.actor, drivePolicy.see)) return []
  const { rows, total, estimated, best } = await findBest(q, size, context)
  if (total === 0) return []
  const hits = rows.map((item) => {
    const isOwn = item.ownerId === context.actor.uniqueId
    const { userCompanyName, fullName } = item.createdByUser
    const detail = isOwn ? '' : (userCompanyName ?? fullName)
    return { uniqueId: item.uniqueId, title: item.name, detail, path: driveItemPath(item, isOwn ? undefined : item.ownerId) }
  })
  return [{ kind: DRIVE_ITEM, total, totalEstimated: estimated, hits, best }]
}

const { uniqueId, ownerId, deletedAt, deletedWith } = driveItems

/** What the actor deleted in the last 30 days: the items that were deleted directly, without those that were deleted with them. */
export const trashedBy = ({ actor }: Pick<RequestContext, 'actor'>) =>
  and(eq(ownerId, actor.uniqueId), eq(deletedWith, uniqueId), isNotNull(deletedAt), gt(deletedAt, trashDeadline))

/** Whether the actor has a drive and the tenant has drives switched on. `isRequired`: throws 403 if they are switched off. */
export const hasDriveTrash = async (
  settings: TenantSettings,
  { actor, scope }: Pick<RequestContext, 'actor' | 'scope'>,
  isRequired: boolean,
) => {
  if (!can(actor, drivePolicy.keep)) return false
  if (isRequired) await assertSwitchedOn(settings, 'DRIVE_ENABLED', scope.tenantId)
  return (await settings.of(scope.tenantId)).DRIVE_ENABLED
}
