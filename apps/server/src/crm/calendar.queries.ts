import type { CalendarKind, FeedContent } from '@tradewind/contract/crm/calendar.constants'
import { meetingTypeNames } from '@tradewind/contract/crm/meetingReport.fields'
import { all, can, own, type Rules } from '@tradewind/contract/kit/policy'
import { type Actor, PAID, STAFF } from '@tradewind/contract/roles'
import { and, asc, between, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { eventEntity, events } from '#crm/schema/event.table'
import { meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import { nextSteps, nextStepsEntity } from '#crm/schema/nextSteps.table'
import { projectCompanies, projectCompanyEntity, projectEntity, projects } from '#crm/schema/project.table'
import type { Reader, Tx } from '#kit/database/database'
import { liveRows } from '#kit/database/list'
import type { SoftDeleteTable } from '#kit/database/table'
import { startOfDay } from '#kit/days'
import type { RequestContext } from '#kit/http/context'
import { type Entity, rowCondition } from '#kit/record/entity'
import { linkTokens } from '#platform/schema/identity.table'

interface EntryRow {
  uniqueId: string
  title: string
  detail: string
  /** A date, or a timestamp as ISO text. */
  at: string
  dateCreated: string
  updatedAt: string
  mayMove: boolean
}

/** An entry of the calendar. */
export interface Entry extends Omit<EntryRow, 'at'> {
  kind: CalendarKind
  day: string
  moment: string | null
}

interface Span {
  /** Days, both inclusive, in the caller's time zone. */
  from: string
  to: string
}

interface EntryQuery extends Span {
  kinds: readonly CalendarKind[]
  /** Only the actor's own entries. */
  mine?: boolean | undefined
  /** Only entries of the companies of this project. */
  projectId?: string | undefined
  /** The maximum number of entries of a kind. */
  limit: number
  /** If there are more than `most`, returns the latest ones, not the earliest. */
  isLatest?: boolean
}

interface Source<T extends SoftDeleteTable> {
  of: Entity<T>
  ownRules: Rules
  /** The date column, and the text columns that are shown. */
  at: AnyPgColumn
  title: AnyPgColumn
  detail: AnyPgColumn | SQL
  spanCondition: (span: Span, timeZone: string) => SQL | undefined
  /** The condition for entries of a project; without it, no entries belong to a project. */
  ofProject?: (projectId: string) => SQL
  /** In addition to the policy: whether an entry can be moved at all. */
  movable?: AnyPgColumn
}

const invited = ({ uniqueId }: Actor) => ({ invited: uniqueId })
const ofMyProjects = ({ uniqueId }: Actor) => ({ projectOf: uniqueId })
const assignedToMe = ({ uniqueId }: Actor) => ({ assignedUser: uniqueId })

const inCompaniesOfProject = (companyId: AnyPgColumn) => (projectId: string) =>
  sql`${companyId} in (select ${projectCompanies.companyId} from ${projectCompanies}
    where ${projectCompanies.projectId} = ${projectId} and ${projectCompanies.deletedAt} is null)`

type EntryReader = (query: EntryQuery, context: QueryContext) => Promise<EntryRow[]>
type QueryContext = Pick<RequestContext, 'actor' | 'timeZone'> & { db: Reader }

/** Reads entries of one kind under its own policy: the ids by an index of the live rows, the rows by their keys. */
const kindReader =
  <T extends SoftDeleteTable>({ of, ownRules, at, title, detail, spanCondition, ofProject, movable }: Source<T>): EntryReader =>
  async ({ projectId, limit, isLatest, ...query }, { actor, timeZone, db }) => {
    const entity = of
    const rules = query.mine ? [of.policy.see, ownRules] : [of.policy.see]
    if (!rules.every((each) => can(actor, each)) || (projectId && !ofProject)) return []
    const table: SoftDeleteTable = of.table
    const rowFilters = rules.map((each) => rowCondition(entity, each, actor))
    const condition = and(spanCondition(query, timeZone), projectId ? ofProject?.(projectId) : undefined, ...rowFilters)
    const direction = isLatest ? desc : asc
    const order = [direction(at), direction(table.uniqueId)]
    const ids = sql`select ${table.uniqueId} from ${liveRows(table, db.scope)} where ${condition}
      order by ${sql.join(order, sql`, `)} limit ${limit}`
    const mayMove = and(rowCondition(entity, of.policy.update, actor) ?? sql`true`, movable && sql`${movable}`)!
    const { uniqueId, dateCreated, updatedAt } = table
    const { rows } = await db.execute<EntryRow & Record<string, unknown>>(sql`
      select ${uniqueId} as "uniqueId", left(${title}, 300) as title, ${detail} as detail, ${at} as at, ${dateCreated} as "dateCreated",
        ${updatedAt} as "updatedAt", coalesce(${mayMove}, false) as "mayMove"
      from ${table} where ${uniqueId} = any(array(${ids})) order by ${at}, ${uniqueId}`)
    return rows.map((row) => ({
      ...row,
      at: String(at.mapFromDriverValue(row.at)),
      dateCreated: String(dateCreated.mapFromDriverValue(row.dateCreated)),
      updatedAt: String(updatedAt.mapFromDriverValue(row.updatedAt)),
    }))
  }

const withinDays =
  (column: AnyPgColumn, more?: SQL) =>
  ({ from, to }: Span) =>
    and(between(column, from, to), more)

const readers: Record<CalendarKind, EntryReader> = {
  event: kindReader({
    of: eventEntity,
    ownRules: [
      [STAFF, own],
      [STAFF, invited],
    ],
    at: events.eventDateTime,
    title: events.title,
    detail: events.location,
    spanCondition: ({ from, to }, timeZone) =>
      sql`${events.eventDateTime} >= ${startOfDay(from, timeZone)} and ${events.eventDateTime} < ${startOfDay(to, timeZone, 1)}`,
  }),
  meetingReport: kindReader({
    of: meetingReportEntity,
    ownRules: [
      [STAFF, own],
      [PAID, all],
    ],
    at: meetingReports.date,
    title: meetingReports.companyName,
    detail: meetingReports.eventType,
    spanCondition: withinDays(meetingReports.date),
    ofProject: inCompaniesOfProject(meetingReports.companyId),
  }),
  nextSteps: kindReader({
    of: nextStepsEntity,
    ownRules: [
      [STAFF, assignedToMe],
      [PAID, all],
    ],
    at: nextSteps.byWhen,
    title: nextSteps.todo,
    detail: nextSteps.companyName,
    spanCondition: withinDays(nextSteps.byWhen, eq(nextSteps.nextStepsStatus, 'OPEN')),
    ofProject: inCompaniesOfProject(nextSteps.companyId),
  }),
  projectCompany: kindReader({
    of: projectCompanyEntity,
    ownRules: [
      [STAFF, ofMyProjects],
      [PAID, all],
    ],
    at: projectCompanies.nextContact,
    title: projectCompanies.companyName,
    detail: projectCompanies.projectName,
    spanCondition: withinDays(projectCompanies.nextContact),
    ofProject: (projectId) => eq(projectCompanies.projectId, projectId),
    // A date that is derived from a meeting moves with the meeting.
    movable: projectCompanies.isNextContactGiven,
  }),
}

/** Converts a timestamp to the date in the caller's time zone. */
const dayConverter = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return (moment: string) => format.format(new Date(moment))
}

const detailOf = (kind: CalendarKind, detail: string) =>
  kind === 'meetingReport' ? meetingTypeNames[detail as keyof typeof meetingTypeNames] : detail

const compareText = (one: string, other: string) => {
  if (one === other) return 0
  return one < other ? -1 : 1
}
/** By day; appointments with a time are first in it: a month shows only the first few of each day. */
const compareEntries = (one: Entry, other: Entry) =>
  compareText(one.day, other.day) ||
  compareText(one.moment ?? 'later', other.moment ?? 'later') ||
  compareText(one.kind, other.kind) ||
  compareText(one.title, other.title)

/** The entries of these days and kinds by day, as far as the policy of each kind lets the actor see them. */
export const entriesOf = async (query: EntryQuery, context: QueryContext): Promise<Entry[]> => {
  const dayOf = dayConverter(context.timeZone)
  const found = await Promise.all(
    query.kinds.map(async (kind) =>
      (await readers[kind](query, context)).map(({ at, detail, ...rest }): Entry => ({
        ...rest,
        kind,
        detail: detailOf(kind, detail),
        ...(kind === 'event' ? { day: dayOf(at), moment: at } : { day: at, moment: null }),
      })),
    ),
  )
  return found.flat().toSorted(compareEntries)
}

/** The contents of a feed: the subject of its link. */
export interface Contents {
  what: FeedContent
  project: string | null
}

/** Effectively unlimited: a feed ends with its owner's access, with a new password, or when it is revoked. */
export const FEED_MINUTES = 10 * 365 * 24 * 60

const isActiveFeedOf = (userId: string) =>
  and(
    eq(linkTokens.userId, userId),
    eq(linkTokens.purpose, 'CALENDAR'),
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, sql`now()`),
  )

