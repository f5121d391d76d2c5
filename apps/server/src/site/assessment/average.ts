import type { AssessmentCategory } from '@tradewind/contract/site/assessment.words'

interface Scored {
  category: AssessmentCategory
  score: number
}

/** The mean of each category that was asked, in the order in which they were, to full precision. */
export const averagesOf = (answers: readonly Scored[]) =>
  [...new Set(answers.map(({ category }) => category))].map((category) => {
    const scores = answers.filter((one) => one.category === category).map(({ score }) => score)
    return { category, average: scores.reduce((sum, score) => sum + score, 0) / scores.length }
  })
