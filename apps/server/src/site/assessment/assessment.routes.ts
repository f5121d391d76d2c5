import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { assessmentApi, AssessmentQuestionInput } from '@tradewind/contract/site/assessment.contract'
import { assessmentCategories } from '@tradewind/contract/site/assessment.words'
import { sheet } from '@tradewind/workbook/sheet'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import { each, pageOf, type Paging } from '#kit/database/list'
import { notFound } from '#kit/errors'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { questionHandlers } from '#kit/question/handlers'
import { placeInCell, questionSheet } from '#kit/question/sheet'
import { crud } from '#kit/record/crud'
import { history } from '#kit/record/history'
import { byNetwork, countTry } from '#platform/identity/throttle.queries'
import {
  type Assessment,
  assessmentEntity,
  assessmentQuestionEntity,
  assessments,
  selfAssessmentQuestions,
} from '#site/schema/assessment.table'
import { allAsked, worded } from './assessment.queries.ts'
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
  input: z.object({ category, question, position: placeInCell(position) }),
})

interface ResultContext {
  db: Database
  links: {
    read: (db: Reader, tenantId: string, token: string, purpose: 'RESULT') => Promise<{ subject: string } | undefined>
  }
}

/** Whoever tries links that are none may do so 30 times a minute. A link that is one is never refused. */
const guesses = (ip: string) => byNetwork('result guessed', ip, 30, 1)

/**
 * The result behind a link: a visitor comes into the partition of the staff by a secret that was mailed, and sees scores alone. Every token
 * that is none of this tenant's results is answered alike, and counted by who tries it.
 */
const resultBy =
  ({ db, links }: ResultContext) =>
  async ({ token, lang }: { token: string; lang?: Language | undefined }, { scope, ip }: Pick<ReadContext, 'scope' | 'ip'>) => {
    const { tenantId } = scope
    const link = await links.read(db.as(tenantScope(tenantId)), tenantId, token, 'RESULT')
    const staff = db.as({ tenantId, partitionId: tenantId })
    const isIt = link && and(eq(assessments.uniqueId, link.subject), isNull(assessments.deletedAt))
    const [found] = isIt ? await staff.select().from(assessments).where(isIt) : []
    if (!found) {
      await countTry(db, scope, ...guesses(ip))
      throw notFound(say('Result not found'))
    }
    const [shown] = await worded(staff, [found], lang)
    const { dateCreated, averages, answers } = shown!
    return { dateCreated, averages, answers }
  }

type Needs = Submitting & Parameters<typeof resultBy>[0]

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
    answers: listAnswers,
    removeAnswers: base.remove,
  })
}
