import { type AssessmentCategory, assessmentCategories } from '@tradewind/contract/site/assessment.words'
import type { Typed } from '#kit/browser/kept-form'

/** From 'Strongly Disagree' to 'Strongly Agree'. */
export const scores = [0, 1, 2, 3, 4, 5] as const

interface Asked {
  uniqueId: string
  category: AssessmentCategory
}

/** What was answered so far, and which questions were not, in their order. */
export const answersIn = (typed: Typed, questions: readonly Asked[]) => ({
  answers: questions
    .filter(({ uniqueId }) => typed[uniqueId])
    .map(({ uniqueId }) => ({ questionId: uniqueId, score: Number(typed[uniqueId]) })),
  missing: questions.map(({ uniqueId }) => uniqueId).filter((uniqueId) => !typed[uniqueId]),
})

/** The questions of each category that has some, in the order of the categories. */
export const byCategory = <Q extends Asked>(questions: readonly Q[]) =>
  assessmentCategories
    .map((category) => ({ category, questions: questions.filter((asked) => asked.category === category) }))
    .filter((part) => part.questions.length > 0)

/** Minutes that it takes: a quarter of one for each question. */
export const minutesFor = (questions: number) => Math.ceil(questions / 4)
