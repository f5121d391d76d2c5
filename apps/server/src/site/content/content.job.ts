import { and, eq, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { job, type Jobs, worker } from '#kit/jobs'
import { notifyNodes } from '#kit/notifyNodes'
import { picturesIn } from '#site/schema/content.pictures'
import { type Content, contents } from '#site/schema/content.table'
import { endPictures, picturesOf } from './pictures.ts'

/** Ends the pictures that a text shows no more. */
const unusedJob = job<{ tenantId: string; contentId: string }>({ name: 'content.pictures', retries: 5, expires: 60 })

/** Seconds for which they stay: whoever wrote at the same time, or takes a change back, still has them. */
const A_DAY = 24 * 60 * 60

/** Has those pictures ended in a day that a change took out of a text, unless they are in it again by then. */
export const letGo = async (jobs: Jobs, tx: Tx, tenantId: string, before: Content, { uniqueId, content }: Content) => {
  const shown = new Set(picturesIn(content))
  const isOneGone = picturesIn(before.content).some((id) => !shown.has(id))
  if (isOneGone) await jobs.send(tx, unusedJob, { tenantId, contentId: uniqueId }, { after: A_DAY })
}

export const unusedWorker = ({ db, jobs }: { db: Database; jobs: Jobs }) =>
  worker(unusedJob, ({ tenantId, contentId }) =>
    db.write(tenantScope(tenantId), async (tx) => {
      const [text] = await tx.select().from(contents).where(eq(contents.uniqueId, contentId)).for('update')
      if (!text) return
      const shown = new Set(picturesIn(text.content))
      const unused = (await picturesOf(tx, contentId)).filter(({ uniqueId }) => !shown.has(uniqueId))
      await endPictures(jobs, tx, tenantId, unused)
    }),
  )

/** Says when the time of a piece of content has come. */
const publishJob = job<{ tenantId: string; contentId: string }>({ name: 'content.publish', retries: 5, expires: 60 })

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
