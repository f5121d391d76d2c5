import { openStates } from '@tradewind/contract/trust/review.constants'
import type { InvitationState } from '@tradewind/contract/trust/review.constants'
import type { FormTexts } from '#kit/browser/storedForm'

/** The ratings that a survey offers: half a star to five. */
export const ratings = Array.from({ length: 10 }, (_, at) => (at + 1) / 2)

/** The ratings so far, and the questions without a rating. */
export const collectRatings = (typed: FormTexts, questions: readonly { uniqueId: string }[]) => ({
  answers: questions.flatMap(({ uniqueId }) => {
    const answer = Number(typed[uniqueId])
    return answer ? [{ questionId: uniqueId, answer }] : []
  }),
  missing: questions.map(({ uniqueId }) => uniqueId).filter((uniqueId) => !typed[uniqueId]),
})

/** What a survey's page shows: the form, thanks, or that it has ended. */
export const stageOf = (state: InvitationState) => {
  if (state === 'ANSWERED') return 'thanks'
  return (openStates as readonly InvitationState[]).includes(state) ? 'open' : 'over'
}

/** A storage name for a secret that does not reveal it: a 53-bit hash (cyrb53). */
export const hashSecret = (secret: string) => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const letter of secret) {
    const code = letter.codePointAt(0)!
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
