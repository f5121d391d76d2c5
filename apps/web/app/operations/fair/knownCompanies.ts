import { companyKeyOf } from '@tradewind/contract/crm/matchWords'
import { normalizeForSearch } from '#ui/form/searchOptions'
import type { Ref } from './pieces.ts'

const companyKey = (name: string) => companyKeyOf(normalizeForSearch(name))

/** The number of companies that are offered for a name. */
const MAX_OFFERED = 5

/** The companies that may have this name: it is the same but for accents, punctuation and legal form. */
export const withSimilarName = (name: string, companies: readonly Ref[]): readonly Ref[] => {
  const key = companyKey(name)
  return key === null ? [] : companies.filter((one) => companyKey(one.name) === key).slice(0, MAX_OFFERED)
}
