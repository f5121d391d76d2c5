import type { CalendarKind, FeedContent } from '@tradewind/contract/crm/calendar.kinds'
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
import { dayBegins } from '#kit/days'
import type { RequestContext } from '#kit/http/context'
import { type Entity, rowFilter } from '#kit/record/entity'
import { linkTokens } from '#platform/schema/identity.table'

interface Found {
  uniqueId: string
  title: string
  detail: string
  /** A day, or a moment as ISO text. */
  at: string
  dateCreated: string
  updatedAt: string
  mayMove: boolean
}

/** What is on a day of the calendar. */
export interface Entry extends Omit<Found, 'at'> {
  kind: CalendarKind
  day: string
  moment: string | null
}

interface Span {
  /** Days, both included, where who asks is. */
  from: string
  to: string
}

interface Asked extends Span {
  kinds: readonly CalendarKind[]
  /** What is the actor's own business alone. */
  mine?: boolean | undefined
  /** What belongs to the companies of this project alone. */
  projectId?: string | undefined
  /** Entries of a kind at most. */
  most: number
  /** Of more than `most` the latest are given, not the earliest. */
  isLatest?: boolean
}

interface Source<T extends SoftDeleteTable> {
  of: Entity<T>
  mine: Rules
  /** The column that says when, and the text columns that are shown. */
  at: AnyPgColumn
  title: AnyPgColumn
  detail: AnyPgColumn | SQL
  within: (span: Span, timeZone: string) => SQL | undefined
  /** Which of them belong to a project; without it none does. */
  ofProject?: (projectId: string) => SQL
  /** Beside the policy: those that can be moved at all. */
  movable?: AnyPgColumn
}

const ofMyProject = ({ uniqueId }: Actor) => ({ projectCreatedBy: uniqueId })
const sharedWithMe = ({ uniqueId }: Actor) => ({ sharedWith: uniqueId })
const assignedToMe = ({ uniqueId }: Actor) => ({ assignedUser: uniqueId })

const ofItsCompanies = (companyId: AnyPgColumn) => (projectId: string) =>
  sql`${companyId} in (select ${projectCompanies.companyId} from ${projectCompanies}
    where ${projectCompanies.projectId} = ${projectId} and ${projectCompanies.deletedAt} is null)`

type Read = (asked: Asked, context: Asking) => Promise<Found[]>
type Asking = Pick<RequestContext, 'actor' | 'timeZone'> & { db: Reader }

/** Reads one kind, under its own policy: the ids by an index of the live rows, the rows by their keys. */
const reader =
  <T extends SoftDeleteTable>({ of, mine, at, title, detail, within, ofProject, movable }: Source<T>): Read =>
  async ({ projectId, most, isLatest, ...asked }, { actor, timeZone, db }) => {
    const known = of
    const rules = asked.mine ? [of.policy.see, mine] : [of.policy.see]
    if (!rules.every((each) => can(actor, each)) || (projectId && !ofProject)) return []
    const table: SoftDeleteTable = of.table
    const reaches = rules.map((each) => rowFilter(known, each, actor)).filter((reach) => reach !== 'all')
    const met = and(within(asked, timeZone), projectId ? ofProject?.(projectId) : undefined, ...reaches)
    const way = isLatest ? desc : asc
    const order = [way(at), way(table.uniqueId)]
    const ids = sql`select ${table.uniqueId} from ${liveRows(table, db.scope)} where ${met}
      order by ${sql.join(order, sql`, `)} limit ${most}`
    const reach = rowFilter(known, of.policy.update, actor)
    const mayMove = and(reach === 'all' ? sql`true` : reach, movable && sql`${movable}`)!
    const { uniqueId, dateCreated, updatedAt } = table
    const rows = await db
      .select({
        uniqueId,
        title: sql<string>`left(${title}, 300)`,
        detail: sql<string>`${detail}`,
        at: sql<string>`${at}`.mapWith(at),
        dateCreated,
        updatedAt,
        mayMove: sql<boolean>`coalesce(${mayMove}, false)`,
      })
      .from(table)
      .where(sql`${uniqueId} = any(array(${ids}))`)
      .orderBy(asc(at), asc(uniqueId))
    return rows as Found[]
  }

const days =
  (column: AnyPgColumn, more?: SQL) =>
  ({ from, to }: Span) =>
    and(between(column, from, to), more)

const readers: Record<CalendarKind, Read> = {
  event: reader({
    of: eventEntity,
    mine: [[STAFF, own]],
    at: events.eventDateTime,
    title: events.title,
    detail: events.location,
    within: ({ from, to }, timeZone) =>
      sql`${events.eventDateTime} >= ${dayBegins(from, timeZone)} and ${events.eventDateTime} < ${dayBegins(to, timeZone, 1)}`,
  }),
  meetingReport: reader({
    of: meetingReportEntity,
    mine: [
      [STAFF, own],
      [PAID, all],
    ],
    at: meetingReports.date,
    title: meetingReports.companyName,
    detail: meetingReports.eventType,
    within: days(meetingReports.date),
    ofProject: ofItsCompanies(meetingReports.companyId),
  }),
  nextSteps: reader({
    of: nextStepsEntity,
    mine: [
      [STAFF, assignedToMe],
      [PAID, all],
    ],
    at: nextSteps.byWhen,
    title: nextSteps.todo,
    detail: nextSteps.companyName,
    within: days(nextSteps.byWhen, eq(nextSteps.nextStepsStatus, 'OPEN')),
    ofProject: ofItsCompanies(nextSteps.companyId),
  }),
  projectCompany: reader({
    of: projectCompanyEntity,
    mine: [
      [STAFF, ofMyProject],
      [STAFF, sharedWithMe],
      [PAID, all],
    ],
    at: projectCompanies.nextContact,
    title: projectCompanies.companyName,
    detail: projectCompanies.projectName,
    within: days(projectCompanies.nextContact),
    ofProject: (projectId) => eq(projectCompanies.projectId, projectId),
    // A day that follows a meeting moves with the meeting.
    movable: projectCompanies.isNextContactGiven,
  }),
}

