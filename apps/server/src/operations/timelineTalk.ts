import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import { attendees, meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import { summaries, summaryEntity } from '#crm/schema/summary.table'
import { anyOf } from '#kit/database/scoped'
import type { ReadContext } from '#kit/http/context'
import { activities } from '#kit/record/activity'
import { rowCondition } from '#kit/record/entity'

type Row = Pick<typeof activities.$inferSelect, 'kind' | 'recordId'>
interface Meeting {
  date: string
  eventType: string
  attendees: string[]
}
/** What an entry shows of its record besides its title. */
interface Talk {
  meeting: Meeting
  /** The first words of a summary. */
  words: string | null
}

const idsOf = (rows: readonly Row[], { name }: { name: string }) => [
  ...new Set(rows.filter(({ kind }) => kind === name).map(({ recordId }) => recordId)),
]

const FIRST_WORDS = 300

/** The summaries that are not deleted and that the actor may see. */
const summaryTalk = async (ids: readonly string[], { db, actor }: ReadContext): Promise<[string, Talk][]> => {
  if (ids.length === 0) return []
  const allowed = rowCondition(summaryEntity, summaryEntity.policy.see, actor, 'few')
  const { uniqueId, plainText, deletedAt, meetingDate: date, meetingReportId } = summaries
  const found = await db
    .select({ uniqueId, words: sql<string>`left(${plainText}, ${FIRST_WORDS})`, date, eventType: meetingReports.eventType })
    .from(summaries)
    .innerJoin(meetingReports, eq(meetingReports.uniqueId, meetingReportId))
    .where(and(inArray(uniqueId, [...ids]), isNull(deletedAt), allowed))
  return found.map(({ uniqueId: id, words, ...meeting }) => [id, { words, meeting: { ...meeting, attendees: [] } }])
}

/** The reports that are not deleted and that the actor may see, with the names of the attendees. */
const reportTalk = async (ids: readonly string[], { db, actor }: ReadContext): Promise<[string, Talk][]> => {
  if (ids.length === 0) return []
  const allowed = rowCondition(meetingReportEntity, meetingReportEntity.policy.see, actor, 'few')
  const { uniqueId, date, eventType, deletedAt } = meetingReports
  const [reports, people] = await Promise.all([
    db
      .select({ uniqueId, date, eventType })
      .from(meetingReports)
      .where(and(inArray(uniqueId, [...ids]), isNull(deletedAt), allowed)),
    db
      .select({ reportId: attendees.meetingReportId, fullName: contacts.fullName })
      .from(attendees)
      .innerJoin(contacts, eq(contacts.uniqueId, attendees.contactId))
      .where(sql`${attendees.meetingReportId} = ${anyOf(ids)}`)
      .orderBy(contacts.lastKey, contacts.uniqueId),
  ])
  const namesOf = Map.groupBy(people, ({ reportId }) => reportId)
  return reports.map(({ uniqueId: id, ...meeting }) => {
    const names = (namesOf.get(id) ?? []).map(({ fullName }) => fullName)
    return [id, { words: null, meeting: { ...meeting, attendees: names } }]
  })
}

/** The meetings of the reports and summaries of these entries, and the summaries' first words, by the id of the record. */
export const talkOf = async (rows: readonly Row[], context: ReadContext) => {
  const [ofSummaries, ofReports] = await Promise.all([
    summaryTalk(idsOf(rows, summaryEntity), context),
    reportTalk(idsOf(rows, meetingReportEntity), context),
  ])
  return new Map([...ofSummaries, ...ofReports])
}

/**
 * The entries of new reports that several contacts attended which are one contact by now: all but the first one of each report. Read first, as
 * no index finds the entries of a record.
 */
const repeatedReports = async (contactIds: readonly string[], { db }: ReadContext) => {
  if (contactIds.length < 2) return []
  const { uniqueId, subjectId, recordId, kind, action } = activities
  const { rows } = await db.execute<{ id: string }>(sql`select id from (
    select ${uniqueId} as id, row_number() over (partition by ${recordId} order by ${uniqueId}) as number
    from ${activities} where ${subjectId} = ${anyOf(contactIds)} and ${kind} = 'meetingReport' and ${action} = 'CREATED') entry where number > 1`)
  return rows.map(({ id }) => id)
}

/** The maximum number of summaries on a contact's timeline, the newest. */
const MAX_SUMMARIES = 5_000

/**
 * Entries on the timeline of a contact (with those merged into it): its own, and the summaries of the meetings that it attended, which were written
 * on the company's timeline. A report that it does not attend any more is left out. The ids are read first, so that PostgreSQL joins two ranges of
 * indexes instead of reading the partition's entries.
 */
export const ofContacts = async (contactIds: readonly string[], context: ReadContext): Promise<SQL> => {
  const { db } = context
  const { uniqueId, meetingReportId, deletedAt } = summaries
  const isAttendedBy = sql`${attendees.contactId} = ${anyOf(contactIds)}`
  const attended = sql`${meetingReportId} in (select ${attendees.meetingReportId} from ${attendees} where ${isAttendedBy})`
  const found = await db
    .select({ uniqueId })
    .from(summaries)
    .where(and(attended, isNull(deletedAt)))
    .orderBy(desc(uniqueId))
    .limit(MAX_SUMMARIES)
  const repeated = await repeatedReports(contactIds, context)
  const isRepeated = repeated.length > 0 ? sql`and ${activities.uniqueId} <> all(${sql.param(repeated)}::uuid[])` : sql``
  const isReport = sql`(${activities.kind} = 'meetingReport' and ${activities.action} in ('CREATED', 'SHARED'))`
  const isAttended = sql`exists (select from ${attendees} join ${meetingReports} on ${meetingReports.uniqueId} = ${attendees.meetingReportId}
    where ${attendees.meetingReportId} = ${activities.recordId} and ${isAttendedBy} and ${meetingReports.deletedAt} is null)`
  const own = sql`${activities.subjectId} = ${anyOf(contactIds)} and (not ${isReport} or ${isAttended}) ${isRepeated}`
  if (found.length === 0) return own
  const ids = anyOf(found.map((summary) => summary.uniqueId))
  const ofSummaries = sql`${activities.kind} = 'summary' and ${activities.action} = 'CREATED' and ${activities.recordId} = ${ids}`
  return or(own, ofSummaries)!
}
