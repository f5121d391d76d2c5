import { talkKinds, type timelineParts } from '@tradewind/contract/kit/history'
import { MAX_COUNTED } from '@tradewind/contract/kit/page'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { timelineApi } from '@tradewind/contract/operations/timeline.contract'
import { historyOf } from '@tradewind/contract/platform/policies'
import { and, asc, desc, eq, inArray, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { withoutHiddenProjects } from '#crm/project.queries'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { attendees, meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import { mergedTimelines } from '#crm/schema/merge.table'
import { projectCompanies, projectCompanyEntity } from '#crm/schema/project.table'
import { summaries, summaryEntity } from '#crm/schema/summary.table'
import { preparedRead } from '#kit/database/database'
import { DEFAULT_PAGE_SIZE } from '#kit/database/list'
import { anyOf } from '#kit/database/scoped'
import { countUpTo } from '#kit/database/total'
import { notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { activities } from '#kit/record/activity'
import { audits, type Changes } from '#kit/record/audit'
import { findRecord } from '#kit/record/crud'
import { type Entity, rowCondition, rowFilter } from '#kit/record/entity'
import type { AppContext } from '../appContext.ts'
import { visibleFileEntries } from './schema/attachment.table.ts'

type Row = typeof activities.$inferSelect

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

/** The number of characters of a summary's first words. */
const FIRST_WORDS = 300

/** The first words of a text of which one more character is known: cut between two words, where that does not leave out much of them. */
const firstWordsOf = (text: string) => {
  const characters = Array.from(text)
  if (characters.length <= FIRST_WORDS) return text
  const end = text.search(/\s+\S*$/)
  return `${end > FIRST_WORDS / 2 ? text.slice(0, end) : characters.slice(0, FIRST_WORDS).join('')}…`
}

/** The summaries that are not deleted and that the actor may see. */
const summaryTalk = async (ids: readonly string[], { db, actor }: ReadContext): Promise<[string, Talk][]> => {
  if (ids.length === 0) return []
  const allowed = rowCondition(summaryEntity, summaryEntity.policy.see, actor, 'few')
  const { uniqueId, plainText, deletedAt, meetingDate: date, meetingReportId } = summaries
  const found = await db
    .select({ uniqueId, words: sql<string>`left(${plainText}, ${FIRST_WORDS + 1})`, date, eventType: meetingReports.eventType })
    .from(summaries)
    .innerJoin(meetingReports, eq(meetingReports.uniqueId, meetingReportId))
    .where(and(sql`${uniqueId} = ${anyOf(ids)}`, isNull(deletedAt), allowed))
  return found.map(({ uniqueId: id, words, ...meeting }) => [
    id,
    { words: firstWordsOf(words), meeting: { ...meeting, attendees: [] } },
  ])
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
      .where(and(sql`${uniqueId} = ${anyOf(ids)}`, isNull(deletedAt), allowed)),
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
const talkOf = async (rows: readonly Row[], context: ReadContext) => {
  const [ofSummaries, ofReports] = await Promise.all([
    summaryTalk(idsOf(rows, summaryEntity), context),
    reportTalk(idsOf(rows, meetingReportEntity), context),
  ])
  return new Map([...ofSummaries, ...ofReports])
}

/** The names of the projects of these entries' companies in projects, also of those that were removed, by the id of the record. */
const projectNamesOf = async (rows: readonly Row[], { db, actor }: ReadContext) => {
  const ids = idsOf(rows, projectCompanyEntity)
  if (ids.length === 0) return new Map<string, string>()
  const allowed = rowCondition(projectCompanyEntity, projectCompanyEntity.policy.see, actor, 'few')
  const { uniqueId, projectName } = projectCompanies
  const found = await db
    .select({ uniqueId, projectName })
    .from(projectCompanies)
    .where(and(sql`${uniqueId} = ${anyOf(ids)}`, allowed))
  return new Map(found.map((one) => [one.uniqueId, one.projectName]))
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
const ofContacts = async (contactIds: readonly string[], context: ReadContext): Promise<SQL> => {
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

/** Limits entries to records that the actor may see: each row checks its own record, so that a page takes no longer on a long timeline. */
const isVisibleEntry = (of: Entity, { actor }: ReadContext): SQL | undefined => {
  const rules: Rules = of.policy.see
  const allowed = rowFilter(of, rules, actor, 'few')
  if (allowed === 'all') return undefined
  const { uniqueId } = of.table
  const isReached = sql`exists (select from ${of.table} where ${uniqueId} = ${activities.recordId} and ${allowed} offset 0)`
  return or(ne(activities.kind, of.name), isReached)
}

const subjectsQuery = preparedRead<{ id: string }>(
  'subjects of a timeline',
  sql`with recursive subject as (select ${sql.placeholder('uniqueId')}::uuid as id
    union select ${mergedTimelines.fromId} from subject join ${mergedTimelines} on ${mergedTimelines.intoId} = subject.id) select id from subject`,
)

/** The ids of a record and of those merged into it: their entries are on its timeline. */
const subjectsOf = async (uniqueId: string, { db }: ReadContext) => {
  const rows = await subjectsQuery(db, { uniqueId })
  return rows.map(({ id }) => id)
}

const isTalk = and(inArray(activities.kind, [...talkKinds]), ne(activities.action, 'CHANGED'))!

const isOfPart = (part: (typeof timelineParts)[number] | undefined) => part && (part === 'talk' ? isTalk : not(isTalk))

const earlier = alias(activities, 'told')

/**
 * A summary that is shared again, or right when it is written, is on the timeline already: only its first entry is shown. The condition
 * matches that of the index that finds it.
 */
const isRepeatedShare = sql`(${activities.kind} = 'summary' and ${activities.action} = 'SHARED' and exists (
  select from ${activities} ${sql.identifier('told')} where ${earlier.kind} = 'summary' and ${earlier.action} in ('CREATED', 'SHARED')
    and ${earlier.tenantId} = ${activities.tenantId} and ${earlier.partitionId} = ${activities.partitionId}
    and ${earlier.recordId} = ${activities.recordId} and ${earlier.subjectId} = ${activities.subjectId}
    and (${earlier.action} = 'CREATED' or ${earlier.uniqueId} < ${activities.uniqueId})))`

/** The counting key of an entry: a summary counts once, whether it was written or shared there. Like `isRepeatedShare`, for all rows in one query. */
const countingKey = sql`case when ${activities.kind} = 'summary' and ${activities.action} in ('CREATED', 'SHARED')
  then ${activities.recordId} else ${activities.uniqueId} end`

/** The number of rows read for a total: few are repeats, so that among so many there are more than are counted. */
const MAX_READ = 2 * (MAX_COUNTED + 1)

/** The number of rows of a timeline without repeats: counted up to 10,000. */
const totalOf = async (condition: SQL | undefined, { db }: ReadContext) => {
  const { rows } = await db.execute<{ looked: number; told: number }>(
    sql`with looked as (select ${countingKey} as what, ${activities.subjectId} as subject from ${activities} where ${condition} limit ${MAX_READ})
      select (select count(*)::int from looked) as looked, (select count(*)::int from (select distinct * from looked) one) as told`,
  )
  const { looked, told: many } = rows[0]!
  if (many > MAX_COUNTED) return { total: MAX_COUNTED, estimated: true }
  if (looked < MAX_READ) return { total: many, estimated: false }
  return countUpTo(db, sql`select distinct ${countingKey}, ${activities.subjectId} from ${activities} where ${condition}`)
}

/** The conditions for the records of these kinds whose history the actor may read. */
const readableHistories = (kinds: readonly Entity[], ids: readonly string[], { actor }: ReadContext) =>
  kinds.flatMap((of) => {
    const rules = historyOf(of.policy)
    if (!can(actor, rules)) return []
    const allowed = rowFilter(of, rules, actor, 'few')
    const { uniqueId } = of.table
    const conditions = sql`${activities.recordId} in (select ${uniqueId} from ${of.table} where ${inArray(uniqueId, [...ids])} and ${allowed})`
    return [and(eq(activities.kind, of.name), allowed === 'all' ? undefined : conditions)]
  })

/** The actions in the audit trail whose entry on a timeline is a change. */
const isAuditedChange = inArray(audits.action, ['CHANGED', 'MERGED', 'UNMERGED'])

/** The changes by the id of their timeline entry: the entry of the audit trail was written just before it, in the same transaction. */
const changesOf = async (rows: readonly Row[], entities: readonly Entity[], context: ReadContext) => {
  const changed = rows.filter(({ action }) => action === 'CHANGED')
  const kinds = entities.filter(({ name }) => changed.some(({ kind }) => kind === name))
  const readable = readableHistories(kinds, [...new Set(changed.map(({ recordId }) => recordId))], context)
  if (readable.length === 0) return new Map<string, Changes>()
  const isChangedRow = inArray(
    activities.uniqueId,
    changed.map(({ uniqueId }) => uniqueId),
  )
  const { recordId, kind, uniqueId } = audits
  const before = and(
    eq(recordId, activities.recordId),
    eq(kind, activities.kind),
    isAuditedChange,
    lt(uniqueId, activities.uniqueId),
  )
  const entry = context.db
    .select({ changes: audits.changes })
    .from(audits)
    .where(before)
    .orderBy(desc(uniqueId))
    .limit(1)
    .as('entry')
  const found = await context.db
    .select({ uniqueId: activities.uniqueId, changes: entry.changes })
    .from(activities)
    .innerJoinLateral(entry, sql`true`)
    .where(and(isChangedRow, or(...readable)))
  const visible = await withoutHiddenProjects(
    found.map((one) => one.changes),
    context,
  )
  return new Map(found.map((one, at) => [one.uniqueId, visible[at]!]))
}

/** `entities`: those whose events are on timelines, including the subjects of the timelines. */
const timelineRoutes = (entities: readonly Entity[]) =>
  routes(timelineApi, {
    list: async ({ kind, uniqueId, part, page = 0, size = DEFAULT_PAGE_SIZE, sort = '-dateCreated' }, context) => {
      const of = entities.find(({ name }) => name === kind)
      if (!of) throw notFound()
      const [subjects] = await Promise.all([
        subjectsOf(uniqueId, context),
        findRecord(of, of.policy.see, uniqueId, context), // throws where the actor may not see it
      ])
      const conditions = entities.map((one) => isVisibleEntry(one, context))
      const ofSubjects =
        of.name === contactEntity.name ? await ofContacts(subjects, context) : inArray(activities.subjectId, subjects)
      const condition = and(ofSubjects, isOfPart(part), visibleFileEntries(context.actor), ...conditions)
      const direction = sort.startsWith('-') ? desc : asc
      const [rows, total] = await Promise.all([
        context.db
          .select()
          .from(activities)
          .where(and(condition, not(isRepeatedShare)))
          .orderBy(direction(activities.dateCreated), direction(activities.uniqueId))
          .limit(size)
          .offset(page * size),
        totalOf(condition, context),
      ])
      const [talk, projectNames, changes] = await Promise.all([
        talkOf(rows, context),
        projectNamesOf(rows, context),
        changesOf(rows, entities, context),
      ])
      const entries = rows.map((row) => ({
        ...row,
        excerpt: talk.get(row.recordId)?.words ?? null,
        meeting: talk.get(row.recordId)?.meeting ?? null,
        project: projectNames.get(row.recordId) ?? null,
        changes: changes.get(row.uniqueId) ?? null,
      }))
      return { rows: entries, ...total }
    },
  })

/** The timeline of a company, a contact or a project. */
export const timelineFeature = (_: AppContext, all: AllFeatures): Feature => ({
  retention: [{ table: activities, since: activities.dateCreated, setting: 'KEEP_TIMELINE_DAYS' }],
  routes: () => {
    const entities = all().flatMap((feature) => feature.entities ?? [])
    return [timelineRoutes(entities.filter(({ onTimeline }) => onTimeline))]
  },
})
