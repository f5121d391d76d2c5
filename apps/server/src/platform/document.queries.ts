import type { Files } from '@tradewind/byte-store/files'
import { eq, sql } from 'drizzle-orm'
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isBackupRunning } from '#kit/database/backup/copy'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import type { WriteContext } from '#kit/http/context'
import { type Jobs, job } from '#kit/jobs'
import { documents } from '#platform/schema/document.table'

/** Removes the bytes that no document of the tenant has any more. */
export const bytesJob = job<{ tenantId: string; hash: string }>({ name: 'document.bytes', retries: 5, expires: 60 })

/** Whoever keeps these bytes, or removes them, waits for whoever does so just now. */
export const lockBytes = (tx: Tx, tenantId: string, bytes: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${bytes}`}, 3))`)

/** Removes bytes that no document of the tenant has, while nobody keeps the same. */
export const endBytes = ({ db, files }: { db: Database; files: Files }, tenantId: string, bytes: string) =>
  db.write(tenantScope(tenantId), async (tx) => {
    await lockBytes(tx, tenantId, bytes)
    const [still] = await tx.select({ id: documents.uniqueId }).from(documents).where(eq(documents.hash, bytes)).limit(1)
    // While a backup is made they stay: the sweep of the next night removes them.
    if (!still && !(await isBackupRunning(tx))) await files.remove(tenantId, bytes)
  })

/** Keeps a logo that was made again, under the name that its owner gave it, and gives its document's id. Nothing that may fail should follow. */
export const keepLogo = async (files: Files, { tx, scope, actor }: WriteContext, originalFileName: string, png: Buffer) => {
  const named = { purpose: 'LOGO', originalFileName, fileName: 'logo.png', mimeType: 'image/png' } as const
  const bytes = hash('sha256', png)
  await lockBytes(tx, scope.tenantId, bytes)
  const row = { ...named, size: png.length, hash: bytes, createdBy: actor.uniqueId || null }
  const [made] = await tx.insert(documents).values(row).returning({ uniqueId: documents.uniqueId })
  await files.keep(scope.tenantId, Readable.from([png]))
  return made!.uniqueId
}

/** What its owner called a picture: the trail says by it which one came or went. */
export const nameOfDocument = async (tx: Tx, uniqueId: string | null) => {
  if (!uniqueId) return null
  const named = tx.select({ name: documents.originalFileName }).from(documents)
  const [found] = await named.where(eq(documents.uniqueId, uniqueId))
  return found?.name ?? null
}

/** Removes a document that nothing refers to any more, and soon after its bytes, where no other has the same. */
export const endDocument = async (jobs: Jobs, tx: Tx, tenantId: string, uniqueId: string) => {
  const [gone] = await tx.delete(documents).where(eq(documents.uniqueId, uniqueId)).returning({ hash: documents.hash })
  if (gone) await jobs.send(tx, bytesJob, { tenantId, hash: gone.hash })
}
