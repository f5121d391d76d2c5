import type { Files } from '@tradewind/byte-store/files'
import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { assessmentApi, AssessmentQuestionInput } from '@tradewind/contract/site/assessment.contract'
import { assessmentCategories, type AssessmentCategory } from '@tradewind/contract/site/assessment.words'
import { sheet } from '@tradewind/workbook/sheet'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { type Database, type Reader, tenantScope, type Tx } from '#kit/database/database'
import { each, pageOf, type Paging } from '#kit/database/list'
import { notFound } from '#kit/errors'
import { entityUse, type Feature } from '#kit/feature'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { crud, history } from '#kit/record/crud'
import { questionHandlers, questionSheet } from '#kit/record/questions'
import { byNetwork, countTry } from '#platform/identity/throttle.queries'
import type { TextsOf } from '#platform/message.queries'
import { documents } from '#platform/schema/document.table'
import { linkTokens } from '#platform/schema/identity.table'
import { inEachWithout } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { AppContext } from '../appContext.ts'
import { allAsked, comparisonOf, wasMailed, worded } from './assessment/assessment.queries.ts'
import { pdfOf, sheetOf } from './assessment/pdf.ts'
import { assessmentWorker, type Needs as Submitting, submitting } from './assessment/submit.ts'
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

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`assessment/first/${name}.json`, import.meta.url), 'utf8')) as readonly FirstQuestion[]

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

/** Adds the initial statements to the tenant of this transaction, once; afterwards the tenant always has at least one. */
export const addFirstAssessmentQuestions = (tx: Tx) =>
  selfAssessmentQuestions.addFirst(
    tx,
    assessmentCategories.flatMap((category) => first[category].map((one, at) => rowOf(category, one, at))),
  )

/** Adds them for every tenant that existed before the self-assessment did. */
export const addMissingAssessmentQuestions = ({ db }: { db: Database }) =>
  inEachWithout(db, assessmentQuestions, addFirstAssessmentQuestions)

interface ResultNeeds {
  db: Database
  links: {
    read: (
      db: Reader,
      tenantId: string,
      token: string,
      purpose: 'RESULT',
    ) => Promise<{ uniqueId: string; subject: string } | undefined>
  }
}

interface AskedResult {
  token: string
  lang?: Language | undefined
}

/** A client may try invalid links 30 times a minute. A valid link is never rejected. */
const guesses = (ip: string) => byNetwork('result guessed', ip, 30, 1)

/**
 * The result behind a link: a secret token lets a visitor read the staff's partition, and only scores. The previous answers of the address
 * are shown only by the link that was mailed to it. Every token that is not a result of this tenant gets the same reply, and is counted for
 * the client that tries it.
 */
const resultBy =
  ({ db, links }: ResultNeeds) =>
  async ({ token, lang }: AskedResult, { scope, ip }: Pick<ReadContext, 'scope' | 'ip'>) => {
    const { tenantId } = scope
    const link = await links.read(db.as(tenantScope(tenantId)), tenantId, token, 'RESULT')
    const within = { tenantId, partitionId: tenantId }
    const staff = db.as(within)
    const isIt = link && and(eq(assessments.uniqueId, link.subject), isNull(assessments.deletedAt))
    const [found] = isIt ? await staff.select().from(assessments).where(isIt) : []
    if (!link || !found) {
      await countTry(db, scope, ...guesses(ip))
      throw notFound(say('Result not found'))
    }
    const isMailed = wasMailed(link)
    const [[shown], comparison] = await Promise.all([worded(staff, [found], lang), comparisonOf(staff, within, found, isMailed)])
    const { dateCreated, averages, answers, before } = shown!
    return { dateCreated, averages, answers, comparison, before: isMailed ? before : null }
  }

interface PdfNeeds extends ResultNeeds {
  files: Files
  tenants: { byId: (tenantId: string) => Promise<{ fullName: string } | undefined> }
  settings: TenantSettings
  texts: Pick<TextsOf, 'translator'>
}

/** The tenant's logo: a PNG, like every image that the server re-encodes. */
const logoOf = async ({ db, files }: { db: Database; files: Files }, tenantId: string, documentId: string) => {
  if (!documentId) return null
  const found = await db.as(tenantScope(tenantId)).select().from(documents).where(eq(documents.uniqueId, documentId))
  const bytes = found[0] && (await files.read(tenantId, found[0].hash))
  return bytes ? buffer(bytes) : null
}

/** The result behind a link as a PDF, with the tenant's name and texts; in the tenant's language if the request names none. */
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

/** The sheet that imports a tenant's own questions for the self-assessment, in addition to the initial ones. */
const assessmentQuestionSheet = questionSheet({
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

/** The questions of the tenant's self-assessment, and the submitted answers. */
const assessmentRoutes = (appContext: Needs) => {
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

/** Matches links to results that no longer exist. */
const leadsNowhere = sql`purpose = 'RESULT' and subject not in (select ${assessments.uniqueId}::text from ${assessments})`

/** The self-assessment: its questions, and the submitted answers. */
export const assessmentFeature = (context: AppContext): Feature => ({
  routes: () => [assessmentRoutes(context)],
  workers: [assessmentWorker(context)],
  sheets: [assessmentQuestionSheet],
  entities: [entityUse(assessmentQuestionEntity), entityUse(assessmentEntity, { confidential: true, ofPerson: true })],
  expired: [[linkTokens, leadsNowhere]],
  onStart: () => addMissingAssessmentQuestions(context),
  onTenantCreated: addFirstAssessmentQuestions,
})
