import { countryName, isCountryCode } from '@tradewind/contract/countries'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/say'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#kit/database/database'
import { job, worker } from '#kit/jobs'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { Mailer, Words } from '#services/mailer'
import { assessments } from '#site/schema/assessment.table'
import { type Lead, leads } from '#site/schema/lead.table'

/** Who has a letter about answers to the self-assessment. */
export const readers = ['ANSWERER', 'TENANT'] as const

interface JobPayload {
  tenantId: string
  assessmentId: string
  to: (typeof readers)[number]
  /** The answerer's. */
  language: Language | null
}

/** Mails the way to the result of a self-assessment, or that there is one. */
export const assessmentLetterJob = job<JobPayload>({ name: 'auditQuestion.assessment', letter: 'ASSESSMENT' })

interface Needs {
  db: Database
  settings: TenantSettings
  post: Mailer
  links: { tokenOf: (tenantId: string, id: string) => string }
}

/** The address may be anybody's: nothing that was typed is carried to it. */
const resultWords = (email: string, token: string, language: Language | null): Words => ({
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

/** What the tenant needs in order to answer. */
const noteWords = ({ name, email, title, country, contactNumber }: Lead, address: string): Words => ({
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
    country: isCountryCode(country) ? countryName(country) : '',
    number: contactNumber ?? '',
  },
})

/** The lead of an assessment, while both are there. */
const leadOf = async (db: Database, { tenantId, assessmentId }: JobPayload) => {
  const [found] = await db
    .as({ tenantId, partitionId: tenantId })
    .select({ lead: leads })
    .from(assessments)
    .innerJoin(leads, eq(leads.uniqueId, assessments.leadId))
    .where(and(eq(assessments.uniqueId, assessmentId), isNull(assessments.deletedAt), isNull(leads.deletedAt)))
  return found?.lead
}

const letterTo = async ({ settings, links }: Needs, { tenantId, assessmentId, to, language }: JobPayload, lead: Lead) => {
  if (to === 'ANSWERER') {
    const words = resultWords(lead.email, links.tokenOf(tenantId, assessmentId), language)
    return { to: { address: lead.email, language }, words }
  }
  const { CONTACT_EMAIL: address } = await settings.of(tenantId)
  return address ? { to: { address, language: null }, words: noteWords(lead, address) } : undefined
}

/** Writes the letter while the answers are there. Done again it is the same mail. */
export const assessmentWorker = (needs: Needs) =>
  worker(assessmentLetterJob, async (payload) => {
    const { tenantId, assessmentId, to } = payload
    const lead = await leadOf(needs.db, payload)
    const letter = lead && (await letterTo(needs, payload, lead))
    if (letter) await needs.post(`${assessmentId}.${to}`, tenantId, letter.to, letter.words)
  })
