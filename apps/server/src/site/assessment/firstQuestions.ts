import type { Language } from '@tradewind/contract/kit/language'
import { type AssessmentCategory, assessmentCategories } from '@tradewind/contract/site/assessment.words'
import { readFileSync } from 'node:fs'
import type { Database, Tx } from '#kit/database/database'
import { inEachWithout } from '#platform/tenant.queries'
import { selfAssessmentQuestions, assessmentQuestionEntity, assessmentQuestions } from '#site/schema/assessment.table'

/** A statement that every tenant begins with, in every language that is spoken here. */
type FirstQuestion = Readonly<Record<Language, string>>

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`first/${name}.json`, import.meta.url), 'utf8')) as readonly FirstQuestion[]

const first: Readonly<Record<AssessmentCategory, readonly FirstQuestion[]>> = {
  LEADERSHIP: read('leadership'),
  OPPORTUNITY: read('opportunity'),
  CAPABILITY: read('capability'),
  ASSETS: read('assets'),
  DEVELOPMENT: read('development'),
  SYSTEMS: read('systems'),
}

const rowOf = (category: AssessmentCategory, { en, de, es, fr, it }: FirstQuestion, at: number) => {
  const translations = { de: { question: de }, es: { question: es }, fr: { question: fr }, it: { question: it } }
  const fields = { category, question: en, translations, position: at + 1 }
  return { ...fields, ...assessmentQuestionEntity.computedColumns(fields) }
}

/** Gives the tenant of this transaction the statements that every tenant begins with, once: it never has none again. */
export const addFirstAssessmentQuestions = (tx: Tx) =>
  selfAssessmentQuestions.addFirst(
    tx,
    assessmentCategories.flatMap((category) => first[category].map((one, at) => rowOf(category, one, at))),
  )

/** The same for every tenant that was there before the self-assessment was. */
export const addMissingAssessmentQuestions = ({ db }: { db: Database }) =>
  inEachWithout(db, assessmentQuestions, addFirstAssessmentQuestions)
