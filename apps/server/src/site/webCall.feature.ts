import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { planOf } from '@tradewind/contract/plan'
import { isMember } from '@tradewind/contract/roles'
import { webCallApi } from '@tradewind/contract/site/member/webCall.contract'
import { BOOK_DAYS, CALL_MINUTES, CHANGE_HOURS, MAX_QUERY_DAYS } from '@tradewind/contract/site/member/webCall.fields'
import { HOST_ROLES, webCallPolicy } from '@tradewind/contract/site/policies'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { excludedUpdatedAt, nextUpdatedAt } from '#kit/database/table'
import { DAY_MS, formatDay, startOfDay } from '#kit/days'
import { conflict, invalid } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { logChanges, notifyOfOwn } from '#kit/record/activity'
import { type Changes, changesOf } from '#kit/record/audit'
import { findRecord, withRelations } from '#kit/record/crud'
import { countTryWith } from '#platform/identity/throttle.queries'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { fullNamesOf } from '#platform/user/user.queries'
import type { AppContext } from '../appContext.ts'
import { lockUsage, memberLabel, monthIn, quotaOf, timeZoneOf } from './quota.ts'
import { webCallEntity, webCallHours, type WebCallRow, webCalls } from './schema/member.table.ts'
import {
  cancelCallsOf,
  deleteHoursOf,
  type Occasion,
  queueLetters,
  webCallLetterWorker,
  webCallReminder,
} from './webCall.letter.ts'

const minutes = sql.raw(`interval '${CALL_MINUTES} minutes'`)
const earliest = sql.raw(`now() + interval '${CHANGE_HOURS} hours'`)
const latest = sql.raw(`now() + interval '${BOOK_DAYS} days'`)

/** The part of a time span that can be booked now. */
const clampToBookable = (from: SQL, until: SQL) => ({
  from: sql`greatest(${from}, ${earliest})`,
  until: sql`least(${until}, ${latest})`,
})

interface SlotQuery {
  /** Instants, as SQL: from is inclusive, until is exclusive. */
  from: SQL
  until: SQL
  /** The member who books: no member has two calls at the same time. */
  memberId: string
  /** The call that is moved: it keeps its host, and does not conflict with itself. */
  moved?: { uniqueId: string; hostId: string } | undefined
}

/**
 * The free times of the staff, for each host. Hours are divided into calls from their start to their end, as instants in the host's time
 * zone; on days of 23 and 25 hours there are correspondingly fewer or more.
 */
export const freeTimes = async (db: Reader | Tx, { from, until, memberId, moved }: SlotQuery) => {
  const hosts = sql`${webCallHours} join ${users} on ${users.uniqueId} = ${webCallHours.userId} and ${users.tenantId} = ${webCallHours.tenantId}`
  const zone = sql`${webCallHours.timeZone}`
  const localDay = (moment: SQL) => sql`(${moment} at time zone ${zone})::date`
  const excludeMoved = moved ? sql` and ${webCalls.uniqueId} <> ${moved.uniqueId}` : sql``
  const overlaps = sql`exists (select from ${webCalls} where ${webCalls.tenantId} = ${webCallHours.tenantId}
    and ${webCalls.state} = 'BOOKED' and ${webCalls.startsAt} > slot - ${minutes} and ${webCalls.startsAt} < slot + ${minutes}
    and (${webCalls.hostId} = ${webCallHours.userId} or ${webCalls.createdBy} = ${memberId})${excludeMoved})`
  const { rows } = await db.execute<{ hostId: string; startsAt: string }>(sql`
    select ${webCallHours.userId} as "hostId", to_char(slot at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt"
    from ${hosts}
    cross join lateral (select ${from} as first, ${until} as last) span
    cross join lateral generate_series(0, ${localDay(sql`last`)} - ${localDay(sql`first`)}) as number
    cross join lateral (select ${localDay(sql`first`)} + number as day) on_day
    cross join lateral jsonb_to_recordset(${webCallHours.weekly}) as times ("day" int, "from" text, "until" text)
    cross join lateral generate_series(
      (on_day.day + times."from"::time) at time zone ${zone},
      (on_day.day + times."until"::time) at time zone ${zone} - ${minutes},
      ${minutes}) as slot
    where ${inArray(users.role, [...HOST_ROLES])} and ${isOpenAccount}
      ${moved ? sql`and ${webCallHours.userId} = ${moved.hostId}` : sql``}
      and times."day" = extract(isodow from on_day.day) and slot >= first and slot < last
      and not exists (
        select from jsonb_to_recordset(${webCallHours.daysOff}) as off ("from" date, "until" date) where on_day.day between off."from" and off."until")
      and not ${overlaps}
    order by slot, ${webCallHours.userId}`)
  return rows
}

