import type { Language } from '@tradewind/contract/kit/language'
import type { AssessmentCategory } from '@tradewind/contract/site/assessment.words'
import type { Reader, Tx } from '#kit/database/database'
import { type Assessment, type assessmentQuestions, selfAssessmentQuestions } from '#site/schema/assessment.table'
import { answeredBefore } from './compare.queries.ts'

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

type Question = typeof assessmentQuestions.$inferSelect

/** A question in a language; as it is where it is not translated to that one, or none is asked for. */
const inLanguage = ({ uniqueId, category, question, translations }: Question, language?: Language) => {
  const words = language && language !== 'en' ? translations[language] : undefined
  return { uniqueId, category, question, ...words }
}

/** What the self-assessment asks now, in the order of its categories and of their questions. */
export const allAsked = async (db: Reader | Tx, language?: Language) =>
  (await selfAssessmentQuestions.asked(db)).map((one) => inLanguage(one, language))
export type AskedNow = Awaited<ReturnType<typeof allAsked>>

/** Notes, in the transaction of the answers, that these were answered: from then on their words stand. */
export const { noteAnswered } = selfAssessmentQuestions

/** Assessments with the words of what was asked, retired or not, and with what the same address answered before. */
export const worded = async (db: Reader, all: readonly Assessment[], language?: Language) => {
  const ids = new Set(all.flatMap(({ answers }) => answers.map(({ questionId }) => questionId)))
  const [found, before] = await Promise.all([
    selfAssessmentQuestions.byIds(db, [...ids]),
    answeredBefore(
      db,
      all.map(({ uniqueId }) => uniqueId),
    ),
  ])
  const asked = new Map(found.map((one) => [one.uniqueId, inLanguage(one, language)]))
  return all.map(({ uniqueId, leadId, dateCreated, averages, answers }) => ({
    uniqueId,
    leadId,
    dateCreated,
    averages,
    before: before.get(uniqueId) ?? null,
    answers: answers.flatMap(({ questionId, score }) => {
      const words = asked.get(questionId)
      return words ? [{ questionId, category: words.category, question: words.question, score }] : []
    }),
  }))
}
