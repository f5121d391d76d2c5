import { eq } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { type Jobs, job, worker } from '#kit/jobs'
import { picturesIn } from '#site/schema/content.pictures'
import { type Content, contents } from '#site/schema/content.table'
import { endPictures, picturesOf } from './pictures.ts'

/** Ends the pictures that a text shows no more. */
export const unusedJob = job<{ tenantId: string; contentId: string }>({ name: 'content.pictures', retries: 5, expires: 60 })

/** Seconds for which they stay: whoever wrote at the same time, or takes a change back, still has them. */
const A_DAY = 24 * 60 * 60

/** Has those pictures ended in a day that a change took out of a text, unless they stand in it again by then. */
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
