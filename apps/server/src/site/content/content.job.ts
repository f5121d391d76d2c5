import { and, eq, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { type Jobs, job, worker } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { contents } from '#site/schema/content.table'

/** Says when the time of a piece of content has come. */
export const publishJob = job<{ tenantId: string; contentId: string }>({ name: 'content.publish', retries: 5, expires: 60 })

/** Whole seconds until a published piece is shown, by the clock that shows it, 60 years at most. 0 where it is shown already, or is none. */
const secondsUntil = async (tx: Tx, contentId: string) => {
  const seconds = sql<number>`least(ceil(extract(epoch from ${contents.shownFrom} - now())), 1.9e9)::int`
  const isComing = and(eq(contents.uniqueId, contentId), eq(contents.status, 'PUBLISHED'), sql`${contents.shownFrom} > now()`)
  const [found] = await tx.select({ seconds }).from(contents).where(isComing)
  return found?.seconds ?? 0
}

/** Has every node told, at the moment from which a piece of content is shown, that pages without it are old. */
export const announce = async (jobs: Jobs, tx: Tx, tenantId: string, contentId: string) => {
  const after = await secondsUntil(tx, contentId)
  if (after > 0) await jobs.send(tx, publishJob, { tenantId, contentId }, { after })
}

export const publishWorker = ({ db }: { db: Database }) =>
  worker(publishJob, ({ tenantId, contentId }) =>
    db.write(tenantScope(tenantId), (tx) => notifyNodes(tx, { topic: 'content', tenantId, id: contentId })),
  )
