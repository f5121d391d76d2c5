import type { CountryCode } from '@tradewind/contract/countries'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import type { PlanKey } from '@tradewind/contract/plan'
import {
  type DeliveryPeriod,
  deliveryPeriods,
  type LeadSource,
  type ServiceKey,
  serviceNames,
} from '@tradewind/contract/site/lead.constants'
import { leadPolicy } from '@tradewind/contract/site/policies'
import { and, eq, isNull } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { notFound } from '#kit/errors'
import { type ManualContext, manualTransaction } from '#kit/http/context'
import { job, type Jobs, worker } from '#kit/jobs'
import { countRequest, mayMailVisitor } from '#platform/identity/throttle.queries'
import { consentColumns } from '#platform/legalText.queries'
import type { Notice, Notify } from '#platform/notification/notification.queries'
import { users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { preferredLanguage } from '#services/language'
import type { LetterTexts, Mailer } from '#services/mailer'
import { type Lead, leads } from '#site/schema/lead.table'
import { hasPublicPage } from '#trust/publicPage.queries'
import { createLead, findLeadManagers, planNameOf } from './lead.queries.ts'

/** The non-empty lines of what the visitor typed, one paragraph each. */
const linesOf = (text: string | null) => (text ?? '').split(/\s*\n\s*/).filter(Boolean)

/** What the visitor requested, without the typed comments. */
const requestLines = (lead: Lead, company: string | null): string[] => {
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

/** The complete request; a reply to the letter goes to the visitor. */
const wordsOf = (lead: Lead, company: string | null): LetterTexts => {
  const commentLines = linesOf(lead.comments).map((text, at) => [`line${at}`, text] as const)
  return {
    subject: lead.source === 'PLAN' ? phrase('Plan request from {name}') : phrase('New enquiry from {name}'),
    paragraphs: [
      ...requestLines(lead, company),
      ...commentLines.map(([placeholder]) => `{${placeholder}}`),
      phrase('Reply to this email to write to {name}.'),
    ],
    footer: phrase('You received this email because {tenant} knows {address}.'),
    replyTo: lead.email,
    values: {
      name: lead.name,
      email: lead.email,
      plan: planNameOf(lead),
      number: lead.contactNumber ?? '',
      company: company ?? '',
      ...Object.fromEntries(commentLines),
    },
    countries: { country: lead.country, market: lead.targetCountry },
  }
}

/** The recipients of letters about an enquiry. */
export const recipients = ['ASKER', 'PARTNER', 'TENANT'] as const

interface JobPayload {
  tenantId: string
  leadId: string
  to: (typeof recipients)[number]
  /** The visitor's language. */
  language: Language | null
}

/** Mails an enquiry to one of its recipients. */
const enquiryLetterJob = job<JobPayload>({ name: 'lead.enquiry', letter: 'ENQUIRY' })

interface MailNeeds {
  db: Database
  settings: TenantSettings
  post: Mailer
}
interface Letter {
  to: { address: string; language: Language | null }
  texts: LetterTexts
}

/** What the visitor chose from our lists, addressed to the visitor. */
const confirmationLines = (lead: Lead, company: string | null): string[] => {
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

/** The address may belong to anybody: the letter contains only what was chosen from lists, and nothing that was typed. */
const thankYouLetter = (lead: Lead, company: string | null, language: Language | null): Letter => ({
  to: { address: lead.email, language },
  texts: {
    subject: phrase('Thank you for your enquiry'),
    paragraphs: [...confirmationLines(lead, company), phrase('Thank you. We will be in touch shortly.')],
    footer: phrase('You received this email because {address} was given in an enquiry to {tenant}.'),
    values: {
      address: lead.email,
      plan: planNameOf(lead),
      company: company ?? '',
    },
    countries: { market: lead.targetCountry },
  },
})

const withAddress = (to: Letter['to'], words: LetterTexts): Letter => ({
  to,
  texts: { ...words, values: { ...words.values, address: to.address } },
})

/** The letter to one recipient. Undefined if the recipient has no address or no active account. */
const letterTo = async ({ db, settings }: MailNeeds, { tenantId, to, language }: JobPayload, lead: Lead) => {
  const [partner] = lead.memberId
    ? await db.as(tenantScope(tenantId)).select().from(users).where(eq(users.uniqueId, lead.memberId))
    : []
  const isActive = partner?.deletedAt === null && partner.deactivatedAt === null
  if (to === 'ASKER') return thankYouLetter(lead, partner?.userCompanyName ?? null, language)
  if (to === 'PARTNER')
    return isActive ? withAddress({ address: partner.emailAddress, language: partner.language }, wordsOf(lead, null)) : undefined
  const { CONTACT_EMAIL } = await settings.of(tenantId)
  return CONTACT_EMAIL
    ? withAddress({ address: CONTACT_EMAIL, language: null }, wordsOf(lead, partner?.userCompanyName ?? null))
    : undefined
}

/** Sends the letter if the lead still exists. A retry sends the same mail. */
export const enquiryWorker = (needs: MailNeeds) =>
  worker(enquiryLetterJob, async (payload) => {
    const { tenantId, leadId, to } = payload
    const isExisting = and(eq(leads.uniqueId, leadId), isNull(leads.deletedAt))
    const [lead] = await needs.db.as({ tenantId, partitionId: tenantId }).select().from(leads).where(isExisting)
    const letter = lead && (await letterTo(needs, payload, lead))
    if (letter) await needs.post(`${leadId}.${to}`, tenantId, letter.to, letter.texts)
  })

type Partner = typeof users.$inferSelect

/** The text of the notification for each kind of enquiry, in one line. */
const noticeTexts: Readonly<Record<Exclude<LeadSource, 'ASSESSMENT'>, Pick<Notice, 'subject' | 'content'>>> = {
  ENQUIRY: {
    subject: phrase('New enquiry from {name}'),
    content: phrase('{name} ({email}, {country}) asks for services in {market}.'),
  },
  PLAN: {
    subject: phrase('Plan request from {name}'),
    content: phrase('{name} ({email}, {country}) asks for the plan “{plan}”. {comments}'),
  },
  PARTNER: {
    subject: phrase('New enquiry from {name}'),
    content: phrase('{name} ({email}, {country}) would like to be put in touch with you. {comments}'),
  },
}
const partnerContent = phrase('{name} ({email}, {country}) would like to be put in touch with {company}. {comments}')

const countryValue = (code: string | null) => (code ? { country: code as CountryCode } : '')

const valuesOf = (lead: Lead, partner: Partner | undefined) => ({
  name: lead.name,
  email: lead.email,
  country: countryValue(lead.country),
  market: countryValue(lead.targetCountry),
  plan: planNameOf(lead),
  comments: lead.comments ?? '',
  company: partner?.userCompanyName ?? '',
})

/** The in-app notifications about an enquiry: for the users who manage leads, and for the requested partner. */
const noticesOf = (lead: Lead, partner: Partner | undefined, managers: readonly string[]): Notice[] => {
  const values = valuesOf(lead, partner)
  const noticeText = noticeTexts[lead.source as keyof typeof noticeTexts]
  const staff = managers.filter((userId) => userId !== partner?.uniqueId)
  return [
    ...staff.map((userId) => ({
      userId,
      ...noticeText,
      ...(partner && { content: partnerContent }),
      values,
      path: `lead/show/${lead.uniqueId}`,
      opens: { rules: leadPolicy.see },
    })),
    // The partner gets a letter of their own, which they can reply to.
    ...(partner ? [{ userId: partner.uniqueId, ...noticeText, values, byMail: false as const }] : []),
  ]
}

export interface Needs {
  db: Database
  jobs: Jobs
  notify: Notify
}

interface VisitorFields {
  name: string
  email: string
  country: CountryCode
  lang?: Language | undefined
  website?: string | undefined
  consent?: string | undefined
}

/** The lead to save for an enquiry, and the requested partner. */
interface Enquiry {
  lead: Parameters<typeof createLead>[1]
  partner?: Partner | undefined
}

/**
 * Saves a visitor's enquiry in the staff's partition, and sends the notifications and letters in the same transaction. A bot that fills in
 * the hidden field is counted and thanked like everyone else, but nothing is saved. A recipient (`recipientKey`) gets at most 300 enquiries an hour.
 */
const enquiryHandler = <Input extends VisitorFields>(
  { db, jobs, notify }: Needs,
  recipientKey: (input: Input) => string,
  read: (input: Input, tx: Tx) => Enquiry | Promise<Enquiry>,
) =>
  manualTransaction(async (input: Input, { scope: { tenantId }, ip, acceptedLanguages = '', writeOnce }: ManualContext) => {
    const scope = { tenantId, partitionId: tenantId }
    const isMachine = Boolean(input.website)
    await countRequest(db, scope, ip, {
      more: [{ key: `enquiry to ${recipientKey(input)}`, max: 300, minutes: 60 }],
      isIdle: isMachine,
    })
    if (isMachine) return {}
    const mayBeThanked = await mayMailVisitor(db, scope, input.email)
    const language = input.lang ?? preferredLanguage(acceptedLanguages) ?? null
    return writeOnce(async ({ tx }) => {
      const { lead: fields, partner } = await read(input, tx)
      const lead = await createLead(tx, { ...fields, ...(await consentColumns(tx, input.consent)) })
      await notify(tx, tenantId, ...noticesOf(lead, partner, await findLeadManagers(tx)))
      const getsLetter = { ASKER: mayBeThanked, PARTNER: partner !== undefined, TENANT: true }
      const payloads = recipients.filter((to) => getsLetter[to]).map((to) => ({ tenantId, leadId: lead.uniqueId, to, language }))
      await jobs.sendAll(tx, enquiryLetterJob, payloads)
      return {}
    }, scope)
  })

interface ServiceRequest extends VisitorFields {
  services: ServiceKey[]
  currentCountry: CountryCode
  deliveryPeriod: DeliveryPeriod
  contactNumber?: string | null | undefined
}

/** A request for services in a target market, which the form calls country. */
export const contactUs = (needs: Needs) =>
  enquiryHandler(
    needs,
    () => 'the tenant for services',
    ({ name, email, country: targetCountry, currentCountry: country, ...rest }: ServiceRequest) => {
      const { services, deliveryPeriod, contactNumber } = rest
      const source = 'ENQUIRY'
      return { lead: { source, name, email, country, targetCountry, services, deliveryPeriod, contactNumber } }
    },
  )

interface PlanRequest extends VisitorFields {
  plan: PlanKey
  comments?: string | null | undefined
}

export const subscribePlan = (needs: Needs) =>
  enquiryHandler(
    needs,
    () => 'the tenant for a plan',
    ({ name, email, country, plan, comments }: PlanRequest) => ({
      lead: { source: 'PLAN', name, email, country, plan, comments },
    }),
  )

/** Returns the partner if their page is public. Throws 404 otherwise. */
const findPartner = async (tx: Tx, uniqueId: string): Promise<Partner> => {
  const isPartner = and(eq(users.uniqueId, uniqueId), hasPublicPage, eq(users.isPartner, true))
  const [partner] = await tx.select().from(users).where(isPartner)
  if (!partner) throw notFound(say('Partner not found'))
  return partner
}

interface PartnerRequest extends VisitorFields {
  companyId?: string | undefined
  comments?: string | null | undefined
}

export const contactPartner = (needs: Needs) =>
  enquiryHandler(
    needs,
    ({ companyId = 'nobody' }: PartnerRequest) => companyId,
    async ({ name, email, country, comments, companyId }, tx) => {
      const partner = companyId ? await findPartner(tx, companyId) : undefined
      return { lead: { source: 'PARTNER', name, email, country, comments, memberId: partner?.uniqueId }, partner }
    },
  )