export const contentsOf = (subject: string) => JSON.parse(subject) as Contents

/** The number of feeds of a user. */
export const countFeeds = (tx: Tx, userId: string) => tx.$count(linkTokens, isActiveFeedOf(userId))

/** Revokes a feed of this user. Returns whether there was one. */
export const revokeFeed = async (tx: Tx, userId: string, uniqueId: string) => {
  const revoked = await tx
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(and(isActiveFeedOf(userId), eq(linkTokens.uniqueId, uniqueId)))
    .returning({ uniqueId: linkTokens.uniqueId })
  return revoked.length > 0
}

/** The names of those of these projects that the actor may see. */
const projectNames = async (ids: string[], db: Reader, { actor }: Pick<RequestContext, 'actor'>) => {
  if (ids.length === 0) return new Map<string, string>()
  const allowed = rowCondition(projectEntity, projectEntity.policy.see, actor)
  const { uniqueId, name, deletedAt } = projects
  const isVisible = and(inArray(uniqueId, ids), isNull(deletedAt), allowed)
  const found = await db.select({ uniqueId, name }).from(projects).where(isVisible)
  return new Map(found.map((project) => [project.uniqueId, project.name]))
}

/** The feeds of the actor, oldest first. */
export const feedsOf = async (db: Reader, context: Pick<RequestContext, 'actor'>) => {
  const { uniqueId, subject, dateCreated, lastFetched } = linkTokens
  const found = await db
    .select({ uniqueId, subject, dateCreated, lastFetched })
    .from(linkTokens)
    .where(isActiveFeedOf(context.actor.uniqueId))
    .orderBy(asc(dateCreated), asc(uniqueId))
  const feeds = found.map((feed) => ({ ...feed, ...contentsOf(feed.subject) }))
  const names = await projectNames(
    feeds.flatMap(({ project }) => project ?? []),
    db,
    context,
  )
  return feeds.map(({ project, ...feed }) => {
    const name = project ? names.get(project) : undefined
    return { ...feed, project: project && name !== undefined ? { uniqueId: project, name } : null }
  })
}

/** Records that a feed was fetched, at most once a minute. */
export const recordFetch = (tx: Tx, uniqueId: string) =>
  tx
    .update(linkTokens)
    .set({ lastFetched: sql`now()` })
    .where(
      and(
        eq(linkTokens.uniqueId, uniqueId),
        sql`(${linkTokens.lastFetched} is null or ${linkTokens.lastFetched} < now() - interval '1 minute')`,
      ),
    )
