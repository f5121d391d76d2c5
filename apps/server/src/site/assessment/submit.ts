import type { Language } from '@tradewind/contract/kit/language'
import { phrase, say } from '@tradewind/contract/kit/say'
import type { Database, Tx } from '#kit/database/database'
import { lines } from '#kit/database/list'
import { invalid } from '#kit/errors'
import { type ManualContext, manualTransaction } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { preferredLanguage } from '#services/web/language'
import { countAsking, mayBeWritten } from '#platform/identity/asking.queries'
import { leadKeepers } from '#site/lead/keepers.queries'
import { keepLead } from '#site/lead/lead.queries'
import type { Notify } from '#platform/notification/notification.queries'
import { allAsked, type AskedNow, noteAnswered } from './assessment.queries.ts'
import { type Assessment, assessments } from '#site/schema/assessment.table'
import { answererOf, type Given } from './answerer.ts'
import { assessmentLetterJob, readers } from './assessment.mail.ts'
import { averagesOf } from './average.ts'
import { keepLink, type OpenLinks } from './assessment.link.ts'

export interface Needs {
  db: Database
  jobs: Jobs
  notify: Notify
  links: OpenLinks
}
type Answers = readonly { questionId: string; score: number }[]
interface Submission extends Given {
  answers: Answers
  lang?: Language | undefined
  website?: string | undefined
}

/** The scores in the order in which they are asked: of every question that is asked now, once, and of no other. */
const scoresOf = (asked: AskedNow, answers: Answers) => {
  const scores = new Map(answers.map(({ questionId, score }) => [questionId.toLowerCase(), score]))
  const isAll = answers.length === asked.length && asked.every(({ uniqueId }) => scores.has(uniqueId))
  if (!isAll) throw invalid({ answers: say('Please answer all questions.') }, say('Please answer all questions.'))
  return asked.map(({ uniqueId, category }) => ({ questionId: uniqueId, category, score: scores.get(uniqueId)! }))
}

const keepAssessment = async (tx: Tx, answers: Answers, { leadId, name }: Pick<Assessment, 'leadId' | 'name'>) => {
  const ids = answers.map(({ questionId }) => questionId)
  await noteAnswered(tx, ids) // from here on none of them is deleted
  const scored = scoresOf(await allAsked(tx), answers)
  const kept = scored.map(({ questionId, score }) => ({ questionId, score }))
  const [assessment] = await tx
    .insert(assessments)
    .values({ leadId, name, answers: kept, averages: averagesOf(scored), searchText: lines(name) })
    .returning()
  return assessment!
}

const tellKeepers = async ({ notify }: Needs, tx: Tx, tenantId: string, { leadId, name }: Assessment, email: string) => {
  const notice = {
    subject: phrase('New self-assessment from {name}'),
    content: phrase('{name} ({email}) has answered the self-assessment.'),
    values: { name, email },
    path: `lead/show/${leadId}`,
  }
  const keepers = await leadKeepers(tx)
  await notify(tx, tenantId, ...keepers.map((userId) => ({ userId, ...notice })))
}

/**
 * Keeps what somebody answers in the partition of the staff, and in the same transaction its lead, the link to its result and what tells
 * those concerned. A machine that fills what nobody sees is counted and thanked like others, and forgotten.
 */
export const submitting = (needs: Needs) =>
  manualTransaction(async ({ website, answers, lang, ...given }: Submission, asking: ManualContext) => {
    const { tenantId } = asking.scope
    const { db, jobs, links } = needs
    const staff = { tenantId, partitionId: tenantId }
    const isMachine = Boolean(website)
    const count = () => countAsking(db, staff, asking.ip, { what: 'assessment', isIdle: isMachine })
    if (isMachine) return count().then(() => ({}))
    const { language: chosen, ...answerer } = await answererOf(db, asking, given)
    await count()
    scoresOf(await allAsked(asking.db), answers)
    const isWritten = await mayBeWritten(db, staff, answerer.email)
    const language = lang ?? chosen ?? preferredLanguage(asking.accepted ?? '') ?? null
    return asking.once(async ({ tx }) => {
      const lead = await keepLead(tx, { source: 'ASSESSMENT', ...answerer })
      const assessment = await keepAssessment(tx, answers, { leadId: lead.uniqueId, name: lead.name })
      const { uniqueId } = assessment
      await keepLink(links, tx, tenantId, uniqueId)
      await tellKeepers(needs, tx, tenantId, assessment, answerer.email)
      const letters = readers.filter((to) => to !== 'ANSWERER' || isWritten)
      const errands = letters.map((to) => ({ tenantId, assessmentId: uniqueId, to, language }))
      await jobs.sendAll(tx, assessmentLetterJob, errands)
      return {}
    }, staff)
  })
