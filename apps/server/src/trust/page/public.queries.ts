import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#kit/database/database'
import { type Breakdown, reviewAnswers, reviewInvitations, trustScores } from '#trust/schema/review.table'
import { scopeOfOwner } from '../owner.ts'
import { initialOf } from '../publicPage.queries.ts'

/*
 * The only place where visitors are shown data of an owner's partition. It reveals the first name and the first letter of the last name of
 * the writer of a public remark; of all other answers only their stars and their day.
 */

type Owner = Parameters<typeof scopeOfOwner>[0]

/** An answer without personal data. */
export interface PublicAnswer {
  day: string
  /** Half steps by question. */
  ratings: Readonly<Record<string, number>>
  /** A newer answer of the same customer counts instead. */
  isEarlier: boolean
  viaLink: boolean
}

export interface Sums {
  sent: number
  answered: number
  answers: number
  earlier: number
  score: number
  breakdown: Breakdown
}

/** All answers of an owner that were not removed, oldest first, with the sums of the same moment. */
export const answersOf = async (
  db: Pick<Database, 'as'>,
  owner: Owner,
): Promise<{ sums: Sums | null; given: PublicAnswer[] }> => {
  const isCurrent = sql`${reviewAnswers.ownerId} = ${owner.uniqueId} and ${reviewAnswers.deletedAt} is null`
  const { rows } = await db.as(scopeOfOwner(owner)).execute<{ sums: Sums | null; given: PublicAnswer[] }>(sql`select
    (select json_build_object('sent', sent, 'answered', answered, 'answers', answers, 'earlier', earlier, 'score', score::float8,
      'breakdown', breakdown) from ${trustScores} where ${trustScores.ownerId} = ${owner.uniqueId}) as sums,
    (select coalesce(json_agg(json_build_object('day', day, 'ratings', ratings, 'isEarlier', superseded_by is not null,
      'viaLink', via_link) order by created_at, id), '[]') from ${reviewAnswers} where ${isCurrent}) as given`)
  return rows[0]!
}

export interface Stars {
  /** Rounded to whole stars. */
  stars: number
  answers: number
  scoreSum: number
  lately: number
  latelySum: number
}

/** The answers that count, grouped by stars: of all time, and since a day. */
export const countStars = async (db: Pick<Database, 'as'>, owner: Owner, since: string) => {
  const sinceFilter = sql`filter (where ${reviewAnswers.day} >= ${since}::date)`
  const { rows } = await db.as(scopeOfOwner(owner)).execute<Stars & Record<string, unknown>>(sql`
    select greatest(1, round(${reviewAnswers.score}))::int as stars, count(*)::int as answers,
      sum(${reviewAnswers.score})::float8 as "scoreSum", (count(*) ${sinceFilter})::int as lately,
      coalesce(sum(${reviewAnswers.score}) ${sinceFilter}, 0)::float8 as "latelySum"
    from ${reviewAnswers} where ${reviewAnswers.ownerId} = ${owner.uniqueId} and ${reviewAnswers.deletedAt} is null
      and ${reviewAnswers.supersededBy} is null group by 1`)
  return rows
}

const isPublicRemark = (ownerId: string) =>
  sql`${reviewAnswers.ownerId} = ${ownerId} and ${reviewAnswers.deletedAt} is null and ${reviewAnswers.remarkPublic}
    and ${reviewAnswers.remarkRemovedAt} is null`

