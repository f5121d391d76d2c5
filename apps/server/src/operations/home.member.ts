import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { can } from '@tradewind/contract/kit/policy'
import type { HomeSection, memberSteps } from '@tradewind/contract/operations/home.contract'
import { type Actor, isMember } from '@tradewind/contract/roles'
import { reviewPolicy } from '@tradewind/contract/trust/policies'
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import { driveItems, driveShares } from '#drive/schema/drive.table'
import type { SoftDeleteTable } from '#kit/database/table'
import type { ReadContext } from '#kit/http/context'
import { users } from '#platform/schema/user.table'
import { reviewAnswers, reviewDays, reviewInvitations, reviewSettings } from '#trust/schema/review.table'

const SHOWN = 5
/** Days in which a remark or a shared file is new. */
const NEW_DAYS = 30
const isNew = (at: typeof reviewAnswers.dateCreated | typeof driveShares.dateCreated) =>
  gt(at, sql`now() - make_interval(days => ${NEW_DAYS})`)

type Item = HomeSection['items'][number]
type Found = Item & { total: number }

const sectionOf = (section: HomeSection['section'], kind: string, rows: readonly Found[]): HomeSection[] =>
  rows.length === 0 ? [] : [{ section, kind, total: rows[0]!.total, items: rows.map(({ total: _total, ...item }) => item) }]

/** Whose member's home tells of reviews: staff find theirs on their settings page. */
const hasReviews = (actor: Actor) => isMember(actor) && can(actor, reviewPolicy.keep)

const dayOf = (at: SQL | typeof reviewAnswers.dateCreated, timeZone: string) =>
  sql`to_char(${at} at time zone ${timeZone}, 'YYYY-MM-DD')`

/** What customers said lately and nobody has replied to, the latest first. */
export const remarksToReplyTo = async ({ actor, db, timeZone }: ReadContext): Promise<HomeSection[]> => {
  if (!hasReviews(actor)) return []
  const { uniqueId, ownerId, firstName, lastName, remark, ownerReply, dateCreated, deletedAt, supersededBy } = reviewAnswers
  const waits = and(
    eq(ownerId, actor.uniqueId),
    isNotNull(remark),
    isNull(ownerReply),
    isNull(deletedAt),
    isNull(supersededBy),
    isNew(dateCreated),
  )
  const { rows } = await db.execute<Found>(sql`
    select ${uniqueId} as "uniqueId", concat_ws(' ', ${firstName}, ${lastName}) as title, left(${remark}, 200) as detail,
      ${dayOf(dateCreated, timeZone)} as day, count(*) over ()::int as total
    from ${reviewAnswers} where ${waits} order by ${dateCreated} desc, ${uniqueId} desc limit ${SHOWN}`)
  return sectionOf('REMARKS', 'review', rows)
}

/** Invitations that wait for an answer, the latest first. */
export const unansweredInvitations = async ({ actor, db, timeZone }: ReadContext): Promise<HomeSection[]> => {
  if (!hasReviews(actor)) return []
  const { uniqueId, ownerId, firstName, lastName, companyName, state, sentAt, dateCreated } = reviewInvitations
  const waits = and(eq(ownerId, actor.uniqueId), eq(state, 'SENT'))
  const { rows } = await db.execute<Found>(sql`
    select ${uniqueId} as "uniqueId", concat_ws(' ', ${firstName}, ${lastName}) as title, ${companyName} as detail,
      ${dayOf(sql`coalesce(${sentAt}, ${dateCreated})`, timeZone)} as day,
      (select count(*)::int from ${reviewInvitations} where ${waits}) as total
    from ${reviewInvitations} where ${waits} order by ${dateCreated} desc, ${uniqueId} desc limit ${SHOWN}`)
  return sectionOf('UNANSWERED', 'reviewInvitation', rows)
}

