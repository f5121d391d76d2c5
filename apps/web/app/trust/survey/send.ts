import type { InvitationState } from '@tradewind/contract/trust/review.constants'
import type { Survey } from '@tradewind/contract/trust/reviewAnswer.contract'
import { call } from '#kit/api/call'
import { type Failure, failureOf } from '#kit/api/failure'
import type { FormTexts } from '#kit/browser/storedForm'

interface Rated {
  questionId: string
  answer: number
}

/** Sends the answers of a survey. Returns the new state of its invitation, or the failure. */
export const sendAnswers = async (
  answerId: string,
  rated: { answers: Rated[]; ownAnswers: Rated[] },
  { remarks = '', remarksPublic }: FormTexts,
): Promise<InvitationState | Failure> => {
  try {
    const input = { answerId, ...rated, remarks, remarksPublic: remarksPublic === 'true' }
    return (await call('POST /api/review/submit', input)).answer.invitationStatus
  } catch (error) {
    return stateInRefusal(failureOf(error)) ?? failureOf(error)
  }
}

/** A refusal that contains the state of the invitation counts as a reply. */
const stateInRefusal = ({ status, data }: Failure) =>
  status === 409 ? (data as Pick<Survey, 'answer'> | null)?.answer?.invitationStatus : undefined