/** The day of a moment, where who asks is. */
const dayIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return (moment: string) => format.format(new Date(moment))
}

const detailOf = (kind: CalendarKind, detail: string) =>
  kind === 'meetingReport' ? meetingTypeNames[detail as keyof typeof meetingTypeNames] : detail

const orderOf = ({ day, moment, kind, title }: Entry) => `${day} ${moment ?? ''} ${kind} ${title}`
const inOrder = (one: Entry, other: Entry) => {
  const [first, second] = [orderOf(one), orderOf(other)]
  if (first === second) return 0
  return first < second ? -1 : 1
}

/** What is on these days, of the kinds that are asked for, by day: each kind as far as its policy lets who asks see it. */
export const entriesOf = async (asked: Asked, context: Asking): Promise<Entry[]> => {
  const dayOf = dayIn(context.timeZone)
  const found = await Promise.all(
    asked.kinds.map(async (kind) =>
      (await readers[kind](asked, context)).map(({ at, detail, ...rest }): Entry => ({
        ...rest,
        kind,
        detail: detailOf(kind, detail),
        ...(kind === 'event' ? { day: dayOf(at), moment: at } : { day: at, moment: null }),
      })),
    ),
  )
  return found.flat().toSorted(inOrder)
}

/** What a feed holds: the subject of its link. */
export interface Contents {
  what: FeedContent
  project: string | null
}

/** What feeds take of the links of the application. */
export interface FeedLinks {
  tenantOf: (token: string) => string | undefined
  read: (
    db: Reader,
    tenantId: string,
    token: string,
    purpose: 'CALENDAR',
  ) => Promise<{ uniqueId: string; userId: string; subject: string } | undefined>
  make: (
    tx: Tx,
    tenantId: string,
    link: { purpose: 'CALENDAR'; userId: string; subject: string; minutes: number },
  ) => Promise<{ uniqueId: string; token: string }>
}

/** In effect for ever: a feed ends with its person's access, with a new password, or when it is ended by hand. */
export const FEED_MINUTES = 10 * 365 * 24 * 60

const living = (userId: string) =>
  and(
    eq(linkTokens.userId, userId),
    eq(linkTokens.purpose, 'CALENDAR'),
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, sql`now()`),
  )

export const contentsOf = (subject: string) => JSON.parse(subject) as Contents

/** How many feeds somebody has. */
export const countFeeds = (tx: Tx, userId: string) => tx.$count(linkTokens, living(userId))

/** Ends a feed of this person. Says whether there was one. */
export const endFeed = async (tx: Tx, userId: string, uniqueId: string) => {
  const ended = await tx
    .update(linkTokens)
    .set({ usedAt: sql`now()` })
    .where(and(living(userId), eq(linkTokens.uniqueId, uniqueId)))
    .returning({ uniqueId: linkTokens.uniqueId })
  return ended.length > 0
}

/** The names of the projects that who asks may see, of these. */
const projectNames = async (ids: string[], db: Reader, { actor }: Pick<RequestContext, 'actor'>) => {
  if (ids.length === 0) return new Map<string, string>()
  const reach = rowFilter(projectEntity, projectEntity.policy.see, actor)
  const { uniqueId, name, deletedAt } = projects
  const seen = and(inArray(uniqueId, ids), isNull(deletedAt), reach === 'all' ? undefined : reach)
  const found = await db.select({ uniqueId, name }).from(projects).where(seen)
  return new Map(found.map((project) => [project.uniqueId, project.name]))
}

/** The feeds of who asks, the oldest first. */
export const feedsOf = async (db: Reader, asking: Pick<RequestContext, 'actor'>) => {
  const { uniqueId, subject, dateCreated, lastFetched } = linkTokens
  const found = await db
    .select({ uniqueId, subject, dateCreated, lastFetched })
    .from(linkTokens)
    .where(living(asking.actor.uniqueId))
    .orderBy(asc(dateCreated), asc(uniqueId))
  const feeds = found.map((feed) => ({ ...feed, ...contentsOf(feed.subject) }))
  const names = await projectNames(
    feeds.flatMap(({ project }) => project ?? []),
    db,
    asking,
  )
  return feeds.map(({ project, ...feed }) => {
    const name = project ? names.get(project) : undefined
    return { ...feed, project: project && name !== undefined ? { uniqueId: project, name } : null }
  })
}

/** Notes that a feed was fetched: once a minute is often enough. */
export const noteFetch = (tx: Tx, uniqueId: string) =>
  tx
    .update(linkTokens)
    .set({ lastFetched: sql`now()` })
    .where(
      and(
        eq(linkTokens.uniqueId, uniqueId),
        sql`(${linkTokens.lastFetched} is null or ${linkTokens.lastFetched} < now() - interval '1 minute')`,
      ),
    )
