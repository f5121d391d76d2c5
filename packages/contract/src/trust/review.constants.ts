/** The kinds of survey. Each has questions of its own. The spelling is the API's. */
export const reviewTypes = ['Manufacturers', 'Distributors_Dealers', 'Consultants_ServiceProviders', 'FranchiseBrands'] as const
export type ReviewType = (typeof reviewTypes)[number]

/**
 * The state of an invitation. UNCERTAIN: the server crashed while sending it, so it may have arrived. It is never sent again automatically.
 */
export const invitationStates = ['QUEUED', 'SENDING', 'SENT', 'UNCERTAIN', 'FAILED', 'ANSWERED', 'EXPIRED'] as const
export type InvitationState = (typeof invitationStates)[number]

/** The states in which an invitation may still be answered. */
export const openStates = ['QUEUED', 'SENDING', 'SENT', 'UNCERTAIN'] as const

/** Reasons why an address accepts no invitations, as stored with the address. */
export const storedExclusionReasons = ['ASKED', 'UNSUBSCRIBED', 'BOUNCED'] as const

/** Reasons why a contact is not invited. ANSWERED: they answered recently, with this address or another one. */
export const exclusionReasons = [...storedExclusionReasons, 'ANSWERED'] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** Reasons why a contact of a campaign got no invitation. */
export const skipReasons = [...exclusionReasons, 'NO_ADDRESS', 'OWN_ADDRESS', 'STAFF_ADDRESS', 'TWICE'] as const
export type SkipReason = (typeof skipReasons)[number]

/** The days after an invitation was sent on which a reminder is sent automatically, where the campaign does so. */
export const reminderDays = [7, 21] as const

/** The maximum number of reminders of one invitation. */
export const MAX_REMINDERS = reminderDays.length

/** The minimum number of days between a letter and the next reminder. */
export const MIN_REMINDER_GAP_DAYS = 7

/** Reasons why a contact who has not answered is not reminded now. */
export const reminderSkipReasons = [
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
export type ReminderSkipReason = (typeof reminderSkipReasons)[number]

/** Reasons why an invitation that is neither on its way nor over cannot be sent again, beyond its own state and dates. */
export const resendBlockers = [
  'ENDED',
  'DELETED',
  'UNSUBSCRIBED',
  'BOUNCED',
  'ASKED_AGAIN',
  'ANSWERED',
  'OWN_ADDRESS',
  'STAFF_ADDRESS',
] as const
export type ResendBlocker = (typeof resendBlockers)[number]

/** A rating is half a star to five, in half steps. */
export const MAX_STARS = 5
export const isRating = (stars: number) => Number.isInteger(stars * 2) && stars >= 0.5 && stars <= MAX_STARS

/** Rounds to the nearest half, as stars are drawn. */
export const halfSteps = (score: number) => Math.round(score * 2) / 2

/** Rounds a score to so many decimals for display; halves are rounded up. */
const roundScore = (score: number, decimals: number) => Number(`${Math.round(Number(`${score}e${decimals}`))}e-${decimals}`)

/** 4 or more is green, above 2 orange, otherwise red. Uses the rounded figure, so that equal figures have the same colour. */
export const scoreColour = (score: number, decimals = 1) => {
  const rounded = roundScore(score, decimals)
  if (rounded >= 4) return 'green'
  return rounded > 2 ? 'orange' : 'red'
}

/** The maximum number of own questions in a survey. */
export const MAX_OWN_QUESTIONS = 5

/** The maximum number of characters in an own question. */
export const MAX_OWN_QUESTION_LENGTH = 300
