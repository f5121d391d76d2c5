import { and, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { type Database, nowhere, tenantScope, type Tx } from '#kit/database/database'
import { nextUpdatedAt, trashDeadline } from '#kit/database/table'
import { firstReplies } from '#kit/http/idempotency'
import { forEachTenant, type Jobs, type Routine } from '#kit/jobs'
import { imports } from '#kit/upload/upload.table'
import { assessments, auditQuestions } from '#site/schema/assessment.table'
import { pageViews } from '#site/schema/analytics.table'
import { companies } from '#crm/schema/company.table'
import { contacts } from '#crm/schema/contact.table'
import { sweepContent } from '#site/content/content.queries'
import { sweepDrives } from '#drive/tree/drive.queries'
import { events } from '#crm/schema/event.table'
import { attempts, knownNetworks, linkTokens, sessions } from '#platform/schema/identity.table'
import { leads } from '#site/schema/lead.table'
import { notifications } from '#platform/schema/notification.table'
import { meetingReports } from '#crm/schema/meetingReport.table'
import { nextSteps } from '#crm/schema/nextSteps.table'
import { projectCompanies, projects } from '#crm/schema/project.table'
import { reviewAnswers, reviewInvitations } from '#trust/schema/review.table'
import { reviewQuestions } from '#trust/schema/reviewQuestion.table'
import { summaries } from '#crm/schema/summary.table'
import { tenants } from '#platform/schema/tenant.table'
import { users } from '#platform/schema/user.table'
import { purgeUsers } from './purge.ts'

const trashed = sql`deleted_at < ${trashDeadline}`

/** By the link of a survey its answer is found: as long as its owner lives. */
const leadsToAnswer = sql`purpose = 'SURVEY' and user_id in (select ${users.uniqueId} from ${users} where ${users.deletedAt} is null)`

/** The way to a result that is there no more. */
const leadsNowhere = sql`purpose = 'RESULT' and subject not in (select ${assessments.uniqueId}::text from ${assessments})`

/** What is kept no longer, and from when on. Children stand before the records that they point at. */
const stale: readonly [PgTable, SQL][] = [
  [assessments, trashed],
  [leads, trashed],
  [nextSteps, trashed],
  [summaries, trashed],
  [projectCompanies, trashed],
  [meetingReports, trashed],
  [contacts, trashed],
  [projects, trashed],
  [companies, trashed],
  [events, trashed],
  [reviewQuestions, trashed],
  [auditQuestions, trashed],
  [reviewAnswers, trashed],
  [imports, sql`created_at < now() - interval '30 days'`],
  [firstReplies, sql`created_at < now() - interval '24 hours'`],
  [notifications, sql`created_at < now() - interval '90 days'`],
  [pageViews, sql`day < current_date - interval '2 years'`],
  [knownNetworks, sql`last_used < now() - interval '90 days'`],
  [attempts, sql`created_at < now() - interval '1 day'`],
  [linkTokens, sql`expires_at < now() - interval '7 days' and not (${leadsToAnswer})`],
  [linkTokens, leadsNowhere],
  [sessions, sql`ends_at < now() or last_seen < now() - interval '14 days'`],
]

const goneOf = (table: typeof companies | typeof contacts) =>
  sql`(select ${table.uniqueId} from ${table} where ${table.deletedAt} < ${trashDeadline})`

/** A main contact that is purged is none. */
const leaveContacts = (tx: Tx) => {
  const going = sql`${projectCompanies.mainContactId} in ${goneOf(contacts)}`
  return tx.update(projectCompanies).set({ mainContactId: null }).where(going)
}

/** A lead whose company or contact is purged was turned into none. */
const leaveLeads = async (tx: Tx) => {
  await tx
    .update(leads)
    .set({ contactId: null })
    .where(sql`${leads.contactId} in ${goneOf(contacts)}`)
  await tx
    .update(leads)
    .set({ companyId: null })
    .where(sql`${leads.companyId} in ${goneOf(companies)}`)
}

/** Of a contact who is gone for good, an invitation that has ended keeps no more than the company. An answer keeps the name that its review has. */
const forgetContacts = (tx: Tx) => {
  const { state, emailAddress, tenantId, partitionId, contactId } = reviewInvitations
  const isThere = sql`select from ${contacts} where ${contacts.tenantId} = ${tenantId} and ${contacts.partitionId} = ${partitionId}
    and ${contacts.uniqueId} = ${contactId}`
  const company = sql`E'\n\n' || split_part(search_text, E'\n', 3) || E'\n\n\n'`
  const nobody = { firstName: '', lastName: '', title: '', number: null, emailAddress: '', firstKey: '', lastKey: '' }
  return tx
    .update(reviewInvitations)
    .set({ ...nobody, searchText: company, updatedAt: nextUpdatedAt(reviewInvitations.updatedAt) })
    .where(and(inArray(state, ['FAILED', 'ANSWERED', 'EXPIRED']), ne(emailAddress, ''), sql`not exists (${isThere})`))
}

interface Needs {
  db: Database
  maintenance: Database
  jobs: Jobs
  logger: Logger
}

/** Empties the trash and removes what has expired, tenant by tenant. `maintenance` reaches every partition of one tenant. */
export const sweep = (needs: Needs): Routine => ({
  name: 'house.sweep',
  cron: '17 * * * *',
  work: async () => {
    const all = await needs.db.as(tenantScope(nowhere)).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(needs.logger, all, async (id) => {
      await needs.maintenance.write(tenantScope(id), async (tx) => {
        await leaveContacts(tx)
        await leaveLeads(tx)
        for (const [table, condition] of stale) await tx.delete(table).where(condition)
        await forgetContacts(tx)
      })
      await sweepDrives(needs, id)
      await sweepContent(needs, id)
      await purgeUsers(needs, id)
    })
  },
})