/** What was shared with a member lately and not opened yet, the latest first. */
export const unopenedFiles = async ({ actor, db, timeZone }: ReadContext): Promise<HomeSection[]> => {
  if (!isMember(actor) || !can(actor, drivePolicy.shared)) return []
  const { userId, openedAt, dateCreated } = driveShares
  const waits = and(
    eq(userId, actor.uniqueId),
    isNull(openedAt),
    isNull(driveItems.deletedAt),
    isNull(users.deletedAt),
    isNew(dateCreated),
  )
  const { rows } = await db.execute<Found>(sql`
    select ${driveItems.uniqueId} as "uniqueId", ${driveItems.name} as title, concat_ws(' ', ${users.firstName}, ${users.lastName}) as detail,
      ${dayOf(sql`${dateCreated}`, timeZone)} as day, count(*) over ()::int as total
    from ${driveShares} join ${driveItems} on ${driveItems.uniqueId} = ${driveShares.itemId} join ${users} on ${users.uniqueId} = ${driveShares.ownerId}
    where ${waits} order by ${dateCreated} desc, ${driveShares.uniqueId} desc limit ${SHOWN}`)
  return sectionOf('FILES', 'file', rows)
}

export const isThere = (table: SoftDeleteTable) => sql`exists (select from ${table} where ${isNull(table.deletedAt)})`

/** When a first step of a member is done. */
export const ofMember = ({ uniqueId }: Actor): Readonly<Record<(typeof memberSteps)[number], SQL>> => {
  const isOwn = (table: typeof reviewInvitations | typeof reviewAnswers) =>
    sql`exists (select from ${table} where ${eq(table.ownerId, uniqueId)})`
  const branded = and(eq(users.uniqueId, uniqueId), isNotNull(users.brandLogoUID), sql`${users.userCompanyName} <> ''`)
  const chosen = and(eq(reviewSettings.ownerId, uniqueId), isNotNull(reviewSettings.reviewType))
  return {
    BRAND: sql`exists (select from ${users} where ${branded})`,
    SURVEY: sql`exists (select from ${reviewSettings} where ${chosen})`,
    CONTACTS: isThere(contacts),
    CAMPAIGN: isOwn(reviewInvitations),
    ANSWER: isOwn(reviewAnswers),
  }
}

interface Standing {
  day: string
  /** Null where all answers until then count no more. */
  score: number | null
  answers: number
  isLastOfMonth: boolean
  isBefore: boolean
}

/** The score as it stood on each day with answers: the last one, that of 30 days ago, and the last ones of the months of a year. */
export const readScore = async (_: object, { actor, db, timeZone }: ReadContext) => {
  const { day, answers, scoreSum, ownerId } = reviewDays
  const today = sql`(now() at time zone ${timeZone})::date`
  const { rows } = await db.execute<Standing & Record<string, unknown>>(sql`
    with standing as (
      select ${day} as day, sum(${answers}) over until as answers, sum(${scoreSum}) over until as sums,
        lead(${day}) over until as next
      from ${reviewDays} where ${eq(ownerId, actor.uniqueId)} window until as (order by ${day})),
    marked as (
      select day::text, (sums / nullif(answers, 0))::float8 as score, answers::int, next,
        day <= ${today} - ${NEW_DAYS}::int and coalesce(next > ${today} - ${NEW_DAYS}::int, true) as "isBefore",
        day > ${today} - interval '1 year' and date_trunc('month', next) is distinct from date_trunc('month', day) as "isLastOfMonth"
      from standing)
    select day, score, answers, "isBefore", "isLastOfMonth" from marked where "isBefore" or "isLastOfMonth" or next is null order by day`)
  const last = rows.at(-1)
  return {
    score: last?.score ?? null,
    answers: last?.answers ?? 0,
    before: rows.find(({ isBefore }) => isBefore)?.score ?? null,
    months: rows.flatMap((row) => (row.isLastOfMonth && row.score !== null ? [{ day: row.day, score: row.score }] : [])),
  }
}
