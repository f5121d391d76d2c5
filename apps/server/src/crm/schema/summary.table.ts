import { summaryPolicy } from '@tradewind/contract/crm/policies'
import type { summaryApi } from '@tradewind/contract/crm/summary.contract'
import { summaryFields } from '@tradewind/contract/crm/summary.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { and, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { date, index, text, uuid } from 'drizzle-orm/pg-core'
import { searchContains } from '#kit/database/list'
import { anyOf } from '#kit/database/scoped'
import { linkTable, notDeleted, partitionTable, scopedForeignKey } from '#kit/database/table'
import { idInQueries } from '#kit/database/total'
import { entity, type rowFilter } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'
import { companies, joinVisibleProject } from './company.table.ts'
import { attendees, meetingReportEntity, meetingReports, reportsAttendedBy } from './meetingReport.table.ts'
import { projects, projectShares } from './project.table.ts'

/** The number of characters of a summary's text that are searched. */
const MAX_SEARCHED = 10_000

export const summaries = partitionTable(
  'summary',
  {
    /** Sanitised markup, and its plain text. */
    text: text().notNull(),
    plainText: text().notNull(),
    meetingReportId: uuid().notNull(),
    /** The report's, updated with the report. */
    meetingDate: date({ mode: 'string' }).notNull(),
    companyId: uuid().notNull(),
    companyName: text().notNull(),
    country: text().notNull().default(''),
  },
  (t) => [
    scopedForeignKey('summary_report', t, t.meetingReportId, meetingReports),
    scopedForeignKey('summary_company', t, t.companyId, companies),
    index('summary_of_report').on(t.tenantId, t.partitionId, t.meetingReportId, t.dateCreated, t.uniqueId),
    index('summary_of_company').on(t.tenantId, t.partitionId, t.companyId, t.dateCreated, t.uniqueId),
    // The filter of own and shared summaries is one set of ids, found without reading the rows.
    index('summary_own').on(t.tenantId, t.partitionId, t.createdBy, t.uniqueId).where(notDeleted),
    index('summary_in_countries').on(t.tenantId, t.partitionId, t.country).where(notDeleted),
    index('summary_by_date').on(t.tenantId, t.partitionId, t.meetingDate, t.uniqueId).where(notDeleted),
  ],
)

/** The users with whom summaries are shared individually. */
export const summaryShares = linkTable('summary_share', { summaryId: uuid().notNull(), userId: uuid().notNull() }, (t) => [
  scopedForeignKey('summary_share_summary', t, t.summaryId, summaries).onDelete('cascade'),
  scopedForeignKey('summary_share_user', t, t.userId, users).onDelete('cascade'),
  index('summary_share_of_user').on(t.tenantId, t.partitionId, t.userId, t.summaryId),
])

/** The projects with which summaries are shared: everybody with whom such a project is shared sees the summary. */
export const summaryProjects = linkTable('summary_project', { summaryId: uuid().notNull(), projectId: uuid().notNull() }, (t) => [
  scopedForeignKey('summary_project_summary', t, t.summaryId, summaries).onDelete('cascade'),
  scopedForeignKey('summary_project_project', t, t.projectId, projects).onDelete('cascade'),
  index('summary_project_of_project').on(t.tenantId, t.partitionId, t.projectId, t.summaryId),
])

/** The users who were mailed about a summary, and when last: `updatedAt`. */
export const summaryMails = linkTable('summary_mail', { summaryId: uuid().notNull(), userId: uuid().notNull() }, (t) => [
  scopedForeignKey('summary_mail_summary', t, t.summaryId, summaries).onDelete('cascade'),
  scopedForeignKey('summary_mail_user', t, t.userId, users).onDelete('cascade'),
])

/** The summaries that are shared with a user, individually or by a project that is not deleted and shared with them. */
const sharedSummaryIds = (userId: string): SQL[] => [
  sql`select ${summaryShares.summaryId} from ${summaryShares} where ${summaryShares.userId} = ${userId}`,
  sql`select ${summaryProjects.summaryId} from ${summaryProjects}
    join ${projectShares} on ${projectShares.projectId} = ${summaryProjects.projectId} and ${projectShares.userId} = ${userId}
    join ${projects} on ${projects.uniqueId} = ${summaryProjects.projectId} and ${projects.deletedAt} is null`,
]

