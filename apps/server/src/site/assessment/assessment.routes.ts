import type { Files } from '@tradewind/byte-store/files'
import type { Language } from '@tradewind/contract/kit/language'
import { assessmentApi, AssessmentQuestionInput } from '@tradewind/contract/site/assessment.contract'
import { assessmentCategories } from '@tradewind/contract/site/assessment.words'
import { sheet } from '@tradewind/workbook/sheet'
import { eq } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import { type Database, tenantScope } from '#kit/database/database'
import { each, pageOf, type Paging } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { crud, history } from '#kit/record/crud'
import { questionHandlers, questionSheet } from '#kit/record/questionHandlers'
import type { TextsOf } from '#platform/message.queries'
import { documents } from '#platform/schema/document.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import {
  type Assessment,
  assessmentEntity,
  assessmentQuestionEntity,
  selfAssessmentQuestions,
} from '#site/schema/assessment.table'
import { allAsked, worded } from './assessment.queries.ts'
import { pdfOf } from './pdf/pdf.ts'
import { sheetOf } from './pdf/words.ts'
import { type AskedResult, resultBy, type ResultNeeds } from './result.ts'
import { type Needs as Submitting, submitting } from './submit.ts'

interface PdfNeeds extends ResultNeeds {
  files: Files
  tenants: { byId: (tenantId: string) => Promise<{ fullName: string } | undefined> }
  settings: TenantSettings
  texts: Pick<TextsOf, 'translator'>
}

/** The tenant's logo: a PNG, as all that we made again. */
const logoOf = async ({ db, files }: { db: Database; files: Files }, tenantId: string, documentId: string) => {
  if (!documentId) return null
  const found = await db.as(tenantScope(tenantId)).select().from(documents).where(eq(documents.uniqueId, documentId))
  const bytes = found[0] && (await files.read(tenantId, found[0].hash))
  return bytes ? buffer(bytes) : null
}

/** The result behind a link as a PDF, in the tenant's name and words, and in its language where none is asked for. */
const resultPdf =
  (needs: PdfNeeds) =>
  async ({ token, lang }: AskedResult, asking: Pick<ReadContext, 'scope' | 'ip'>) => {
    const result = await resultBy(needs)({ token }, asking)
    const { tenantId } = asking.scope
    const [tenant, decided] = await Promise.all([needs.tenants.byId(tenantId), needs.settings.of(tenantId)])
    const language = lang ?? (decided.DEFAULT_LANGUAGE as Language)
    const [t, logo] = await Promise.all([
      needs.texts.translator(tenantId, language),
      logoOf(needs, tenantId, decided.TENANT_LOGO),
    ])
    const body = await pdfOf(sheetOf(result, tenant?.fullName ?? '', logo, { t, language }))
    return { name: `self-assessment-${result.dateCreated.slice(0, 10)}.pdf`, type: 'application/pdf', body }
  }

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

const listAnswers = async ({ lang, ...asked }: Paging & { lang?: Language | undefined }, context: ReadContext) =>
  each(await base.list(asked, context), (rows: Assessment[]) => worded(context.db, rows, lang))

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
