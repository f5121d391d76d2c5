import { phrase } from '@tradewind/contract/kit/phrase'
import type { ExclusionReason, SkipReason } from '@tradewind/contract/trust/review.constants'
import { useText } from '#kit/text'
import type { Listing } from '#ui/list/Paged'

export const contactFilters = ['firstName', 'lastName', 'company'] as const

/** A page of a list of contacts, with filters for names and company. */
export type ContactListing<T> = Listing<T, (typeof contactFilters)[number]>

/** The filters with their labels. */
export const useContactFilters = () => {
  const t = useText()
  return { firstName: t('Name@@first name'), lastName: t('Surname'), company: t('Company Name') }
}

/** Why a contact cannot be asked now. */
export const refusalNames: Readonly<Record<ExclusionReason, string>> = {
  ASKED: phrase('Asked less than 30 days ago'),
  UNSUBSCRIBED: phrase('Unsubscribed from your emails'),
  BOUNCED: phrase('The address does not accept email'),
  ANSWERED: phrase('Answered recently'),
}

/** Why a contact of a campaign got no letter. */
export const skipNames: Readonly<Record<SkipReason, string>> = {
  ...refusalNames,
  NO_ADDRESS: phrase('Has no address'),
  OWN_ADDRESS: phrase('Has your own address'),
  STAFF_ADDRESS: phrase('Belongs to your staff'),
  TWICE: phrase('Another contact has the same address'),
}
