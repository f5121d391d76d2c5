import type { Lead } from '@tradewind/contract/site/lead.contract'
import type { LeadSource } from '@tradewind/contract/site/lead.words'
import { phrase } from '#kit/text'

/** How a lead came, as people read it. */
export const sourceNames: Readonly<Record<LeadSource, string>> = {
  ASSESSMENT: phrase('Self-assessment'),
  ENQUIRY: phrase('Enquiry'),
  PLAN: phrase('Plan request'),
  PARTNER: phrase('Partner contact'),
}

export const nameOf = ({ firstName, lastName, email }: Lead) => `${firstName} ${lastName}`.trim() || email

/** Where the answers of a lead are shown as visitors see their own: an open page. */
export const resultOf = ({ uniqueId }: Lead) => `/self-assessment/${uniqueId}`
