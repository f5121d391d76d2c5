import { deliveryPeriods, serviceNames } from '@tradewind/contract/site/lead.words'
import type { Words } from '#services/mail/mailer'
import { countryOf, planNameOf } from './lead.names.ts'
import type { Lead } from '#site/schema/lead.table'

/** A paragraph for each line of what was typed. */
const linesOf = (text: string | null) => (text ?? '').split(/\s*\n\s*/).filter(Boolean)

/** What was asked for, down to what was typed. */
const asked = (lead: Lead, company: string | null): string[] => {
  if (lead.source === 'PLAN') return ['{name} ({email}, {country}) asks for the plan “{plan}”.']
  if (lead.source === 'ENQUIRY')
    return [
      '{name} ({email}, {country}) asks for these services in {market}:',
      ...lead.services.map((key) => serviceNames[key]),
      'Delivery period:',
      ...(lead.deliveryPeriod ? [deliveryPeriods[lead.deliveryPeriod]] : []),
      'Contact number: {number}',
    ]
  return company
    ? ['{name} ({email}, {country}) would like to be put in touch with {company}.']
    : ['{name} ({email}, {country}) would like to be put in touch with you.']
}

/** All that was asked, so that an answer to the letter is an answer to the visitor. */
export const wordsOf = (lead: Lead, company: string | null): Words => {
  const said = linesOf(lead.comments).map((text, at) => [`line${at}`, text] as const)
  return {
    subject: lead.source === 'PLAN' ? 'Plan request from {name}' : 'New enquiry from {name}',
    paragraphs: [...asked(lead, company), ...said.map(([hole]) => `{${hole}}`), 'Answer this mail to write to {name}.'],
    footer: 'You get this mail because {address} is known to {tenant}.',
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