/** The number of public remarks, how many of them are testimonials, and the number of removed ones for each reason. */
export const countRemarks = async (db: Pick<Database, 'as'>, owner: Owner) => {
  const { remarkRemovedAt, remarkRemovedBecause, deletedAt, ownerId } = reviewAnswers
  const reader = db.as(scopeOfOwner(owner))
  const [[counted], removed] = await Promise.all([
    reader
      .select({
        total: sql<number>`count(*)::int`,
        testimonials: sql<number>`(count(*) filter (where ${reviewAnswers.showAsTestimonial}))::int`,
      })
      .from(reviewAnswers)
      .where(isPublicRemark(owner.uniqueId)),
    reader
      .select({ reason: remarkRemovedBecause, count: sql<number>`count(*)::int` })
      .from(reviewAnswers)
      .where(and(eq(ownerId, owner.uniqueId), sql`${deletedAt} is null and ${remarkRemovedAt} is not null`))
      .groupBy(remarkRemovedBecause)
      .orderBy(remarkRemovedBecause),
  ])
  return {
    ...counted!,
    removed: removed.flatMap(({ reason, count }) => (reason ? [{ reason, count }] : [])),
  }
}

const remarkColumns = {
  uniqueId: reviewAnswers.uniqueId,
  date: reviewAnswers.dateCreated,
  firstName: reviewAnswers.firstName,
  lastName: reviewAnswers.lastName,
  score: reviewAnswers.score,
  remark: reviewAnswers.remark,
  ownerReply: reviewAnswers.ownerReply,
  supersededBy: reviewAnswers.supersededBy,
  viaLink: reviewAnswers.viaLink,
  /** Not sent to clients, which only learn whether the customer was met. */
  emailAddress: reviewInvitations.emailAddress,
}

interface RemarkQuery {
  page: number
  size: number
  isOldestFirst: boolean
}

/** A page of the public remarks, found by their index. */
export const listPublicRemarks = (db: Pick<Database, 'as'>, owner: Owner, { page, size, isOldestFirst }: RemarkQuery) => {
  const order = isOldestFirst ? asc : desc
  return db
    .as(scopeOfOwner(owner))
    .select(remarkColumns)
    .from(reviewAnswers)
    .innerJoin(reviewInvitations, eq(reviewInvitations.uniqueId, reviewAnswers.uniqueId))
    .where(isPublicRemark(owner.uniqueId))
    .orderBy(order(reviewAnswers.dateCreated), order(reviewAnswers.uniqueId))
    .limit(size)
    .offset(page * size)
}
export type PublicRow = Awaited<ReturnType<typeof listPublicRemarks>>[number]

/** The remark of an answer, if it is public and not removed: whether its owner chose it as a testimonial. */
export const findPublicRemark = async (db: Pick<Database, 'as'>, owner: Owner, answerId: string) => {
  const [found] = await db
    .as(scopeOfOwner(owner))
    .select({ isChosen: reviewAnswers.showAsTestimonial })
    .from(reviewAnswers)
    .where(and(eq(reviewAnswers.uniqueId, answerId), isPublicRemark(owner.uniqueId)))
  return found
}

/** The public data of these answers: if a remark is not public, only the date and the stars. */
export const answersByIds = async (db: Pick<Database, 'as'>, owner: Owner, answerIds: readonly string[]) => {
  if (answerIds.length === 0) return []
  const { uniqueId, dateCreated, score, viaLink, firstName, lastName, remark, remarkPublic, remarkRemovedBecause } = reviewAnswers
  const found = await db
    .as(scopeOfOwner(owner))
    .select({ uniqueId, dateCreated, score, viaLink, firstName, lastName, remark, remarkPublic, remarkRemovedBecause })
    .from(reviewAnswers)
    .where(
      and(inArray(uniqueId, [...answerIds]), eq(reviewAnswers.ownerId, owner.uniqueId), sql`${reviewAnswers.deletedAt} is null`),
    )
    .orderBy(asc(dateCreated), asc(uniqueId))
  return found.map((one) => ({
    uniqueId: one.uniqueId,
    date: one.dateCreated,
    score: Number(one.score),
    viaLink: one.viaLink,
    contact: one.remarkPublic ? { firstName: one.firstName, lastName: `${initialOf(one.lastName)}.` } : null,
    remark: one.remarkPublic ? one.remark : null,
    removed: one.remarkRemovedBecause,
  }))
}
