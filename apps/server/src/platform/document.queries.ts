import type { Files } from '@tradewind/byte-store/files'
import { eq, sql } from 'drizzle-orm'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isBackupRunning } from '#kit/database/backup/copy'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import type { WriteContext } from '#kit/http/context'
import { type Jobs, job } from '#kit/jobs'
import { documents } from '#platform/schema/document.table'

/** Removes bytes that no document of the tenant refers to any longer. */
export const bytesJob = job<{ tenantId: string; hash: string }>({ name: 'document.bytes', retries: 5, expires: 60 })

/** Locks these bytes for this transaction, for whoever stores or removes them. */
export const lockBytes = (tx: Tx, tenantId: string, bytes: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${bytes}`}, 3))`)

/** Removes bytes that no document of the tenant refers to, under the lock that storing them takes. */
export const endBytes = ({ db, files }: { db: Database; files: Files }, tenantId: string, bytes: string) =>
  db.write(tenantScope(tenantId), async (tx) => {
    await lockBytes(tx, tenantId, bytes)
    const [still] = await tx.select({ id: documents.uniqueId }).from(documents).where(eq(documents.hash, bytes)).limit(1)
    // While a backup runs they stay: the sweep of the next night removes them.
    if (!still && !(await isBackupRunning(tx))) await files.remove(tenantId, bytes)
  })

/** Stores a re-encoded logo under its owner's file name and returns its document's id. Call it last: nothing that may fail should follow. */
export const keepLogo = async (files: Files, { tx, scope, actor }: WriteContext, originalFileName: string, png: Buffer) => {
  const named = { purpose: 'LOGO', originalFileName, fileName: 'logo.png', mimeType: 'image/png' } as const
  const bytes = hash('sha256', png)
  await lockBytes(tx, scope.tenantId, bytes)
  const row = { ...named, size: png.length, hash: bytes, createdBy: actor.uniqueId || null }
  const [made] = await tx.insert(documents).values(row).returning({ uniqueId: documents.uniqueId })
  await files.keep(scope.tenantId, Readable.from([png]))
  return made!.uniqueId
}

/** The original file name of a picture, which identifies it in the audit trail. */
export const nameOfDocument = async (tx: Tx, uniqueId: string | null) => {
  if (!uniqueId) return null
  const named = tx.select({ name: documents.originalFileName }).from(documents)
  const [found] = await named.where(eq(documents.uniqueId, uniqueId))
  return found?.name ?? null
}

/** Deletes a document that nothing refers to any longer, and soon after its bytes, unless another document has the same. */
export const endDocument = async (jobs: Jobs, tx: Tx, tenantId: string, uniqueId: string) => {
  const [gone] = await tx.delete(documents).where(eq(documents.uniqueId, uniqueId)).returning({ hash: documents.hash })
  if (gone) await jobs.send(tx, bytesJob, { tenantId, hash: gone.hash })
}
