import { can } from '@tradewind/contract/kit/policy'
import type { AttachedTo } from '@tradewind/contract/operations/attachment.contract'
import { attachmentPolicy } from '@tradewind/contract/operations/policies'
import type { Actor } from '@tradewind/contract/roles'
import { notInArray, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { companies, companyEntity } from '#crm/schema/company.table'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import { projectEntity, projects } from '#crm/schema/project.table'
import { driveItems } from '#drive/schema/drive.table'
import { inPartition, inTenant, notDeleted, partitionTable } from '#kit/database/table'
import { activities } from '#kit/record/activity'
import type { Entity } from '#kit/record/entity'

/** Finds what is attached to a record that is removed. */
const ofKind = (name: string, column: string, ...on: [AnyPgColumn, AnyPgColumn, AnyPgColumn]) =>
  index(name)
    .on(...on)
    .where(sql.raw(`${column} is not null`))

/** Which files of drives are attached to which records. A row goes with its file and with its record; what was detached comes back by Undo alone. */
export const attachments = partitionTable(
  'attachment',
  {
    itemId: uuid().notNull(),
    /** The record: one of the four, each with a key into its own partition. */
    companyId: uuid(),
    contactId: uuid(),
    meetingReportId: uuid(),
    projectId: uuid(),
    /** Whichever it is. Kept by PostgreSQL. */
    recordId: uuid()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(company_id, contact_id, meeting_report_id, project_id)`),
  },
  (t) => [
    inTenant('attachment_item', t, t.itemId, driveItems).onDelete('cascade'),
    inPartition('attachment_company', t, t.companyId, companies).onDelete('cascade'),
    inPartition('attachment_contact', t, t.contactId, contacts).onDelete('cascade'),
    inPartition('attachment_meeting_report', t, t.meetingReportId, meetingReports).onDelete('cascade'),
    inPartition('attachment_project', t, t.projectId, projects).onDelete('cascade'),
    check('attachment_to_one', sql`num_nonnulls(company_id, contact_id, meeting_report_id, project_id) = 1`),
    uniqueIndex('attachment_once').on(t.tenantId, t.partitionId, t.recordId, t.itemId).where(notDeleted),
    index('attachment_of_item').on(t.tenantId, t.itemId),
    ofKind('attachment_of_company', 'company_id', t.tenantId, t.partitionId, t.companyId),
    ofKind('attachment_of_contact', 'contact_id', t.tenantId, t.partitionId, t.contactId),
    ofKind('attachment_of_report', 'meeting_report_id', t.tenantId, t.partitionId, t.meetingReportId),
    ofKind('attachment_of_project', 'project_id', t.tenantId, t.partitionId, t.projectId),
  ],
)
export type Attached = typeof attachments.$inferSelect

interface Target {
  of: Entity
  column: 'companyId' | 'contactId' | 'meetingReportId' | 'projectId'
}

/** The kinds of record that files are attached to. */
export const targets: Readonly<Record<AttachedTo, Target>> = {
  company: { of: companyEntity, column: 'companyId' },
  contact: { of: contactEntity, column: 'contactId' },
  meetingReport: { of: meetingReportEntity, column: 'meetingReportId' },
  project: { of: projectEntity, column: 'projectId' },
}

/** What kind of record a file is attached to. */
export const kindOf = (row: Attached) =>
  (Object.keys(targets) as AttachedTo[]).find((kind) => row[targets[kind].column] !== null)!

/** Attached, and not detached since. */
export const isAttached: SQL = sql`${attachments.deletedAt} is null`

/** Entries of timelines that name files are for those who may meet files of records; undefined: all entries. */
export const toldOfFiles = (actor: Actor) =>
  can(actor, attachmentPolicy.see) ? undefined : notInArray(activities.action, ['ATTACHED', 'DETACHED'])
