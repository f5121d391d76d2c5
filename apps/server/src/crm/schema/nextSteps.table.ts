import { type CountryCode, countryName } from '@tradewind/contract/countries'
import type { nextStepsApi } from '@tradewind/contract/crm/nextSteps.contract'
import { nextStepsFields, taskStates } from '@tradewind/contract/crm/nextSteps.fields'
import { nextStepsPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { eq, inArray, sql } from 'drizzle-orm'
import { date, index, pgEnum, text, uuid } from 'drizzle-orm/pg-core'
import { fold } from '#kit/database/list'
import { anyOf } from '#kit/database/scoped'
import { instant, notDeleted, partitionTable, scopedForeignKey } from '#kit/database/table'
import { formatDay } from '#kit/days'
import { entity } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'
import { companies } from './company.table.ts'
import { attendees, reportsAttendedBy } from './meetingReport.table.ts'
import { projectsWith } from './project.table.ts'
import { summaries, summaryEntity } from './summary.table.ts'

export const stepState = pgEnum('step_state', taskStates)

export const nextSteps = partitionTable(
  'next_step',
  {
    todo: text().notNull(),
    /** A date. */
    byWhen: date({ mode: 'string' }).notNull(),
    nextStepsStatus: stepState().notNull().default('OPEN'),
    assignedUser: uuid().notNull(),
    summaryId: uuid().notNull(),
    /** The summary's. */
    companyId: uuid().notNull(),
    companyName: text().notNull(),
    country: text().notNull().default(''),
    /** Folded, for sorting. */
    countryKey: text().notNull().default(''),
    closedAt: instant(),
    closedBy: uuid(),
    /** When the assignee was reminded that the task is due. */
    remindedAt: instant(),
  },
  (t) => [
    scopedForeignKey('next_step_user', t, t.assignedUser, users),
    scopedForeignKey('next_step_summary', t, t.summaryId, summaries),
    scopedForeignKey('next_step_company', t, t.companyId, companies),
    index('next_step_of_summary').on(t.tenantId, t.partitionId, t.summaryId, t.dateCreated, t.uniqueId),
    index('next_step_of_company').on(t.tenantId, t.partitionId, t.companyId, t.uniqueId),
    index('next_step_in_countries').on(t.tenantId, t.partitionId, t.country).where(notDeleted),
    index('next_step_by_country').on(t.tenantId, t.partitionId, t.countryKey, t.uniqueId).where(notDeleted),
    index('next_step_by_when').on(t.tenantId, t.partitionId, t.byWhen, t.uniqueId).where(notDeleted),
    index('next_step_by_status').on(t.tenantId, t.partitionId, t.nextStepsStatus, t.uniqueId).where(notDeleted),
    index('next_step_of_user').on(t.tenantId, t.partitionId, t.assignedUser, t.dateCreated, t.uniqueId).where(notDeleted),
    index('next_step_to_do')
      .on(t.tenantId, t.partitionId, t.assignedUser, t.byWhen, t.uniqueId)
      .where(sql`deleted_at is null and next_steps_status = 'OPEN'`),
    index('next_step_due')
      .on(t.tenantId, t.byWhen)
      .where(sql`deleted_at is null and next_steps_status = 'OPEN' and reminded_at is null`),
  ],
)

/** The ids of the summaries of meetings that a contact attended, as a subquery. */
const summariesOfContact = (contactId: string) =>
  sql`(select ${summaries.uniqueId} from ${summaries} where ${inArray(summaries.meetingReportId, reportsAttendedBy(contactId))})`

export const nextStepsEntity = entity<typeof nextSteps, typeof nextStepsApi, typeof nextStepsFields>({
  name: 'nextSteps',
  table: nextSteps,
  fields: nextStepsFields,
  policy: nextStepsPolicy,
  title: 'todo',
  titleLine: 1,
  whose: 'assignedUser',
  onTimeline: true,
  search: { sort: '-byWhen', detail: ({ companyName, byWhen }) => `${companyName}, ${formatDay(byWhen)}` },
  subjects: ({ companyId }) => [companyId],
  shownOn: (ids) => sql`select ${attendees.contactId} as id from ${attendees}
    join ${summaries} on ${summaries.meetingReportId} = ${attendees.meetingReportId}
    join ${nextSteps} on ${nextSteps.summaryId} = ${summaries.uniqueId} where ${nextSteps.uniqueId} = ${anyOf(ids)}
    union ${projectsWith(sql`select ${nextSteps.companyId} from ${nextSteps} where ${nextSteps.uniqueId} = ${anyOf(ids)}`)}`,
  parents: [{ of: summaryEntity, column: 'summaryId', called: phrase('summary') }],
  copies: [
    {
      of: summaryEntity,
      column: 'summaryId',
      fields: { companyId: 'companyId', companyName: 'companyName', country: 'country' },
    },
  ],
  searchLines: ({ companyName }) => ({ company: companyName }),
  computedColumns: ({ country }) => ({ countryKey: fold(country ? countryName(country as CountryCode) : '') }),
  sorts: { byWhen: nextSteps.byWhen, country: nextSteps.countryKey, nextStepsStatus: nextSteps.nextStepsStatus },
  filters: {
    nextStepsStatus: (status) => eq(nextSteps.nextStepsStatus, status as 'OPEN'),
    assignedUser: (userId) => eq(nextSteps.assignedUser, userId),
    summaryUID: (summaryId) => eq(nextSteps.summaryId, summaryId),
    companyUID: (companyId) => eq(nextSteps.companyId, companyId),
    contactId: (contactId) => inArray(nextSteps.summaryId, summariesOfContact(contactId)),
  },
  conditions: { company: nextSteps.companyName },
})
