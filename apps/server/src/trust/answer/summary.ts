import type { Language } from '@tradewind/contract/kit/language'
import type { QuestionScore, Remark, ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import { eq } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import type { users } from '#platform/schema/user.table'
import { questionsByIds } from '#trust/reviewQuestion/reviewQuestion.queries'
import { type Breakdown, trustScores } from '#trust/schema/review.table'

type Owner = typeof users.$inferSelect
export type Questions = Awaited<ReturnType<typeof questionsByIds>>

/** The means by question, in the questions' order: those that are asked, then those that were. */
export const scoresOf = (questions: Questions, breakdown: Breakdown): QuestionScore[] =>
  [...questions.values()].flatMap(({ uniqueId, headline, question }) => {
    const [totalReviews, halfSteps] = breakdown[uniqueId] ?? [0, 0]
    if (totalReviews === 0) return []
    return [{ questionId: uniqueId, headline, question, breakdownScore: halfSteps / 2 / totalReviews, totalReviews }]
  })

const nothing = { sent: 0, answered: 0, answers: 0, earlier: 0, score: '0', breakdown: {} }

/** What is behind somebody's score: by keys alone, however many answers there are. */
export const summaryOf = async (
  db: Reader,
  { uniqueId, userCompanyName: companyName, brandLogoUID, isPartner }: Owner,
  remarksOf: (db: Reader, ownerId: string) => Promise<Remark[]>,
  language: Language,
): Promise<ReviewSummary> => {
  const [[sums = nothing], remarks] = await Promise.all([
    db.select().from(trustScores).where(eq(trustScores.ownerId, uniqueId)),
    remarksOf(db, uniqueId),
  ])
  const questions = await questionsByIds(db, Object.keys(sums.breakdown), language)
  return {
    uniqueId,
    score: Number(sums.score),
    totalReviewsSent: sums.sent,
    totalAnsweredReviews: sums.answered,
    totalUnansweredReviews: Math.max(0, sums.sent - sums.answered),
    totalEarlierReviews: sums.earlier,
    companyName,
    brandLogoUID,
    isPartner,
    breakDownScore: { totalReviews: sums.answers, breakdown: scoresOf(questions, sums.breakdown), remarks },
  }
}
