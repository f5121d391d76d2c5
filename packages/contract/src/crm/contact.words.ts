import type { Contact } from './contact.contract.ts'

const phrase = (english: string) => english

/** The roles that a contact has in a decision, in the order of the form. */
export const contactRoleNames: Readonly<Record<Contact['contactRole'], string>> = {
  DECISION_MAKER: phrase('Decision Maker'),
  INFLUENCER: phrase('Influencer'),
  NO_INFLUENCE: phrase('No Influence'),
}
