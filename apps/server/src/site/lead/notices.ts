import type { LeadSource } from '@tradewind/contract/site/lead.words'
import { phrase } from '@tradewind/contract/kit/say'
import type { Notice } from '#platform/notification/notification.queries'
import type { users } from '#platform/schema/user.table'
import { countryOf, planNameOf } from './lead.names.ts'
import type { Lead } from '#site/schema/lead.table'

export type Partner = typeof users.$inferSelect

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
export const noticesOf = (lead: Lead, partner: Partner | undefined, keepers: readonly string[]): Notice[] => {
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
