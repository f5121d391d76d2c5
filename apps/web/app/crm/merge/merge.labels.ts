import type { MatchReason } from '@tradewind/contract/crm/bulk/merge.constants'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type Translate } from '#kit/text'

export const reasonNames: Readonly<Record<MatchReason, string>> = {
  taxNumber: phrase('The same tax number'),
  email: phrase('The same email address'),
  name: phrase('The same name'),
  website: phrase('The same website'),
}

const words: Readonly<Record<string, string>> = {
  contact: phrase('{count} contact|{count} contacts'),
  meetingReport: phrase('{count} meeting report|{count} meeting reports'),
  projectCompany: phrase('{count} place in a project|{count} places in projects'),
}
const others = phrase('{count} other record|{count} other records')

/** '12 contacts, 3 meeting reports'; empty if nothing moves. */
export const movingInWords = (t: Translate, moving: readonly { kind: string; count: number }[]) =>
  moving.map(({ kind, count }) => t(words[kind] ?? others, { count })).join(', ')
