import type { Language } from '@tradewind/contract/kit/language'
import { type ReviewType, reviewTypes } from '@tradewind/contract/trust/review.words'
import { readFileSync } from 'node:fs'
import type { Database, Tx } from '#kit/database/database'
import { inEachWithout } from '#platform/tenant/tenant.queries'
import { reviewQuestionEntity, reviewQuestions, surveyQuestions } from '../schema/reviewQuestion.table.ts'

/** A question that every tenant begins with, in every language that is spoken here. */
type FirstQuestion = Readonly<Record<Language, readonly [headline: string, question: string]>>

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`first/${name}.json`, import.meta.url), 'utf8')) as readonly FirstQuestion[]

const first: Readonly<Record<ReviewType, readonly FirstQuestion[]>> = {
  Manufacturers: read('manufacturers'),
  Distributors_Dealers: read('distributors'),
  Consultants_ServiceProviders: read('consultants'),
  FranchiseBrands: read('franchises'),
}

const worded = ([headline, question]: FirstQuestion['en']) => ({ headline, question })

const rowOf = (reviewType: ReviewType, { en, de, es, fr, it }: FirstQuestion, at: number) => {
  const translations = { de: worded(de), es: worded(es), fr: worded(fr), it: worded(it) }
  const fields = { ...worded(en), reviewType, translations, position: at + 1 }
  return { ...fields, ...reviewQuestionEntity.computedColumns(fields) }
}

/** Gives the tenant of this transaction the questions that every tenant begins with, once: it never has none again. */
export const addFirstQuestions = (tx: Tx) =>
  surveyQuestions.addFirst(
    tx,
    reviewTypes.flatMap((type) => first[type].map((one, at) => rowOf(type, one, at))),
  )

/** The same for every tenant that was there before questions were. */
export const addMissingQuestions = ({ db }: { db: Database }) => inEachWithout(db, reviewQuestions, addFirstQuestions)
