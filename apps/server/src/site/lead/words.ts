import { deliveryPeriods, serviceNames } from '@tradewind/contract/site/lead.words'
import { phrase } from '@tradewind/contract/kit/say'
import type { Words } from '#services/mail/mailer'
import { countryOf, planNameOf } from './lead.names.ts'
import type { Lead } from '#site/schema/lead.table'

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
export const wordsOf = (lead: Lead, company: string | null): Words => {
  const said = linesOf(lead.comments).map((text, at) => [`line${at}`, text] as const)
  return {
    subject: lead.source === 'PLAN' ? phrase('Plan request from {name}') : phrase('New enquiry from {name}'),
    paragraphs: [...asked(lead, company), ...said.map(([hole]) => `{${hole}}`), phrase('Answer this mail to write to {name}.')],
    footer: phrase('You get this mail because {address} is known to {tenant}.'),
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