/** The condition for summaries that are shared with a user. */
export const isSharedWith = (userId: string) => idInQueries(summaries, sharedSummaryIds(userId))

/** The same without the user's own summaries, as one set of ids: a condition on the creator next to it would make PostgreSQL compare rows with ids one by one. */
export const isSharedByOthers = (userId: string) =>
  idInQueries(summaries, [
    sql`select id from (${sql.join(sharedSummaryIds(userId), sql` union all `)}
      except select ${summaries.uniqueId} from ${summaries} where ${summaries.createdBy} = ${userId} and ${summaries.deletedAt} is null) given (id)`,
  ])

/** The query of a list, with the row filter of projects that the actor may see. */
export interface SummaryListQuery {
  projectReach?: ReturnType<typeof rowFilter>
}

/** Shared with a project that meets the condition, is not deleted, and is visible to the actor. */
const inProject = (condition: SQL | undefined, { projectReach = 'all' }: SummaryListQuery): SQL => {
  const projectCondition = and(isNull(projects.deletedAt), condition, projectReach === 'all' ? undefined : projectReach)
  return idInQueries(summaries, [
    sql`select ${summaryProjects.summaryId} from ${summaryProjects}
      join ${projects} on ${projects.uniqueId} = ${summaryProjects.projectId} where ${projectCondition}`,
  ])
}

export const summaryEntity = entity<typeof summaries, typeof summaryApi, typeof summaryFields>({
  name: 'summary',
  table: summaries,
  fields: summaryFields,
  policy: summaryPolicy,
  title: 'companyName',
  onTimeline: true,
  search: { sort: '-dateCreated', detail: ({ plainText }) => plainText, isText: true },
  subjects: ({ companyId }) => [companyId],
  shownOn: (ids) => sql`select ${attendees.contactId} as id from ${attendees}
      join ${summaries} on ${summaries.meetingReportId} = ${attendees.meetingReportId} where ${summaries.uniqueId} = ${anyOf(ids)}
    union select ${summaryProjects.projectId} from ${summaryProjects} where ${summaryProjects.summaryId} = ${anyOf(ids)}`,
  parents: [{ of: meetingReportEntity, column: 'meetingReportId', called: phrase('report') }],
  copies: [
    {
      of: meetingReportEntity,
      column: 'meetingReportId',
      fields: { meetingDate: 'date', companyId: 'companyId', companyName: 'companyName', country: 'country' },
    },
  ],
  searchLines: ({ plainText, companyName }) => ({ company: companyName, 2: plainText.slice(0, MAX_SEARCHED) }),
  sorts: { meetingDate: summaries.meetingDate },
  filters: {
    companyUid: (companyId) => eq(summaries.companyId, companyId),
    meetingReportUID: (reportId) => eq(summaries.meetingReportId, reportId),
    contactId: (contactId) => inArray(summaries.meetingReportId, reportsAttendedBy(contactId)),
    dateFrom: (day) => gte(summaries.meetingDate, day),
    dateTo: (day) => lte(summaries.meetingDate, day),
    project: (needle, query) => inProject(searchContains(projects, needle, 1), query),
    projectUid: (projectId, query) => inProject(eq(projects.uniqueId, projectId), query),
  },
  conditions: {
    company: summaries.companyName,
    sharedWith: {
      linked: (one) => sql`select ${summaryShares.summaryId} from ${summaryShares} where ${one(sql`${summaryShares.userId}`)}`,
    },
    sharedWithProjects: {
      linked: (one, { actor }) => sql`select given.summary_id from ${summaryProjects} given
        ${joinVisibleProject(sql`given.project_id`, actor)} where ${one(sql`given.project_id`)}`,
    },
    readers: {
      linked: (
        one,
        { actor },
      ) => sql`select ${summaryShares.summaryId} from ${summaryShares} where ${one(sql`${summaryShares.userId}`)}
        union all select given.summary_id from ${summaryProjects} given join ${projectShares} reader on reader.project_id = given.project_id
        ${joinVisibleProject(sql`given.project_id`, actor)} where ${one(sql`reader.user_id`)}`,
    },
  },
  policyFields: { sharedWith: (userId) => ({ ids: sharedSummaryIds(String(userId)) }) },
})