/** The hosts who are free at this instant, those with the fewest upcoming calls first. */
const freeHosts = async (db: Reader | Tx, startsAt: string, query: Pick<SlotQuery, 'memberId' | 'moved'>) => {
  const from = sql`${startsAt}::timestamptz`
  const free = await freeTimes(db, { ...query, ...clampToBookable(from, sql`${from} + interval '1 millisecond'`) })
  const ids = free.map(({ hostId }) => hostId)
  if (ids.length < 2) return ids
  const { rows } = await db.execute<{ hostId: string }>(sql`
    select ${webCalls.hostId} as "hostId" from ${webCalls}
    where ${inArray(webCalls.hostId, ids)} and ${webCalls.state} = 'BOOKED' and ${webCalls.startsAt} > now()`)
  const callsOf = (id: string) => rows.filter(({ hostId }) => hostId === id).length
  return ids.toSorted((one, other) => callsOf(one) - callsOf(other))
}

type Needs = Pick<AppContext, 'jobs' | 'notify' | 'settings'>

const HOUR_MS = 3_600_000

const isAhead = ({ state, startsAt }: WebCallRow, hours = 0) =>
  state === 'BOOKED' && Date.parse(startsAt) - hours * HOUR_MS > Date.now()

/** Calls as returned to clients: with the host, the end, and whether the member can still change them. */
const withHosts = async (rows: WebCallRow[], context: ReadContext | WriteContext) => {
  const names = await fullNamesOf(
    readerOf(context),
    rows.map(({ hostId }) => hostId),
  )
  return rows.map((row) => ({
    ...row,
    endsAt: new Date(Date.parse(row.startsAt) + CALL_MINUTES * 60_000).toISOString(),
    host: { uniqueId: row.hostId, fullName: names.get(row.hostId) ?? '' },
    isOpen: isAhead(row, CHANGE_HOURS),
    isOver: Date.parse(row.startsAt) <= Date.now(),
  }))
}

const { show, ...records } = withRelations(webCallEntity, withHosts)

/** The numbers of the actor's calls that count in a month. */
const usedNumbers = async (month: string, context: ReadContext | WriteContext) => {
  const isCounted = and(eq(webCalls.createdBy, context.actor.uniqueId), eq(webCalls.month, month), eq(webCalls.state, 'BOOKED'))
  const found = await readerOf(context).select({ nth: webCalls.nth }).from(webCalls).where(isCounted)
  return found.map(({ nth }) => nth)
}

const monthlyLimit = ({ actor }: ReadContext | WriteContext) => planOf(actor)?.webCalls ?? 0

/** The month of an instant and the number of one more call in it. Throws a conflict if the plan allows no more. */
const numberInMonth = async ({ settings }: Needs, startsAt: string, context: WriteContext) => {
  const month = monthIn(await timeZoneOf(settings, context.scope.tenantId), new Date(startsAt))
  const used = await usedNumbers(month, context)
  const { left, most, renews } = quotaOf(month, monthlyLimit(context), used.length)
  if (left === 0)
    throw conflict(
      say(
        'You have booked the one web call of this month. From {day} there is another.|You have booked all {count} web calls of this month. From {day} there are more.',
        {
          count: most ?? 0,
          day: formatDay(renews),
        },
      ),
    )
  const nth = Array.from({ length: used.length + 1 }, (_, at) => at + 1).find((one) => !used.includes(one))!
  return { month, nth }
}

/** Marks reminders as sent if the call is less than a day or an hour away: the letter about the booking or move replaces them. */
const reminderColumns = (startsAt: string) => {
  const ahead = Date.parse(startsAt) - Date.now()
  return { dayReminderFor: ahead < 24 * HOUR_MS ? startsAt : null, hourReminderFor: ahead < HOUR_MS ? startsAt : null }
}

/** Locks the bookings of the tenant, because free times depend on all of them. */
const lockBookings = (context: WriteContext) => lockUsage('web calls', context.scope.tenantId, context)

const timeTakenError = () => conflict(say('This time is no longer free. Please choose another one.'))

