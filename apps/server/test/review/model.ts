import type { HistoricScore, QuestionScore } from '@tradewind/contract/trust/review.schemas'

/** A question as the model knows it, in the order of its tenant. */
export interface ModelQuestion {
  id: string
  retired: boolean
}
/** An answer as the model knows it. */
export interface ModelAnswer {
  id: string
  owner: string
  day: string
  stars: Readonly<Record<string, number>>
  removed: boolean
  /** The customer who gave it, under any of their addresses. */
  customer: number
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
const scoreOf = ({ stars }: ModelAnswer) => mean(Object.values(stars))

type Means = Pick<QuestionScore, 'questionId' | 'breakdownScore' | 'totalReviews'>

/** The mean of each question that was answered: first those that are still asked, then the retired ones. */
const computeBreakdown = (answers: readonly ModelAnswer[], questions: readonly ModelQuestion[]): Means[] =>
  [...questions.filter(({ retired }) => !retired), ...questions.filter(({ retired }) => retired)].flatMap(({ id }) => {
    const stars = answers.flatMap((one) => (id in one.stars ? [one.stars[id]!] : []))
    return stars.length > 0 ? [{ questionId: id, breakdownScore: mean(stars), totalReviews: stars.length }] : []
  })

const computeMeans = (answers: readonly ModelAnswer[], questions: readonly ModelQuestion[]) => ({
  totalReviews: answers.length,
  score: mean(answers.map(scoreOf)),
  breakdown: computeBreakdown(answers, questions),
})

/** An answer that is not removed, and the day on which the customer's next answer replaces it. */
interface CountedAnswer extends ModelAnswer {
  until: string | undefined
}

/** Expects answers in the order in which they arrived. */
const withReplacementDays = (answers: readonly ModelAnswer[], owner: string): CountedAnswer[] => {
  const remainingAnswers = answers.filter((one) => one.owner === owner && !one.removed)
  return remainingAnswers.map((one, at) => {
    const next = remainingAnswers.slice(at + 1).find(({ customer }) => customer === one.customer)
    return { ...one, until: next && (next.day > one.day ? next.day : one.day) }
  })
}

/** A user's expected score, recomputed from every answer. */
export const expectedScore = (answers: readonly ModelAnswer[], owner: string, questions: readonly ModelQuestion[]) => {
  const ownAnswers = withReplacementDays(answers, owner)
  const currentAnswers = ownAnswers.filter(({ until }) => until === undefined)
  const days = [...new Set(ownAnswers.map(({ day }) => day))].toSorted()
  const answersOn = (day: string) => ownAnswers.filter((one) => one.day <= day && !(one.until && one.until <= day))
  return {
    ...computeMeans(currentAnswers, questions),
    earlier: ownAnswers.length - currentAnswers.length,
    answered: answers.filter((one) => one.owner === owner).length,
    history: days.map((date) => ({ date, breakDownScore: computeMeans(answersOn(date), questions) })),
  }
}

/** The part of a score that is compared: without texts, rounded to a trillionth. */
export const toRounded = ({ totalReviews, score, breakdown }: { score: number; totalReviews: number; breakdown: Means[] }) => ({
  totalReviews,
  score: score.toFixed(12),
  breakdown: breakdown.map(({ questionId, breakdownScore, totalReviews: many }) => [
    questionId,
    breakdownScore.toFixed(12),
    many,
  ]),
})
type Day = Pick<HistoricScore, 'date'> & { breakDownScore: { score: number; totalReviews: number; breakdown: Means[] } }
export const toRoundedDay = ({ date, breakDownScore }: Day) => ({ date, ...toRounded(breakDownScore) })
