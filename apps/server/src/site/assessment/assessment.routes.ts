import type { Language } from '@tradewind/contract/kit/language'
import { assessmentApi, AssessmentQuestionInput } from '@tradewind/contract/site/assessment.contract'
import { assessmentCategories } from '@tradewind/contract/site/assessment.words'
import { sheet } from '@tradewind/workbook/sheet'
import { each, pageOf, type Paging } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { questionHandlers } from '#kit/question/handlers'
import { questionSheet } from '#kit/question/sheet'
import { crud } from '#kit/record/crud'
import { history } from '#kit/record/history'
import {
  type Assessment,
  assessmentEntity,
  assessmentQuestionEntity,
  selfAssessmentQuestions,
} from '#site/schema/assessment.table'
import { allAsked, worded } from './assessment.queries.ts'
import { type PdfNeeds, resultPdf } from './result.pdf.ts'
import { resultBy } from './result.ts'
import { type Needs as Submitting, submitting } from './submit.ts'

const { category, question, position } = AssessmentQuestionInput.shape

/** The sheet by which a tenant gets questions of its own for the self-assessment, beside those that it began with. */
export const assessmentQuestionSheet = questionSheet({
  of: selfAssessmentQuestions,
  kind: assessmentQuestionEntity,
  sheet: sheet('AuditQuestions', [
    { header: 'Category', field: 'category', required: true, values: assessmentCategories, width: 32 },
    { header: 'Question', field: 'question', required: true, width: 96 },
    { header: 'Position', field: 'position', width: 12 },
  ]),
  fields: { category, question, position },
})

type Needs = Submitting & PdfNeeds

const base = crud(assessmentEntity)

const listAnswers = async ({ lang, ...asked }: Paging & { lang?: Language | undefined }, context: ReadContext) => {
  const inWords = (rows: Assessment[]) => worded(context.db, rows, lang)
  const page = await base.list(asked, context)
  return 'stream' in page ? { stream: each(page.stream, inWords) } : { ...page, rows: await inWords(page.rows) }
}

/** What the self-assessment of the tenant asks, and what was answered. */
export const assessmentRoutes = (appContext: Needs) => {
  const questions = questionHandlers(selfAssessmentQuestions, assessmentQuestionEntity)
  return routes(assessmentApi, {
    listQuestions: questions.list,
    getQuestion: questions.get,
    createQuestion: questions.create,
    updateQuestion: questions.update,
    removeQuestion: questions.remove,
    history: history(assessmentQuestionEntity, assessmentApi.history.who),
    get: questions.get,
    tenant: async ({ lang }, { db }) => pageOf(await allAsked(db, lang), {}),
    submit: submitting(appContext),
    result: resultBy(appContext),
    resultPdf: resultPdf(appContext),
    answers: listAnswers,
    removeAnswers: base.remove,
  })
}
