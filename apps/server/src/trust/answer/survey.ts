import { say } from '@tradewind/contract/kit/say'
import { openStates } from '@tradewind/contract/trust/review.words'
import type { Survey } from '@tradewind/contract/trust/reviewAnswer.contract'
import type { Database } from '#kit/database/database'
import { notFound } from '#kit/errors'
import type { RequestContext } from '#kit/http/context'
import { byNetwork, countTry } from '#platform/identity/throttle.queries'
import type { InvitationRow } from '#trust/schema/review.table'
import { askedBy } from '../asked.ts'

/** Whoever tries links that are none may do so 30 times a minute. A link that is one is never refused. */
const guesses = (ip: string) => byNetwork('survey guessed', ip, 30, 1)

/** Finds the survey behind a link. Every token that is none of this tenant's surveys is answered alike, and counted by who tries it. */
export const surveyFinder = (appContext: Parameters<typeof askedBy>[0] & { db: Database }) => {
  const { db } = appContext
  return async (token: string, { scope, ip }: Pick<RequestContext, 'scope' | 'ip'>) => {
    const asked = await askedBy(appContext, scope.tenantId, token)
    if (asked) return asked
    await countTry(db, scope, ...guesses(ip))
    throw notFound(say('Survey not found'))
  }
}

const isOpen = ({ state, expiresAt }: InvitationRow) =>
  openStates.some((open) => open === state) && Date.parse(expiresAt) > Date.now()

/** What a customer may know of their invitation: it waits for them, was answered, or is over. */
export const statusOf = (invitation: InvitationRow): Survey['answer'] => {
  const { state, reviewType } = invitation
  if (state === 'ANSWERED') return { invitationStatus: 'ANSWERED', reviewType }
  return { invitationStatus: isOpen(invitation) ? 'SENT' : 'EXPIRED', reviewType }
}
