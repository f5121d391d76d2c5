import { and, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { contacts } from '#crm/schema/contact.table'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { forEachTenant } from '#kit/jobs'
import { forgetEntries } from '#kit/record/audit'
import { currentTenants } from '#platform/tenant/tenant.queries'
import { reviewInvitations } from '#trust/schema/review.table'

interface Needs {
  db: Database
  /** Reaches every partition of one tenant. */
  maintenance: Database
  logger: Logger
}

/** What is being sent is left to whoever sends it. */
const isLate = and(
  inArray(reviewInvitations.state, ['QUEUED', 'SENT', 'UNCERTAIN']),
  sql`${reviewInvitations.expiresAt} <= now()`,
)

/** Ends the invitations whose time is up, every hour. */
export const expireInvitations = ({ db, maintenance, logger }: Needs) => ({
  name: 'review.expire',
  cron: '37 * * * *',
  work: async () => {
    await forEachTenant(logger, await currentTenants(db), async (id) => {
      await maintenance.write(tenantScope(id), (tx) =>
        tx
          .update(reviewInvitations)
          .set({ state: 'EXPIRED', updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
          .where(isLate),
      )
    })
  },
})

/**
 * Of a contact who is gone for good, an invitation that has ended keeps no more than the company, and the trail not whose it was. An answer keeps the name
 * that its review has. Who came by a short link need not be a contact: their address is kept, so that it answers once.
 */
export const forgetContacts = async (tx: Tx) => {
  const { uniqueId, state, emailAddress, linkId, tenantId, partitionId, contactId } = reviewInvitations
  const isThere = sql`select from ${contacts} where ${contacts.tenantId} = ${tenantId} and ${contacts.partitionId} = ${partitionId}
    and ${contacts.uniqueId} = ${contactId}`
  const company = sql`E'\n\n' || split_part(search_text, E'\n', 3) || E'\n\n\n'`
  const nobody = { firstName: '', lastName: '', title: '', number: null, emailAddress: '', firstKey: '', lastKey: '' }
  const isOver = inArray(state, ['FAILED', 'ANSWERED', 'EXPIRED'])
  const isForgotten = and(isOver, ne(emailAddress, ''), isNull(linkId), sql`not exists (${isThere})`)
  await forgetEntries(tx, sql`(select ${partitionId}, ${uniqueId} from ${reviewInvitations} where ${isForgotten})`)
  await tx
    .update(reviewInvitations)
    .set({ ...nobody, searchText: company, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(isForgotten)
}
