import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/say'
import { deliveryPeriods, serviceNames } from '@tradewind/contract/site/lead.words'
import { and, eq, isNull } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import { job, worker } from '#kit/jobs'
import { users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { Mailer, Words } from '#services/mailer'
import { type Lead, leads } from '#site/schema/lead.table'
import { countryOf, planNameOf } from './lead.queries.ts'

/** A paragraph for each line of what was typed. */
const linesOf = (text: string | null) => (text ?? '').split(/\s*\n\s*/).filter(Boolean)

/** What was asked for, down to what was typed. */
const asked = (lead: Lead, company: string | null): string[] => {
  if (lead.source === 'PLAN') return [phrase('{name} ({email}, {country}) asks for the plan “{plan}”.')]
  if (lead.source === 'ENQUIRY')
    return [
      phrase('{name} ({email}, {country}) asks for these services in {market}:'),
      ...lead.services.map((key) => serviceNames[key]),
      phrase('Delivery period:'),
      ...(lead.deliveryPeriod ? [deliveryPeriods[lead.deliveryPeriod]] : []),
      phrase('Contact number: {number}'),
    ]
  return company
    ? [phrase('{name} ({email}, {country}) would like to be put in touch with {company}.')]
    : [phrase('{name} ({email}, {country}) would like to be put in touch with you.')]
}

/** All that was asked, so that an answer to the letter is an answer to the visitor. */
const wordsOf = (lead: Lead, company: string | null): Words => {
  const said = linesOf(lead.comments).map((text, at) => [`line${at}`, text] as const)
  return {
    subject: lead.source === 'PLAN' ? phrase('Plan request from {name}') : phrase('New enquiry from {name}'),
    paragraphs: [
      ...asked(lead, company),
      ...said.map(([hole]) => `{${hole}}`),
      phrase('Reply to this email to write to {name}.'),
    ],
    footer: phrase('You received this email because {tenant} knows {address}.'),
    replyTo: lead.email,
    values: {
      name: lead.name,
      email: lead.email,
      country: countryOf(lead.country),
      market: countryOf(lead.targetCountry),
      plan: planNameOf(lead),
      number: lead.contactNumber ?? '',
      company: company ?? '',
      ...Object.fromEntries(said),
    },
  }
}

/** Who has a letter about an enquiry. */
export const readers = ['ASKER', 'PARTNER', 'TENANT'] as const

interface JobPayload {
  tenantId: string
  leadId: string
  to: (typeof readers)[number]
  /** The asker's. */
  language: Language | null
}

/** Mails an enquiry to one of those concerned. */
export const enquiryLetterJob = job<JobPayload>({ name: 'lead.enquiry', letter: 'ENQUIRY' })

interface Needs {
  db: Database
  settings: TenantSettings
  post: Mailer
}
interface Letter {
  to: { address: string; language: Language | null }
  words: Words
}

/** What was chosen from our own lists, in words to whoever asked. */
const askedByThem = (lead: Lead, company: string | null): string[] => {
  if (lead.source === 'PLAN') return [phrase('You asked for the plan “{plan}”.')]
  if (lead.source === 'ENQUIRY')
    return [
      phrase('You asked for these services in {market}:'),
      ...lead.services.map((key) => serviceNames[key]),
      phrase('Delivery period:'),
      ...(lead.deliveryPeriod ? [deliveryPeriods[lead.deliveryPeriod]] : []),
    ]
  return company ? [phrase('You asked to be put in touch with {company}.')] : []
}

/** The address may be anybody's: it is told what was chosen, and nothing that was typed is carried to it. */
const thanks = (lead: Lead, company: string | null, language: Language | null): Letter => ({
  to: { address: lead.email, language },
  words: {
    subject: phrase('Thank you for your enquiry'),
    paragraphs: [...askedByThem(lead, company), phrase('Thank you. We will be in touch shortly.')],
    footer: phrase('You received this email because {address} was given in an enquiry to {tenant}.'),
    values: {
      address: lead.email,
      plan: planNameOf(lead),
      market: countryOf(lead.targetCountry),
      company: company ?? '',
    },
  },
})

const addressed = (to: Letter['to'], words: Words): Letter => ({
  to,
  words: { ...words, values: { ...words.values, address: to.address } },
})

/** The letter to one of those concerned. None where nobody is there to read it. */
const letterTo = async ({ db, settings }: Needs, { tenantId, to, language }: JobPayload, lead: Lead) => {
  const [partner] = lead.memberId
    ? await db.as(tenantScope(tenantId)).select().from(users).where(eq(users.uniqueId, lead.memberId))
    : []
  const isHere = partner?.deletedAt === null && partner.deactivatedAt === null
  if (to === 'ASKER') return thanks(lead, partner?.userCompanyName ?? null, language)
  if (to === 'PARTNER')
    return isHere ? addressed({ address: partner.emailAddress, language: partner.language }, wordsOf(lead, null)) : undefined
  const { CONTACT_EMAIL } = await settings.of(tenantId)
  return CONTACT_EMAIL
    ? addressed({ address: CONTACT_EMAIL, language: null }, wordsOf(lead, partner?.userCompanyName ?? null))
    : undefined
}

/** Writes the letter while the lead is there. Done again it is the same mail. */
export const enquiryWorker = (needs: Needs) =>
  worker(enquiryLetterJob, async (payload) => {
    const { tenantId, leadId, to } = payload
    const living = and(eq(leads.uniqueId, leadId), isNull(leads.deletedAt))
    const [lead] = await needs.db.as({ tenantId, partitionId: tenantId }).select().from(leads).where(living)
    const letter = lead && (await letterTo(needs, payload, lead))
    if (letter) await needs.post(`${leadId}.${to}`, tenantId, letter.to, letter.words)
  })
