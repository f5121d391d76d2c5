/** The events after which customers are invited automatically. */
export const triggerKinds = ['MEETING_REPORT', 'PROJECT_END'] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** The number of days after it. */
export const triggerDays = { min: 1, max: 90, default: 7 } as const

/** The maximum number of contacts in one campaign. */
export const MAX_CAMPAIGN_CONTACTS = 10_000

/** The maximum number of characters in a campaign's sentence. */
export const MAX_SENTENCE_LENGTH = 300

/** The letters of an invitation: the invitation itself, a reminder, and the last reminder. */
export const letterKinds = ['INVITATION', 'REMINDER', 'LAST_REMINDER'] as const
export type LetterKind = (typeof letterKinds)[number]
