import type { Refusal, Skip } from '@tradewind/contract/trust/review.words'
import { phrase } from '#kit/text'

/** Why a contact can't be asked now. */
export const refusalNames: Readonly<Record<Refusal, string>> = {
  ASKED: phrase('Asked less than 30 days ago'),
  UNSUBSCRIBED: phrase('Wants no more letters from you'),
  BOUNCED: phrase('The address takes no letters'),
  ANSWERED: phrase('Has answered, and is not asked again yet'),
}

/** Why a contact of a campaign got no letter. */
export const skipNames: Readonly<Record<Skip, string>> = {
  ...refusalNames,
  NO_ADDRESS: phrase('Has no address'),
  OWN_ADDRESS: phrase('Has your own address'),
  STAFF_ADDRESS: phrase('Belongs to your staff'),
  TWICE: phrase('Another contact has the same address'),
}
