import { phrase } from '@tradewind/contract/kit/phrase'
import type { ReviewType } from '@tradewind/contract/trust/review.constants'

/** The labels of the survey types. */
export const typeNames: Readonly<Record<ReviewType, string>> = {
  Manufacturers: phrase('Manufacturers'),
  Distributors_Dealers: phrase('Distributors and dealers'),
  Consultants_ServiceProviders: phrase('Consultants and service providers'),
  FranchiseBrands: phrase('Franchise brands'),
}
