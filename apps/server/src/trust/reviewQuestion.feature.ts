import type { Language } from '@tradewind/contract/kit/language'
import { type ReviewType, reviewTypes } from '@tradewind/contract/trust/review.words'
import { reviewQuestionApi, ReviewQuestionInput } from '@tradewind/contract/trust/reviewQuestion.contract'
import { sheet } from '@tradewind/workbook/sheet'
import { readFileSync } from 'node:fs'
import type { Database, Tx } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { entityUse, type Feature } from '#kit/feature'
import { routes } from '#kit/http/routes'
import { history } from '#kit/record/crud'
import { questionHandlers, questionSheet } from '#kit/record/questions'
import { inEachWithout } from '#platform/tenant.queries'
import type { AppContext } from '../appContext.ts'
import { reviewQuestionEntity, reviewQuestions, surveyQuestions } from './schema/reviewQuestion.table.ts'
import { allAsked } from './survey.queries.ts'

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

/** What the surveys of the tenant ask, and in which order. */
const reviewQuestionRoutes = routes(reviewQuestionApi, {
  ...questionHandlers(surveyQuestions, reviewQuestionEntity),
  history: history(reviewQuestionEntity, reviewQuestionApi.history.who),
  tenant: async ({ lang, reviewType }, { db }) => pageOf(await allAsked(db, reviewType, lang), {}),
})

const { reviewType, headline, question, position } = ReviewQuestionInput.shape

/** The sheet by which a tenant gets questions of its own, beside those that it began with. */
const reviewQuestionSheet = questionSheet({
  of: surveyQuestions,
  kind: reviewQuestionEntity,
  sheet: sheet('ReviewQuestions', [
    { header: 'Survey Type', field: 'reviewType', required: true, values: reviewTypes, width: 32 },
    { header: 'Headline', field: 'headline', required: true, width: 32 },
    { header: 'Question', field: 'question', required: true, width: 72 },
    { header: 'Position', field: 'position', width: 12 },
  ]),
  fields: { reviewType, headline, question, position },
})

/** What the surveys ask. */
export const reviewQuestionFeature = (context: AppContext): Feature => ({
  needs: 'REVIEWS_ENABLED',
  routes: () => [reviewQuestionRoutes],
  sheets: [reviewQuestionSheet],
  entities: [entityUse(reviewQuestionEntity)],
  onStart: () => addMissingQuestions(context),
  onTenantCreated: addFirstQuestions,
})
