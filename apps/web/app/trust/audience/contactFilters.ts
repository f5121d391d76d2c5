import { useText } from '#kit/text'
import type { Listing } from '#ui/paging/useListing'

export const contactFilters = ['firstName', 'lastName', 'company'] as const

/** A page of a list of contacts, found by their names and companies. */
export type ContactListing<T> = Listing<T, (typeof contactFilters)[number]>

/** The filters with their labels. */
export const useContactFilters = () => {
  const t = useText()
  return { firstName: t('Name'), lastName: t('Surname'), company: t('Company Name') }
}
