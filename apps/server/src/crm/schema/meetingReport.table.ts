import { type CountryCode, countryName } from '@tradewind/contract/countries'
import type { meetingReportApi } from '@tradewind/contract/crm/meetingReport.contract'
import { meetingReportFields, meetingTypes } from '@tradewind/contract/crm/meetingReport.fields'
import { meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { eq, gte, inArray, lte, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { date, foreignKey, index, pgEnum, text, uuid } from 'drizzle-orm/pg-core'
import { customColumns, customValues } from '#kit/custom/definitions'
import type { Tx } from '#kit/database/database'
import { fold } from '#kit/database/list'
import { anyOf } from '#kit/database/scoped'
import { linkTable, notDeleted, partitionTable, scopedForeignKey } from '#kit/database/table'
import { formatDay } from '#kit/days'
import { notifyOfRecalculated } from '#kit/record/activity'
import { entity } from '#kit/record/entity'
import { tenantSettings } from '#platform/schema/tenant.table'
import { companies, companyEntity, joinVisibleProject } from './company.table.ts'
import { contacts } from './contact.table.ts'
import { remainingIds } from './merge.table.ts'
import { projectCompanies, projectCompanyEntity, projectsWith } from './project.table.ts'

export const meetingType = pgEnum('meeting_type', meetingTypes)

export const meetingReports = partitionTable(
  'meeting_report',
  {
    ...customColumns(),
    /** The day of the meeting. */
    date: date({ mode: 'string' }).notNull(),
    companyId: uuid().notNull(),
    /** The company's: kept in sync by the foreign key. */
    country: text().notNull(),
    /** The company's: updated with the company's name. */
    companyName: text().notNull(),
    eventType: meetingType().notNull(),
    /** Folded, for sorting. */
    companyKey: text().notNull().default(''),
    countryKey: text().notNull().default(''),
  },
  (t) => [
    foreignKey({
      name: 'meeting_report_company',
      columns: [t.tenantId, t.partitionId, t.companyId, t.country],
      foreignColumns: [companies.tenantId, companies.partitionId, companies.uniqueId, companies.country],
    }), // checked at commit: the copies of the company's columns are updated before that
    index('meeting_report_of_company').on(t.tenantId, t.partitionId, t.companyId, t.date, t.uniqueId),
    index('meeting_report_by_date').on(t.tenantId, t.partitionId, t.date, t.uniqueId).where(notDeleted),
    index('meeting_report_by_company').on(t.tenantId, t.partitionId, t.companyKey, t.uniqueId).where(notDeleted),
    index('meeting_report_by_country').on(t.tenantId, t.partitionId, t.countryKey, t.uniqueId).where(notDeleted),
    index('meeting_report_in_countries').on(t.tenantId, t.partitionId, t.country, t.dateCreated, t.uniqueId).where(notDeleted),
    index('meeting_report_by_type').on(t.tenantId, t.partitionId, t.eventType, t.uniqueId).where(notDeleted),
    // All columns by which the dashboard counts.
    index('meeting_report_counted')
      .on(t.tenantId, t.partitionId, t.dateCreated, t.createdBy, t.companyId, t.country)
      .where(notDeleted),
  ],
)

/** The attendees of meetings. */
export const attendees = linkTable(
  'meeting_report_attendee',
  { meetingReportId: uuid().notNull(), contactId: uuid().notNull() },
  (t) => [
    scopedForeignKey('attendee_report', t, t.meetingReportId, meetingReports).onDelete('cascade'),
    scopedForeignKey('attendee_contact', t, t.contactId, contacts).onDelete('cascade'),
    index('attendee_of_contact').on(t.tenantId, t.partitionId, t.contactId),
  ],
)

/** The ids of the reports of meetings that a contact attended, as a subquery. */
export const reportsAttendedBy = (contactId: string) =>
  sql`(select ${attendees.meetingReportId} from ${attendees} where ${attendees.contactId} = ${contactId})`

/** Today in the time zone of the tenant. */
export const today = (now = sql`now()`) => sql`(${now} at time zone coalesce(
  (select nullif(${tenantSettings.value} #>> '{}', '') from ${tenantSettings} where ${tenantSettings.key} = 'TIME_ZONE'), 'UTC'))::date`

const reportDayWhere = (day: SQL, condition: SQL, companyId: SQLWrapper | string) =>
  sql`(select ${day} from ${meetingReports} where ${meetingReports.companyId} = ${companyId}
    and ${meetingReports.deletedAt} is null and ${meetingReports.date} ${condition})`

/** The day of a company's newest report up to today. */
const lastReportDay = (companyId: SQLWrapper | string, now?: SQL) =>
  reportDayWhere(sql`max(${meetingReports.date})`, sql`<= ${today(now)}`, companyId)
/** The day of its nearest report ahead. */
const nextReportDay = (companyId: SQLWrapper | string, now?: SQL) =>
  reportDayWhere(sql`min(${meetingReports.date})`, sql`> ${today(now)}`, companyId)

/** The days of a company's newest report up to today and of its nearest one ahead. */
export const reportDaysOf = async (tx: Tx, companyId: string) => {
  const days = sql`select ${lastReportDay(companyId)}::text as last, ${nextReportDay(companyId)}::text as next`
  const { rows } = await tx.execute<{ last: string | null; next: string | null }>(days)
  return rows[0]!
}

/** Recalculates the days of contact of these companies in projects from the reports, where they were not set by hand. */
export const recalculateContactDays = async (tx: Tx, condition: SQL | undefined) => {
  const { companyId, isLastContactGiven, lastContact, isNextContactGiven, nextContact } = projectCompanies
  const now = sql`${new Date().toISOString()}::timestamptz` // on a cluster, CASE in an UPDATE must not call now()
  const recalculatedDays = {
    lastContact: sql`case when ${isLastContactGiven} then ${lastContact} else ${lastReportDay(companyId, now)} end`,
    nextContact: sql`case when ${isNextContactGiven} then ${nextContact} else ${nextReportDay(companyId, now)} end`,
    reportAhead: nextReportDay(companyId, now),
  }
  const { uniqueId, tenantId, partitionId, projectId } = projectCompanies
  const ids = { uniqueId, tenantId, partitionId, projectId, companyId }
  notifyOfRecalculated(
    tx,
    projectCompanyEntity,
    await tx.update(projectCompanies).set(recalculatedDays).where(condition).returning(ids),
  )
}

/** Recalculates the days of contact of these companies in all projects. */
export const recalculateForCompanies = (tx: Tx, companyIds: readonly string[]) =>
  recalculateContactDays(tx, inArray(projectCompanies.companyId, [...companyIds]))

export const meetingReportCustom = customValues('meeting_report_custom', meetingReports)

export const meetingReportEntity = entity<typeof meetingReports, typeof meetingReportApi, typeof meetingReportFields>({
  name: 'meetingReport',
  table: meetingReports,
  fields: meetingReportFields,
  custom: meetingReportCustom,
  policy: meetingReportPolicy,
  title: 'companyName',
  onTimeline: true,
  search: { sort: '-date', titleSorts: ['company'], detail: ({ date: day }) => formatDay(day) },
  subjects: ({ companyId }) => [companyId],
  shownOn: (ids) => sql`select ${attendees.contactId} as id from ${attendees} where ${attendees.meetingReportId} = ${anyOf(ids)}
    union ${projectsWith(sql`select ${meetingReports.companyId} from ${meetingReports} where ${meetingReports.uniqueId} = ${anyOf(ids)}`)}`,
  followed: (tx, reports) =>
    recalculateForCompanies(
      tx,
      reports.map(({ companyId }) => companyId),
    ),
  parents: [{ of: companyEntity, column: 'companyId', called: phrase('company') }],
  copies: [{ of: companyEntity, column: 'companyId', fields: { companyName: 'legalName', country: 'country' } }],
  searchLines: ({ companyName }) => ({ companyUID: companyName }),
  computedColumns: ({ companyName, country }) => ({
    companyKey: fold(companyName).slice(0, 200),
    countryKey: fold(countryName(country as CountryCode)),
  }),
  sorts: {
    date: meetingReports.date,
    company: meetingReports.companyKey,
    country: meetingReports.countryKey,
    eventType: meetingReports.eventType,
  },
  filters: {
    dateFrom: (day) => gte(meetingReports.date, day),
    dateTo: (day) => lte(meetingReports.date, day),
    companyUID: (companyId) => eq(meetingReports.companyId, companyId),
    contactId: (contactId) => inArray(meetingReports.uniqueId, reportsAttendedBy(contactId)),
  },
  conditions: {
    company: meetingReports.companyName,
    // A saved condition may name a contact who was merged since.
    attendees: {
      linked: (one) => sql`select ${attendees.meetingReportId} from ${attendees} where ${one(sql`${attendees.contactId}`)}
        union all select ${attendees.meetingReportId} from ${attendees} where ${attendees.contactId} in (${remainingIds(one)})`,
    },
    // Uses table names, as summaries import reports, not the other way round.
    projects: {
      linked: (one, { actor }) => sql`select told.meeting_report_id from summary_project given
        join summary told on told.id = given.summary_id and told.deleted_at is null
        ${joinVisibleProject(sql`given.project_id`, actor)} where ${one(sql`given.project_id`)}`,
    },
  },
})
