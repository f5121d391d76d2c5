import type { Language } from '@tradewind/contract/kit/language'
import { type ReviewType, reviewTypes } from '@tradewind/contract/trust/review.constants'
import { reviewQuestionApi, ReviewQuestionInput } from '@tradewind/contract/trust/reviewQuestion.contract'
import { sheet } from '@tradewind/workbook/sheet'
import { readFileSync } from 'node:fs'
import type { Tx } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import type { Feature } from '#kit/feature'
import { routes } from '#kit/http/routes'
import { questionHandlers, questionSheet } from '#kit/record/questions'
import { forEachTenantWithout } from '#platform/tenant.queries'
import type { AppContext } from '../appContext.ts'
import { reviewQuestionEntity, reviewQuestions, surveyQuestions } from './schema/reviewQuestion.table.ts'
import { currentQuestions } from './survey.queries.ts'

/** An initial question of every tenant, in every supported language. */
type FirstQuestion = Readonly<Record<Language, readonly [headline: string, question: string]>>

const readFirstQuestions = (name: string) =>
  JSON.parse(readFileSync(new URL(`first/${name}.json`, import.meta.url), 'utf8')) as readonly FirstQuestion[]

const firstQuestions: Readonly<Record<ReviewType, readonly FirstQuestion[]>> = {
  Manufacturers: readFirstQuestions('manufacturers'),
  Distributors_Dealers: readFirstQuestions('distributors'),
  Consultants_ServiceProviders: readFirstQuestions('consultants'),
  FranchiseBrands: readFirstQuestions('franchises'),
}

const toFields = ([headline, question]: FirstQuestion['en']) => ({ headline, question })

const rowOf = (reviewType: ReviewType, { en, de, es, fr, it }: FirstQuestion, at: number) => {
  const translations = { de: toFields(de), es: toFields(es), fr: toFields(fr), it: toFields(it) }
  const fields = { ...toFields(en), reviewType, translations, position: at + 1 }
  return { ...fields, ...reviewQuestionEntity.computedColumns(fields) }
}

/** Adds the initial questions to the tenant of this transaction, once; afterwards the tenant always has at least one. */
export const addFirstQuestions = (tx: Tx) =>
  surveyQuestions.addFirst(
    tx,
    reviewTypes.flatMap((type) => firstQuestions[type].map((one, at) => rowOf(type, one, at))),
  )

/** Adds them for every tenant that existed before questions did. */
export const addMissingQuestions = ({ db }: Pick<AppContext, 'db'>) =>
  forEachTenantWithout(db, reviewQuestions, addFirstQuestions)

/** The survey questions of the tenant, and their order. */
const reviewQuestionRoutes = routes(reviewQuestionApi, {
  ...questionHandlers(surveyQuestions, reviewQuestionEntity),
  tenant: async ({ lang, reviewType }, { db }) => pageOf(await currentQuestions(db, reviewType, lang), {}),
})

const { reviewType, headline, question, position } = ReviewQuestionInput.shape

/** The sheet that imports a tenant's own questions, in addition to the initial ones. */
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

/** The survey questions. */
export const reviewQuestionFeature = (context: AppContext): Feature => ({
  tenantSwitch: 'REVIEWS_ENABLED',
  routes: () => [reviewQuestionRoutes],
  sheets: [reviewQuestionSheet],
  entities: [reviewQuestionEntity],
  onStart: () => addMissingQuestions(context),
  onTenantCreated: addFirstQuestions,
})
