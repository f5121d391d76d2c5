import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import {
  assessmentCategories,
  type AssessmentCategory,
  assessmentCategoryNames,
} from '@tradewind/contract/site/assessment.constants'
import { assessmentApi, AssessmentQuestionInput, AssessmentResult } from '@tradewind/contract/site/assessment.contract'
import { sheet, wordKey } from '@tradewind/workbook/sheet'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { tenantScope, type Tx } from '#kit/database/database'
import { mapPage, pageOf, type Paging } from '#kit/database/list'
import { formatterIn } from '#kit/days'
import { notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { crud } from '#kit/record/crud'
import { questionHandlers, questionSheet } from '#kit/record/questions'
import { countTry, networkLimits } from '#platform/identity/throttle.queries'
import { documents } from '#platform/schema/document.table'
import { linkTokens } from '#platform/schema/identity.table'
import { forEachTenantWithout } from '#platform/tenant.queries'
import type { AppContext } from '../appContext.ts'
import { comparisonOf, currentQuestions, isMailedLink, withQuestions } from './assessment/assessment.queries.ts'
import { createPdf, sheetOf } from './assessment/pdf.ts'
import { assessmentWorker, type Needs as Submitting, submitHandler } from './assessment/submit.ts'
import {
  type Assessment,
  assessmentEntity,
  assessmentQuestionEntity,
  assessmentQuestions,
  assessments,
  selfAssessmentQuestions,
} from './schema/assessment.table.ts'

/** An initial statement of every tenant, in every supported language. */
type FirstQuestion = Readonly<Record<Language, string>>

const readFirstQuestions = (name: string) =>
  JSON.parse(readFileSync(new URL(`assessment/first/${name}.json`, import.meta.url), 'utf8')) as readonly FirstQuestion[]

const firstQuestions: Readonly<Record<AssessmentCategory, readonly FirstQuestion[]>> = {
  LEADERSHIP: readFirstQuestions('leadership'),
  OPPORTUNITY: readFirstQuestions('opportunity'),
  CAPABILITY: readFirstQuestions('capability'),
  ASSETS: readFirstQuestions('assets'),
  DEVELOPMENT: readFirstQuestions('development'),
  SYSTEMS: readFirstQuestions('systems'),
}

const rowOf = (category: AssessmentCategory, { en, de, es, fr, it }: FirstQuestion, at: number) => {
  const translations = { de: { question: de }, es: { question: es }, fr: { question: fr }, it: { question: it } }
  const fields = { category, question: en, translations, position: at + 1 }
  return { ...fields, ...assessmentQuestionEntity.computedColumns(fields) }
}

/** Adds the initial statements to the tenant of this transaction, once; afterwards the tenant always has at least one. */
export const addFirstAssessmentQuestions = (tx: Tx) =>
  selfAssessmentQuestions.addFirst(
    tx,
    assessmentCategories.flatMap((category) => firstQuestions[category].map((one, at) => rowOf(category, one, at))),
  )

/** Adds them for every tenant that existed before the self-assessment did. */
export const addMissingAssessmentQuestions = ({ db }: Pick<AppContext, 'db'>) =>
  forEachTenantWithout(db, assessmentQuestions, addFirstAssessmentQuestions)

type ResultNeeds = Pick<AppContext, 'db' | 'links'>

interface ResultQuery {
  token: string
  lang?: Language | undefined
}

/** A client may try invalid links 30 times a minute. A valid link is never rejected. */
const guessLimit = (ip: string) => networkLimits('result guessed', ip, 30, 1)

/**
 * The result behind a link: a secret token lets a visitor read the staff's partition, and only scores. The previous answers of the address
 * are shown only by the link that was mailed to it. Every token that is not a result of this tenant gets the same reply, and is counted for
 * the client that tries it.
 */
const resultByToken =
  ({ db, links }: ResultNeeds) =>
  async ({ token, lang }: ResultQuery, { scope, ip }: Pick<ReadContext, 'scope' | 'ip'>) => {
    const { tenantId } = scope
    const link = await links.read(db.as(tenantScope(tenantId)), tenantId, token, 'RESULT')
    const staffScope = { tenantId, partitionId: tenantId }
    const staff = db.as(staffScope)
    const isResult = link && and(eq(assessments.uniqueId, link.subject), isNull(assessments.deletedAt))
    const [found] = isResult ? await staff.select().from(assessments).where(isResult) : []
    if (!link || !found) {
      await countTry(db, scope, ...guessLimit(ip))
      throw notFound(say('Result not found'))
    }
    const isMailed = isMailedLink(link)
    const [[result], comparison] = await Promise.all([
      withQuestions(staff, [found], lang),
      comparisonOf(staff, staffScope, found, isMailed),
    ])
    const { dateCreated, averages, answers, before } = result!
    return { dateCreated, averages, answers, comparison, before: isMailed ? before : null }
  }

type PdfNeeds = ResultNeeds & Pick<AppContext, 'files' | 'tenants' | 'settings' | 'texts'>

/** The tenant's logo: a PNG, like every image that the server re-encodes. */
const logoOf = async ({ db, files }: Pick<AppContext, 'db' | 'files'>, tenantId: string, documentId: string) => {
  if (!documentId) return null
  const found = await db.as(tenantScope(tenantId)).select().from(documents).where(eq(documents.uniqueId, documentId))
  const bytes = found[0] && (await files.read(tenantId, found[0].hash))
  return bytes ? buffer(bytes) : null
}

/** The result behind a link as a PDF, with the tenant's name and texts; in the tenant's language if the request names none. */
const resultPdf =
  (needs: PdfNeeds) =>
  async ({ token, lang }: ResultQuery, requestContext: Pick<ReadContext, 'scope' | 'ip'>) => {
    const result = AssessmentResult.parse(await resultByToken(needs)({ token }, requestContext))
    const { tenantId } = requestContext.scope
    const [tenant, settingValues] = await Promise.all([needs.tenants.byId(tenantId), needs.settings.of(tenantId)])
    const language = lang ?? (settingValues.DEFAULT_LANGUAGE as Language)
    const timeZone = settingValues.TIME_ZONE || 'UTC'
    const [t, logo] = await Promise.all([
      needs.texts.translator(tenantId, language),
      logoOf(needs, tenantId, settingValues.TENANT_LOGO),
    ])
    const body = await createPdf(sheetOf(result, tenant?.fullName ?? '', logo, { t, language, timeZone }))
    return {
      name: `self-assessment-${formatterIn(timeZone, 'date')(new Date(result.dateCreated))}.pdf`,
      type: 'application/pdf',
      body,
    }
  }

const { category, question, position } = AssessmentQuestionInput.shape

/** The sheet that imports a tenant's own questions for the self-assessment, in addition to the initial ones. */
const assessmentQuestionSheet = questionSheet({
  of: selfAssessmentQuestions,
  kind: assessmentQuestionEntity,
  sheet: sheet('AuditQuestions', [
    {
      header: 'Category',
      field: 'category',
      required: true,
      values: assessmentCategories,
      words: Object.fromEntries(assessmentCategories.map((key) => [wordKey(assessmentCategoryNames[key]), key])),
      width: 32,
    },
    { header: 'Question', field: 'question', required: true, width: 96 },
    { header: 'Position', field: 'position', width: 12 },
  ]),
  fields: { category, question, position },
})

type Needs = Submitting & PdfNeeds

const assessmentCrud = crud(assessmentEntity)

const listAnswers = async ({ lang, ...paging }: Paging & { lang?: Language | undefined }, context: ReadContext) =>
  mapPage(await assessmentCrud.list(paging, context), (rows: Assessment[]) => withQuestions(context.db, rows, lang))

/** The questions of the tenant's self-assessment, and the submitted answers. */
const assessmentRoutes = (appContext: Needs) => {
  const questions = questionHandlers(selfAssessmentQuestions, assessmentQuestionEntity)
  return routes(assessmentApi, {
    listQuestions: questions.list,
    getQuestion: questions.get,
    createQuestion: questions.create,
    updateQuestion: questions.update,
    removeQuestion: questions.remove,
    get: questions.get,
    history: questions.history,
    tenant: async ({ lang }, { db }) => pageOf(await currentQuestions(db, lang), {}),
    submit: submitHandler(appContext),
    result: resultByToken(appContext),
    resultPdf: resultPdf(appContext),
    answers: listAnswers,
    removeAnswers: assessmentCrud.remove,
  })
}

/** Matches links to results that no longer exist. */
const isOrphanedLink = sql`purpose = 'RESULT' and subject not in (select ${assessments.uniqueId}::text from ${assessments})`

/** The self-assessment: its questions, and the submitted answers. */
export const assessmentFeature = (context: AppContext): Feature => ({
  routes: () => [assessmentRoutes(context)],
  workers: [assessmentWorker(context)],
  sheets: [assessmentQuestionSheet],
  entities: [assessmentQuestionEntity, assessmentEntity],
  expired: [[linkTokens, isOrphanedLink]],
  onStart: () => addMissingAssessmentQuestions(context),
  onTenantCreated: addFirstAssessmentQuestions,
})
