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

/** Why an address takes no invitations, where that is kept with the address. */
export const keptRefusals = ['ASKED', 'UNSUBSCRIBED', 'BOUNCED'] as const

/** Why a contact is not asked. ANSWERED: they did so lately, by this address or by another one. */
export const refusals = [...keptRefusals, 'ANSWERED'] as const
export type Refusal = (typeof refusals)[number]

/** Why a contact of a campaign got no invitation. */
export const skips = [...refusals, 'NO_ADDRESS', 'OWN_ADDRESS', 'STAFF_ADDRESS', 'TWICE'] as const
export type Skip = (typeof skips)[number]

/** Days after an invitation went out on which it is reminded of by itself, where a campaign does so. */
export const reminderDays = [7, 21] as const

/** Letters that remind of one invitation, at most. */
export const MOST_REMINDERS = reminderDays.length

/** Days that lie between a letter and the next one that reminds of it, at least. */
export const REMINDER_GAP = 7

/** Why whoever has not answered is not reminded now. */
export const reminderSkips = [
  'ON_ITS_WAY',
  'NOT_ARRIVED',
  'ENDED',
  'REMINDED',
  'TOO_EARLY',
  'DELETED',
  'UNSUBSCRIBED',
  'BOUNCED',
  'ANSWERED',
  'OWN_ADDRESS',
  'STAFF_ADDRESS',
] as const
export type ReminderSkip = (typeof reminderSkips)[number]

/** A rating has half a star to five, in half steps. */
export const HIGHEST = 5
export const isRating = (stars: number) => Number.isInteger(stars * 2) && stars >= 0.5 && stars <= HIGHEST

/** The nearest half step, as stars are drawn. */
export const halfSteps = (score: number) => Math.round(score * 2) / 2

/** A score as it is shown with so many decimals: a half is rounded up. */
const shownScore = (score: number, decimals: number) => Number(`${Math.round(Number(`${score}e${decimals}`))}e-${decimals}`)

/** 4 or more is green, above 2 orange, otherwise red: of the figure that is shown, so that equal figures have one colour. */
export const scoreColour = (score: number, decimals = 1) => {
  const shown = shownScore(score, decimals)
  if (shown >= 4) return 'green'
  return shown > 2 ? 'orange' : 'red'
}
