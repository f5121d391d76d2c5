/** The kinds of survey. Each has questions of its own. The spelling is the wire's. */
export const reviewTypes = ['Manufacturers', 'Distributors_Dealers', 'Consultants_ServiceProviders', 'FranchiseBrands'] as const
export type ReviewType = (typeof reviewTypes)[number]

/**
 * What becomes of an invitation. UNCERTAIN: it was being sent when the machine died, and may have arrived. It is never sent again by
 * itself.
 */
export const invitationStates = ['QUEUED', 'SENDING', 'SENT', 'UNCERTAIN', 'FAILED', 'ANSWERED', 'EXPIRED'] as const
export type InvitationState = (typeof invitationStates)[number]

/** The states in which an invitation may still be answered. */
export const openStates = ['QUEUED', 'SENDING', 'SENT', 'UNCERTAIN'] as const

/** Why an address is not asked. */
export const refusals = ['ASKED', 'UNSUBSCRIBED', 'BOUNCED'] as const
export type Refusal = (typeof refusals)[number]

/** Why a contact of a campaign got no invitation. */
export const skips = [...refusals, 'NO_ADDRESS', 'OWN_ADDRESS', 'STAFF_ADDRESS', 'TWICE'] as const
export type Skip = (typeof skips)[number]

/** A rating has half a star to five, in half steps. */
export const HIGHEST = 5
export const isRating = (stars: number) => Number.isInteger(stars * 2) && stars >= 0.5 && stars <= HIGHEST

/** The nearest half step, as stars are drawn. */
export const halfSteps = (score: number) => Math.round(score * 2) / 2

/** 4 or more is green, above 2 orange, otherwise red. */
export const scoreColour = (score: number) => {
  if (score >= 4) return 'green'
  return score > 2 ? 'orange' : 'red'
}