const noticeSubjects = {
  BOOKED: phrase('{member} has booked a web call'),
  MOVED: phrase('{member} has moved a web call'),
  LINK: phrase('Your web call has a new link'),
  CANCELLED: phrase('A web call is cancelled'),
} as const

/** How many bookings and changes of calls one user may make with the same other party in 24 hours: each mails both. Calls can still be cancelled. */
const MAX_CHANGES_PER_DAY = 20

/** Mails the calendar entry to both parties, and notifies the one who did not make the change. */
const notifyParties = async (
  { jobs, notify }: Needs,
  call: WebCallRow,
  occasion: keyof typeof noticeSubjects,
  context: WriteContext,
) => {
  const { tx, scope, actor } = context
  const others = [call.createdBy, call.hostId].filter((userId) => userId !== null && userId !== actor.uniqueId) as string[]
  const limitOf = (userId: string) => ({
    key: `web calls of ${actor.uniqueId} with ${userId}`,
    max: MAX_CHANGES_PER_DAY,
    minutes: 24 * 60,
  })
  if (occasion !== 'CANCELLED') await countTryWith(tx, scope.tenantId, ...others.map(limitOf))
  await queueLetters(jobs, tx, [call], occasion satisfies Occasion)
  const noticeText = { subject: noticeSubjects[occasion], content: '{about}', values: { member: call.member, about: call.about } }
  const path = `webCall/show/${call.uniqueId}`
  const opens = { rules: webCallPolicy.see, record: call }
  await notify(tx, scope.tenantId, ...others.map((userId) => ({ userId, ...noticeText, path, opens, byMail: false as const })))
}

const book = async (needs: Needs, { startsAt, about }: { startsAt: string; about: string }, context: WriteContext) => {
  const { tx, actor } = context
  await lockBookings(context)
  const monthColumns = await numberInMonth(needs, startsAt, context)
  const [hostId] = await freeHosts(tx, startsAt, { memberId: actor.uniqueId })
  if (!hostId) throw timeTakenError()
  const [hours] = await tx.select({ link: webCallHours.meetingLink }).from(webCallHours).where(eq(webCallHours.userId, hostId))
  const member = await memberLabel(context)
  const call = {
    startsAt,
    about,
    hostId,
    member,
    meetingLink: hours?.link ?? null,
    ...monthColumns,
    ...reminderColumns(startsAt),
  }
  return records.create(call, context, (row) => notifyParties(needs, row, 'BOOKED', context))
}

/** Throws a conflict unless the call is booked and begins more than so many hours from now. */
const assertAhead = (call: WebCallRow, hours = 0) => {
  if (!isAhead(call)) throw conflict(say('This web call is over or cancelled'))
  if (!isAhead(call, hours))
    throw conflict(say('A web call can be moved and cancelled until {count} hours before it.', { count: hours }))
}

interface Move {
  uniqueId: string
  updatedAt?: string | undefined
  startsAt: string
}

/** The columns of a call that tell calendars about a new version. */
const nextVersion = ({ sequence }: WebCallRow) => ({ sequence: sequence + 1, updatedAt: nextUpdatedAt(webCalls.updatedAt) })

const move = async (needs: Needs, change: Move, context: WriteContext) => {
  const { tx, actor, scope } = context
  await lockBookings(context)
  const before = await findRecord(webCallEntity, webCallPolicy.update, change.uniqueId, context, 'update')
  assertAhead(before, CHANGE_HOURS)
  if (before.startsAt === change.startsAt) return show(before, context)
  const moved = { uniqueId: before.uniqueId, hostId: before.hostId }
  const free = await freeHosts(tx, change.startsAt, { memberId: actor.uniqueId, moved })
  if (free.length === 0) throw timeTakenError()
  const month = monthIn(await timeZoneOf(needs.settings, scope.tenantId), new Date(change.startsAt))
  const monthColumns = month === before.month ? {} : await numberInMonth(needs, change.startsAt, context)
  return records.update(change, context, async (row) => {
    const [updated] = await tx
      .update(webCalls)
      .set({ ...monthColumns, ...reminderColumns(change.startsAt), ...nextVersion(row) })
      .where(eq(webCalls.uniqueId, row.uniqueId))
      .returning()
    await notifyParties(needs, updated!, 'MOVED', context)
    return updated!
  })
}

