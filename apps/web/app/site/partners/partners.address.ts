import { type ReviewType, reviewTypes } from '@tradewind/contract/trust/review.words'
import { pageIn } from './CardPager.tsx'

const industryIn = (given: string | null): ReviewType | undefined => reviewTypes.find((one) => one === given)

/** What the list's address asks for: a part of a name, an industry, a country as it is written there, and a page from 1. */
export const readAsked = (params: URLSearchParams) => ({
  companyName: (params.get('companyName') ?? '').trim().slice(0, 200),
  industry: industryIn(params.get('industry')),
  country: (params.get('country') ?? '').slice(0, 200),
  page: pageIn(params),
})
