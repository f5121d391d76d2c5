import { inArray, lt } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { trashDeadline } from '#kit/database/table'
import type { Jobs } from '#kit/jobs'
import { contentPictures, contents } from '#site/schema/content.table'
import { endPictures } from './pictures.ts'

/** Pieces of content that one transaction removes. */
const BATCH = 100

const removeSome = async (jobs: Jobs, tx: Tx, tenantId: string) => {
  const found = await tx
    .select({ id: contents.uniqueId })
    .from(contents)
    .where(lt(contents.deletedAt, trashDeadline))
    .limit(BATCH)
    .for('update')
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  const pictures = await tx.select().from(contentPictures).where(inArray(contentPictures.contentId, ids))
  await endPictures(jobs, tx, tenantId, pictures)
  await tx.delete(contents).where(inArray(contents.uniqueId, ids))
  return ids.length
}

/** Removes what was deleted 30 days ago for good: with its pictures and its addresses, which are free again. */
export const sweepContent = async ({ db, jobs }: { db: Database; jobs: Jobs }, tenantId: string) => {
  const some = () => db.write(tenantScope(tenantId), (tx) => removeSome(jobs, tx, tenantId))
  while ((await some()) === BATCH);
}
