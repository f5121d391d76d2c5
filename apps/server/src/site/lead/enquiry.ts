import type { CountryCode } from '@tradewind/contract/countries'
import type { Language } from '@tradewind/contract/kit/language'
import { phrase, say } from '@tradewind/contract/kit/say'
import type { PlanKey } from '@tradewind/contract/plan'
import type { DeliveryPeriod, LeadSource, ServiceKey } from '@tradewind/contract/site/lead.words'
import { and, eq } from 'drizzle-orm'
import type { Database, Tx } from '#kit/database/database'
import { notFound } from '#kit/errors'
import { type ManualContext, manualTransaction } from '#kit/http/context'
import type { Jobs } from '#kit/jobs'
import { countAsking, mayBeWritten } from '#platform/identity/throttle.queries'
import { consentTo } from '#platform/legalText.queries'
import type { Notice, Notify } from '#platform/notification/notification.queries'
import { users } from '#platform/schema/user.table'
import { preferredLanguage } from '#services/web/language'
import type { Lead } from '#site/schema/lead.table'
import { isShown } from '#trust/shown.queries'
import { enquiryLetterJob, readers } from './enquiry.mail.ts'
import { countryOf, keepLead, leadKeepers, planNameOf } from './lead.queries.ts'

type Partner = typeof users.$inferSelect

/** How each kind of enquiry is told, in a line. */
const tellings: Readonly<Record<Exclude<LeadSource, 'ASSESSMENT'>, Pick<Notice, 'subject' | 'content'>>> = {
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
const toThem = phrase('{name} ({email}, {country}) would like to be put in touch with {company}. {comments}')

const valuesOf = (lead: Lead, partner: Partner | undefined) => ({
  name: lead.name,
  email: lead.email,
  country: countryOf(lead.country),
  market: countryOf(lead.targetCountry),
  plan: planNameOf(lead),
  comments: lead.comments ?? '',
  company: partner?.userCompanyName ?? '',
})

/** What the bell tells of an enquiry: those who look after leads, and the partner who was asked for. */
const noticesOf = (lead: Lead, partner: Partner | undefined, keepers: readonly string[]): Notice[] => {
  const values = valuesOf(lead, partner)
  const told = tellings[lead.source as keyof typeof tellings]
  const staff = keepers.filter((userId) => userId !== partner?.uniqueId)
  return [
    ...staff.map((userId) => ({
      userId,
      ...told,
      ...(partner && { content: toThem }),
      values,
      path: `lead/show/${lead.uniqueId}`,
    })),
    // A letter of its own tells them, which they can answer.
    ...(partner ? [{ userId: partner.uniqueId, ...told, values, byMail: false as const }] : []),
  ]
}

export interface Needs {
  db: Database
  jobs: Jobs
  notify: Notify
}

interface Asker {
  name: string
  email: string
  country: CountryCode
  lang?: Language | undefined
  website?: string | undefined
  consent?: string | undefined
}

/** What is kept of an enquiry, and the partner who was asked for. */
interface Enquiry {
  lead: Parameters<typeof keepLead>[1]
  partner?: Partner | undefined
}

/**
 * Keeps what a visitor asks, in the partition of the staff, and in the same transaction what tells those concerned: bell and letters. A
 * machine that fills what nobody sees is counted and thanked like others, and forgotten. `whom` is asked 300 times an hour at most.
 */
const enquiring = <Input extends Asker>(
  { db, jobs, notify }: Needs,
  whom: (input: Input) => string,
  read: (input: Input, tx: Tx) => Enquiry | Promise<Enquiry>,
) =>
  manualTransaction(async (input: Input, { scope: { tenantId }, ip, accepted = '', once }: ManualContext) => {
    const scope = { tenantId, partitionId: tenantId }
    const isMachine = Boolean(input.website)
    await countAsking(db, scope, ip, { more: [{ key: `enquiry to ${whom(input)}`, most: 300, minutes: 60 }], isIdle: isMachine })
    if (isMachine) return {}
    const isThanked = await mayBeWritten(db, scope, input.email)
    const language = input.lang ?? preferredLanguage(accepted) ?? null
    return once(async ({ tx }) => {
      const { lead: fields, partner } = await read(input, tx)
      const lead = await keepLead(tx, { ...fields, ...(await consentTo(tx, input.consent)) })
      await notify(tx, tenantId, ...noticesOf(lead, partner, await leadKeepers(tx)))
      const isTold = { ASKER: isThanked, PARTNER: partner !== undefined, TENANT: true }
      const errands = readers.filter((to) => isTold[to]).map((to) => ({ tenantId, leadId: lead.uniqueId, to, language }))
      await jobs.sendAll(tx, enquiryLetterJob, errands)
      return {}
    }, scope)
  })

interface Services extends Asker {
  services: ServiceKey[]
  currentCountry: CountryCode
  deliveryPeriod: DeliveryPeriod
  contactNumber?: string | null | undefined
}

/** Services in a target market, which the form calls country. */
export const contactUs = (needs: Needs) =>
  enquiring(
    needs,
    () => 'the tenant for services',
    ({ name, email, country: targetCountry, currentCountry: country, ...asked }: Services) => {
      const { services, deliveryPeriod, contactNumber } = asked
      const source = 'ENQUIRY'
      return { lead: { source, name, email, country, targetCountry, services, deliveryPeriod, contactNumber } }
    },
  )

interface PlanRequest extends Asker {
  plan: PlanKey
  comments?: string | null | undefined
}

export const subscribePlan = (needs: Needs) =>
  enquiring(
    needs,
    () => 'the tenant for a plan',
    ({ name, email, country, plan, comments }: PlanRequest) => ({
      lead: { source: 'PLAN', name, email, country, plan, comments },
    }),
  )

/** A partner whose page everybody may see. */
const partnerOf = async (tx: Tx, uniqueId: string): Promise<Partner> => {
  const isPartner = and(eq(users.uniqueId, uniqueId), isShown, eq(users.isPartner, true))
  const [partner] = await tx.select().from(users).where(isPartner)
  if (!partner) throw notFound(say('Partner not found'))
  return partner
}

interface ToPartner extends Asker {
  companyId?: string | undefined
  comments?: string | null | undefined
}

export const contactPartner = (needs: Needs) =>
  enquiring(
    needs,
    ({ companyId = 'nobody' }: ToPartner) => companyId,
    async ({ name, email, country, comments, companyId }, tx) => {
      const partner = companyId ? await partnerOf(tx, companyId) : undefined
      return { lead: { source: 'PARTNER', name, email, country, comments, memberId: partner?.uniqueId }, partner }
    },
  )
