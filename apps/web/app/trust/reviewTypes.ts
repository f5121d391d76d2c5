import type { ReviewType } from '@tradewind/contract/trust/review.words'
import { phrase } from '#kit/text'

/** How the kinds of survey are called. */
export const typeNames: Readonly<Record<ReviewType, string>> = {
  Manufacturers: phrase('Manufacturers'),
  Distributors_Dealers: phrase('Distributors and dealers'),
  Consultants_ServiceProviders: phrase('Consultants and service providers'),
  FranchiseBrands: phrase('Franchise brands'),
}