/** Changes fields of a call other than its time, logs the change, and notifies both parties. */
const updateAndNotify = async (
  needs: Needs,
  before: WebCallRow,
  fields: Partial<Pick<WebCallRow, 'state' | 'meetingLink'>>,
  occasion: 'LINK' | 'CANCELLED',
  context: WriteContext,
) => {
  const changes: Changes = changesOf(before, fields)
  if (Object.keys(changes).length === 0) return show(before, context)
  const [now] = await context.tx
    .update(webCalls)
    .set({ ...fields, ...nextVersion(before) })
    .where(eq(webCalls.uniqueId, before.uniqueId))
    .returning()
  await logChanges(context, webCallEntity, 'CHANGED', [now!], changes)
  await notifyParties(needs, now!, occasion, context)
  return show(now!, context)
}

const cancel = async (needs: Needs, { uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const before = await findRecord(webCallEntity, webCallPolicy.cancel, uniqueId, context, 'update')
  if (before.state === 'CANCELLED') return show(before, context)
  assertAhead(before, isMember(context.actor) ? CHANGE_HOURS : 0)
  return updateAndNotify(needs, before, { state: 'CANCELLED' }, 'CANCELLED', context)
}

const setLink = async (
  needs: Needs,
  { uniqueId, meetingLink }: { uniqueId: string; meetingLink: string | null },
  context: WriteContext,
) => {
  const before = await findRecord(webCallEntity, webCallPolicy.link, uniqueId, context, 'update')
  assertAhead(before)
  return updateAndNotify(needs, before, { meetingLink }, 'LINK', context)
}

const listSlots = async (
  { from, until, webCall }: { from: string; until: string; webCall?: string | undefined },
  context: ReadContext,
) => {
  if (until < from) throw invalid({ until: say('The end must be after the beginning') })
  if ((Date.parse(until) - Date.parse(from)) / DAY_MS >= MAX_QUERY_DAYS)
    throw invalid({ until: say('At most {count} days', { count: MAX_QUERY_DAYS }) })
  const moved = webCall ? await findRecord(webCallEntity, webCallPolicy.update, webCall, context) : undefined
  const { timeZone, db, actor } = context
  const span = clampToBookable(startOfDay(from, timeZone), startOfDay(until, timeZone, 1))
  const free = await freeTimes(db, { ...span, memberId: actor.uniqueId, moved })
  return { slots: [...new Set(free.map(({ startsAt }) => startsAt))] }
}

/** The hours of the actor. */
const hoursOf = async (context: ReadContext | WriteContext) => {
  const [row] = await readerOf(context).select().from(webCallHours).where(eq(webCallHours.userId, context.actor.uniqueId))
  return row ? toHours(row) : null
}

const toHours = ({ timeZone, weekly, daysOff, meetingLink }: typeof webCallHours.$inferSelect) => ({
  timeZone,
  weekly,
  daysOff,
  meetingLink,
})

const webCallRoutes = (needs: Needs) =>
  routes(webCallApi, {
    ...records,
    remaining: async (_, context) => {
      const month = monthIn(await timeZoneOf(needs.settings, context.scope.tenantId))
      return quotaOf(month, monthlyLimit(context), (await usedNumbers(month, context)).length)
    },
    slots: listSlots,
    create: (fields, context) => book(needs, fields, context),
    update: (change, context) => move(needs, change, context),
    cancel: (which, context) => cancel(needs, which, context),
    link: (change, context) => setLink(needs, change, context),
    hours: (_, context) => hoursOf(context),
    saveHours: async (hours, context) => {
      const { tx, actor } = context
      const userId = actor.uniqueId
      const [row] = await tx
        .insert(webCallHours)
        .values({ ...hours, userId, createdBy: userId })
        .onConflictDoUpdate({
          target: [webCallHours.tenantId, webCallHours.userId],
          set: { ...hours, updatedAt: nextUpdatedAt(webCallHours.updatedAt, excludedUpdatedAt) },
        })
        .returning()
      notifyOfOwn(tx, actor.tenantId, userId, webCallEntity.name)
      return toHours(row!)
    },
  })

/** Calls of half an hour that members book in the hours of the staff, as their plan allows. */
export const webCallFeature = (context: AppContext): Feature => ({
  routes: () => [webCallRoutes(context)],
  workers: [webCallLetterWorker(context)],
  schedules: [webCallReminder(context)],
  entities: [webCallEntity],
  onUserDeleted: deleteHoursOf,
  onAccessChanged: cancelCallsOf(context.jobs),
})
