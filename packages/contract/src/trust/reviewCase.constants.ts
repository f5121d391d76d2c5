import { phrase } from '../kit/phrase.ts'
/** Why the text of a remark was removed from a public page, as the page states it. */
export const removalNames = {
  PERSONAL_DATA: phrase('personal data'),
  OFFENSIVE: phrase('offensive words'),
  UNLAWFUL: phrase('unlawful content'),
  ADVERTISING: phrase('advertising'),
  OFF_TOPIC: phrase('not about working together'),
  NOT_GENUINE: phrase('not written by a customer'),
} as const
export const removalReasons = ['PERSONAL_DATA', 'OFFENSIVE', 'UNLAWFUL', 'ADVERTISING', 'OFF_TOPIC', 'NOT_GENUINE'] as const
export type RemovalReason = (typeof removalReasons)[number]

/** Why the tenant looks at answers: somebody reported a remark, or answers look made up. */
export const caseNames = {
  REPORT: phrase('Reported remark'),
  NETWORK: phrase('Many answers from one network'),
  MINUTE: phrase('Many answers in one minute'),
  SAME_WORDS: phrase('The same words in several answers'),
} as const
export const caseKinds = ['REPORT', 'NETWORK', 'MINUTE', 'SAME_WORDS'] as const
export type CaseKind = (typeof caseKinds)[number]

export const caseStateNames = { OPEN: phrase('To decide'), KEPT: phrase('Kept'), REMOVED: phrase('Removed') } as const
export const caseStates = ['OPEN', 'KEPT', 'REMOVED'] as const
export type CaseState = (typeof caseStates)[number]
