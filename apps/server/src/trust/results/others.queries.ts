import { STAFF } from '@tradewind/contract/roles'
import { and, eq, gt, ne, notInArray, sql } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { reviewSettings, trustScores } from '#trust/schema/review.table'

/** Fewer than these are no crowd: a mean of them would tell what one of them has. */
export const LEAST_OTHERS = 5

interface Mean {
  /** Null: of whole scores. */
  questionId: string | null
  mean: number
}

/**
 * The means of the tenant's other members who ask the same type of survey, of their whole scores and by question: the one thing of
 * other members that results tell. Each member counts once; without names or counts; to one decimal; only where five others or more have one.
 */
export const meansOfOthers = async (db: Reader, ownerId: string) => {
  const mine = db
    .select({ reviewType: reviewSettings.reviewType })
    .from(reviewSettings)
    .where(eq(reviewSettings.ownerId, ownerId))
  const isOther = and(
    sql`${reviewSettings.reviewType} = (${mine})`,
    ne(reviewSettings.ownerId, ownerId),
    gt(trustScores.answers, 0),
    isOpenAccount,
    notInArray(users.role, [...STAFF]),
  )
  const { rows } = await db.execute<Mean & Record<string, unknown>>(sql`
    with other as materialized (
      select ${trustScores.score} as score, ${trustScores.breakdown} as breakdown from ${reviewSettings}
      join ${trustScores} on ${eq(trustScores.ownerId, reviewSettings.ownerId)}
      join ${users} on ${eq(users.uniqueId, reviewSettings.ownerId)}
      where ${isOther}
    )
    select null as "questionId", round(avg(score), 1)::float8 as mean from other having count(*) >= ${LEAST_OTHERS}
    union all
    select sums.key, round(avg((sums.value ->> 1)::numeric / 2 / (sums.value ->> 0)::numeric), 1)::float8
    from other cross join jsonb_each(breakdown) sums where (sums.value ->> 0)::int > 0
    group by sums.key having count(*) >= ${LEAST_OTHERS}`)
  return new Map(rows.map(({ questionId, mean }) => [questionId, mean]))
}
