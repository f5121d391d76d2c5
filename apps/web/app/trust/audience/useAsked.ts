import { useListAddress } from '#kit/browser/search-params'
import { useText } from '#kit/text'

export const size = 20

/** The filters of both lists. */
export const useContactFilters = () => {
  const t = useText()
  return { firstName: t('Name'), lastName: t('Surname'), company: t('Company Name') }
}

type Sort = 'dateCreated' | 'firstName' | 'lastName' | 'company'

/** What the address asks of a list of contacts; `sort`: the order where it names none. */
export const useAsked = (sort: Sort | `-${Sort}`) => {
  const address = useListAddress({ filters: ['firstName', 'lastName', 'company'], sort })
  const { firstName, lastName, company } = address.filters
  const filters = { ...(firstName && { firstName }), ...(lastName && { lastName }), ...(company && { company }) }
  const askedFor = (page: number) => ({ ...filters, page: page - 1, size, sort: address.sort as typeof sort })
  return { address, filters, askedFor, isFiltered: Object.keys(filters).length > 0 }
}
