import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { leadPolicy } from '@tradewind/contract/site/policies'
import { and, eq, isNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { invalid, unauthenticated } from '#kit/errors'
import { type ManualContext, manualTransaction, type RequestContext } from '#kit/http/context'
import { job, type Jobs, worker } from '#kit/jobs'
import type { Links } from '#platform/identity/links.queries'
import { countRequest, mayMailVisitor } from '#platform/identity/throttle.queries'
import { consentColumns } from '#platform/legalText.queries'
import type { Notify } from '#platform/notification/notification.queries'
import { users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { preferredLanguage } from '#services/language'
import type { LetterTexts, Mailer } from '#services/mailer'
import { createLead, findLeadManagers } from '#site/lead.queries'
import { type Assessment, assessmentEntity, assessments } from '#site/schema/assessment.table'
import { type Lead, leads } from '#site/schema/lead.table'
import {
  averagesOf,
  createMailedLink,
  createTemporaryLink,
  type CurrentQuestions,
  currentQuestions,
  noteAnswered,
} from './assessment.queries.ts'

/** The recipients of letters about a self-assessment. */
const recipients = ['ANSWERER', 'TENANT'] as const

interface JobPayload {
  tenantId: string
  assessmentId: string
  to: (typeof recipients)[number]
  /** The language of the person who answers. */
  language: Language | null
}

/** Mails the link to the result of a self-assessment, or, to the tenant, that there is one. */
const assessmentLetterJob = job<JobPayload>({ name: 'auditQuestion.assessment', letter: 'ASSESSMENT' })

interface LetterNeeds {
  db: Database
  settings: TenantSettings
  post: Mailer
  links: Links
}

/** The address may belong to anybody: the letter contains nothing that was typed. */
const resultWords = (email: string, token: string, language: Language | null): LetterTexts => ({
  subject: phrase('The result of your self-assessment'),
  paragraphs: [
    phrase('Thank you for answering the self-assessment of {tenant}.'),
    phrase('Your result shows where you stand in each category, why it matters, and what to look at next.'),
    phrase('Anyone with the link can see the result. It shows no contact details.'),
  ],
  button: { label: phrase('See the result'), path: `self-assessment/${token}${language ? `?lang=${language}` : ''}` },
  footer: phrase('You received this email because {address} was given in the self-assessment of {tenant}.'),
  values: { address: email },
})

/** What the tenant needs in order to reply. */
const staffWords = ({ name, email, title, country, contactNumber }: Lead, address: string): LetterTexts => ({
  subject: phrase('New self-assessment from {name}'),
  paragraphs: [
    phrase('{name} ({email}) has answered the self-assessment.'),
    ...(title ? [phrase('Title: {title}')] : []),
    ...(country ? [phrase('Country: {country}')] : []),
    ...(contactNumber ? [phrase('Contact number: {number}')] : []),
    phrase('Reply to this email to write to {name}.'),
  ],
  footer: phrase('You received this email because {tenant} knows {address}.'),
  replyTo: email,
  values: {
    name,
    email,
    address,
    title: title ?? '',
    number: contactNumber ?? '',
  },
  countries: { country },
})

/** The lead of an assessment, if neither is deleted. */
const leadOf = async (db: Database, { tenantId, assessmentId }: JobPayload) => {
  const [found] = await db
    .as({ tenantId, partitionId: tenantId })
    .select({ lead: leads })
    .from(assessments)
    .innerJoin(leads, eq(leads.uniqueId, assessments.leadId))
    .where(and(eq(assessments.uniqueId, assessmentId), isNull(assessments.deletedAt), isNull(leads.deletedAt)))
  return found?.lead
}

const letterTo = async ({ settings, links }: LetterNeeds, { tenantId, assessmentId, to, language }: JobPayload, lead: Lead) => {
  if (to === 'ANSWERER') {
    const words = resultWords(lead.email, links.tokenOf(tenantId, assessmentId), language)
    return { to: { address: lead.email, language }, words }
  }
  const { CONTACT_EMAIL: address } = await settings.of(tenantId)
  return address ? { to: { address, language: null }, words: staffWords(lead, address) } : undefined
}

/** Sends the letter if the answers still exist. A retry sends the same mail. */
export const assessmentWorker = (needs: LetterNeeds) =>
  worker(assessmentLetterJob, async (payload) => {
    const { tenantId, assessmentId, to } = payload
    const lead = await leadOf(needs.db, payload)
    const letter = lead && (await letterTo(needs, payload, lead))
    if (letter) await needs.post(`${assessmentId}.${to}`, tenantId, letter.to, letter.words)
  })

/** The personal fields that a visitor enters. */
interface PersonalFields {
  email?: string | undefined
  title?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  /** ISO code. */
  country?: string | undefined
  contactNumber?: string | null | undefined
}

/** The person who answers the self-assessment. */
interface Answerer {
  email: string
  title: string | null
  firstName: string
  lastName: string
  /** Empty for a user, whose account has no country, and who was not asked for it. */
  country: string
  contactNumber: string | null
  /** The account's language. */
  language: Language | null
}

const requiredMessages = {
  email: say('{what} is required', { what: say('Email') }),
  title: say('{what} is required', { what: say('Title') }),
  firstName: say('{what} is required', { what: say('First name') }),
  lastName: say('{what} is required', { what: say('Last name') }),
  country: say('{what} is required', { what: say('Country') }),
  contactNumber: say('{what} is required', { what: say('Contact number') }),
} satisfies Record<keyof PersonalFields, Sentence>

const visitorOf = (input: PersonalFields): Answerer => {
  const missing = Object.entries(requiredMessages).filter(([field]) => !input[field as keyof PersonalFields])
  if (missing.length > 0) throw invalid(Object.fromEntries(missing), say('All fields are mandatory to proceed!'))
  return {
    ...(input as Required<PersonalFields> & Record<Exclude<keyof PersonalFields, 'contactNumber'>, string>),
    language: null,
  } as Answerer
}

/** The person who answers: a visitor by the entered fields; a signed-in user by the account, and by the entered fields where the account has none. */
const answererOf = async (db: Database, { actor }: RequestContext, input: PersonalFields): Promise<Answerer> => {
  if (actor.roles.length === 0) return visitorOf(input)
  const [account] = await db.as(tenantScope(actor.tenantId)).select().from(users).where(eq(users.uniqueId, actor.uniqueId))
  if (!account) throw unauthenticated()
  const { emailAddress: email, firstName, lastName, language } = account
  const { title = null, country = '', contactNumber = null } = input
  return { email, firstName, lastName, title, country, contactNumber, language }
}

export interface Needs {
  db: Database
  jobs: Jobs
  notify: Notify
  links: Links
}
type Answers = readonly { questionId: string; score: number }[]
interface Submission extends PersonalFields {
  answers: Answers
  lang?: Language | undefined
  website?: string | undefined
  consent?: string | undefined
}

/** The scores in the order of the questions. Throws unless every current question is answered exactly once, and no other. */
const scoresOf = (questions: CurrentQuestions, answers: Answers) => {
  const scores = new Map(answers.map(({ questionId, score }) => [questionId.toLowerCase(), score]))
  const isComplete = answers.length === questions.length && questions.every(({ uniqueId }) => scores.has(uniqueId))
  if (!isComplete) throw invalid({ answers: say('Please answer all questions.') }, say('Please answer all questions.'))
  return questions.map(({ uniqueId, category }) => ({ questionId: uniqueId, category, score: scores.get(uniqueId)! }))
}

const createAssessment = async (tx: Tx, answers: Answers, { leadId, name }: Pick<Assessment, 'leadId' | 'name'>) => {
  const ids = answers.map(({ questionId }) => questionId)
  await noteAnswered(tx, ids) // from here on none of them is deleted
  const scored = scoresOf(await currentQuestions(tx), answers)
  const storedAnswers = scored.map(({ questionId, score }) => ({ questionId, score }))
  const fields = { leadId, name, answers: storedAnswers, averages: averagesOf(scored) }
  const values = { ...fields, ...assessmentEntity.computedColumns(fields) }
  const [assessment] = await tx.insert(assessments).values(values).returning()
  return assessment!
}

const notifyLeadManagers = async ({ notify }: Needs, tx: Tx, tenantId: string, { leadId, name }: Assessment, email: string) => {
  const notice = {
    subject: phrase('New self-assessment from {name}'),
    content: phrase('{name} ({email}) has answered the self-assessment.'),
    values: { name, email },
    path: `lead/show/${leadId}`,
    opens: { rules: leadPolicy.see },
  }
  const managers = await findLeadManagers(tx)
  await notify(tx, tenantId, ...managers.map((userId) => ({ userId, ...notice })))
}

/**
 * Saves the answers in the staff's partition, and in the same transaction the lead, the link to the result, notifications and letters. A bot
 * that fills in the hidden field is counted and thanked like everyone else, but nothing is saved: its token opens nothing. The reply stored for
 * a repeated call contains the id of the link; the token is not stored anywhere.
 */
export const submitHandler = (needs: Needs) =>
  manualTransaction(async ({ website, answers, lang, consent, ...given }: Submission, requestContext: ManualContext) => {
    const { tenantId } = requestContext.scope
    const { db, jobs, links } = needs
    const staff = { tenantId, partitionId: tenantId }
    const isMachine = Boolean(website)
    const count = () => countRequest(db, staff, requestContext.ip, { kind: 'assessment', isIdle: isMachine })
    const tokenReply = (linkId: string) => ({ token: links.tokenOf(tenantId, linkId) })
    if (isMachine) return count().then(() => tokenReply(randomUUID()))
    const { language: accountLanguage, ...answerer } = await answererOf(db, requestContext, given)
    await count()
    scoresOf(await currentQuestions(requestContext.db), answers)
    const mayMail = await mayMailVisitor(db, staff, answerer.email)
    const language = lang ?? accountLanguage ?? preferredLanguage(requestContext.acceptedLanguages ?? '') ?? null
    const { linkId } = await requestContext.writeOnce(async ({ tx }) => {
      const lead = await createLead(tx, { source: 'ASSESSMENT', ...answerer, ...(await consentColumns(tx, consent)) })
      const assessment = await createAssessment(tx, answers, { leadId: lead.uniqueId, name: lead.name })
      const { uniqueId } = assessment
      await createMailedLink(links, tx, tenantId, uniqueId)
      const temporaryLink = await createTemporaryLink(links, tx, tenantId, uniqueId)
      await notifyLeadManagers(needs, tx, tenantId, assessment, answerer.email)
      const letters = recipients.filter((to) => to !== 'ANSWERER' || mayMail)
      const payloads = letters.map((to) => ({ tenantId, assessmentId: uniqueId, to, language }))
      await jobs.sendAll(tx, assessmentLetterJob, payloads)
      return { linkId: temporaryLink.uniqueId }
    }, staff)
    return tokenReply(linkId)
  })
