import type { Files } from '@tradewind/byte-store/files'
import { eq, sql } from 'drizzle-orm'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isBackupRunning } from '#kit/database/backup/copy'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import type { WriteContext } from '#kit/http/context'
import { job, type Jobs } from '#kit/jobs'
import { documents } from '#platform/schema/document.table'

/** Removes bytes that no document of the tenant refers to any longer. */
export const bytesJob = job<{ tenantId: string; hash: string }>({ name: 'document.bytes', retries: 5, expires: 60 })

/** Locks these bytes for this transaction, for whoever stores or removes them. */
export const lockBytes = (tx: Tx, tenantId: string, bytes: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${bytes}`}, 3))`)

/** Removes bytes that no document of the tenant refers to, under the lock that storing them takes. */
export const removeUnusedBytes = ({ db, files }: { db: Database; files: Files }, tenantId: string, bytes: string) =>
  db.write(tenantScope(tenantId), async (tx) => {
    await lockBytes(tx, tenantId, bytes)
    const [remaining] = await tx.select({ id: documents.uniqueId }).from(documents).where(eq(documents.hash, bytes)).limit(1)
    // While a backup runs they stay: the sweep of the next night removes them.
    if (!remaining && !(await isBackupRunning(tx))) await files.remove(tenantId, bytes)
  })

type LogoContext = Pick<WriteContext, 'tx'> & { scope: { tenantId: string }; actor: { uniqueId: string } }

/** Stores a re-encoded logo under its owner's file name and returns its document's id. Call it last: nothing that may fail should follow. */
export const storeLogo = async (
  files: Pick<Files, 'store'>,
  { tx, scope, actor }: LogoContext,
  originalFileName: string,
  png: Buffer,
) => {
  const fields = { purpose: 'LOGO', originalFileName, fileName: 'logo.png', mimeType: 'image/png' } as const
  const bytes = hash('sha256', png)
  await lockBytes(tx, scope.tenantId, bytes)
  const row = { ...fields, size: png.length, hash: bytes, createdBy: actor.uniqueId || null }
  const [document] = await tx.insert(documents).values(row).returning({ uniqueId: documents.uniqueId })
  await files.store(scope.tenantId, Readable.from([png]))
  return document!.uniqueId
}

/** The original file name of a picture, which identifies it in the audit trail. */
export const nameOfDocument = async (tx: Tx, uniqueId: string | null) => {
  if (!uniqueId) return null
  const query = tx.select({ name: documents.originalFileName }).from(documents)
  const [found] = await query.where(eq(documents.uniqueId, uniqueId))
  return found?.name ?? null
}

/** Deletes a document that nothing refers to any longer, and soon after its bytes, unless another document has the same. */
export const deleteDocument = async (jobs: Jobs, tx: Tx, tenantId: string, uniqueId: string) => {
  const [deleted] = await tx.delete(documents).where(eq(documents.uniqueId, uniqueId)).returning({ hash: documents.hash })
  if (deleted) await jobs.send(tx, bytesJob, { tenantId, hash: deleted.hash })
}
