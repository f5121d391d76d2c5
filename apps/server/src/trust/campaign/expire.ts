import { and, inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, tenantScope } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { forEachTenant, type Routine } from '#kit/jobs'
import { currentTenants } from '#platform/tenant/tenant.queries'
import { reviewInvitations } from '#trust/schema/review.table'

interface Needs {
  db: Database
  /** Reaches every partition of one tenant. */
  maintenance: Database
  logger: Logger
}

/** What is being sent is left to whoever sends it. */
const isOver = and(
  inArray(reviewInvitations.state, ['QUEUED', 'SENT', 'UNCERTAIN']),
  sql`${reviewInvitations.expiresAt} <= now()`,
)

/** Ends the invitations whose time is up, every hour. */
export const expireInvitations = ({ db, maintenance, logger }: Needs): Routine => ({
  name: 'review.expire',
  cron: '37 * * * *',
  work: async () => {
    await forEachTenant(logger, await currentTenants(db), async (id) => {
      await maintenance.write(tenantScope(id), (tx) =>
        tx
          .update(reviewInvitations)
          .set({ state: 'EXPIRED', updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
          .where(isOver),
      )
    })
  },
})
