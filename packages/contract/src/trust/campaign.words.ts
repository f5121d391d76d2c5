/** After what customers are asked by itself. */
export const triggerKinds = ['MEETING_REPORT', 'PROJECT_END'] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** How many days after it. */
export const triggerDays = { least: 1, most: 90, standard: 7 } as const

/** Contacts that one campaign takes. */
export const MOST_OF_CAMPAIGN = 10_000

/** Characters that the sentence of a campaign may have. */
export const MOST_OF_SENTENCE = 300

/** The letters of an invitation: the first one, the one that reminds, and the last one that does. */
export const letterKinds = ['INVITATION', 'REMINDER', 'LAST_REMINDER'] as const
export type LetterKind = (typeof letterKinds)[number]
