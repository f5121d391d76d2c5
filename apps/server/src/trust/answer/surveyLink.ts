import { say } from '@tradewind/contract/kit/say'
import { openStates } from '@tradewind/contract/trust/review.constants'
import type { Survey } from '@tradewind/contract/trust/reviewAnswer.contract'
import { eq } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { notFound } from '#kit/errors'
import type { RequestContext } from '#kit/http/context'
import type { Links } from '#platform/identity/links.queries'
import { countTry, networkLimits } from '#platform/identity/throttle.queries'
import { ownerOf, scopeOfOwner } from '../owner.ts'
import { type InvitationRow, reviewInvitations } from '../schema/review.table.ts'

interface Needs {
  db: Database
  links: Links
}

/** The survey behind a customer's link. */
export interface SurveyAccess {
  /** The scope of the owner's records. */
  scope: Scope
  owner: NonNullable<Awaited<ReturnType<typeof ownerOf>>>
  invitation: InvitationRow
}

/**
 * The invitation behind the link of a survey, in this tenant, if its owner has an active account; undefined for any other token. Here a
 * visitor gets access to an owner's partition: by a secret that was mailed to them.
 */
const resolveLink = async ({ db, links }: Needs, tenantId: string, token: string): Promise<SurveyAccess | undefined> => {
  const tenant = db.as(tenantScope(tenantId))
  const link = await links.read(tenant, tenantId, token, 'SURVEY')
  const owner = link && (await ownerOf(tenant, link.userId))
  if (!owner) return undefined
  const scope = scopeOfOwner(owner)
  const [invitation] = await db.as(scope).select().from(reviewInvitations).where(eq(reviewInvitations.uniqueId, link.uniqueId))
  return invitation && { scope, owner, invitation }
}

/** A client may try invalid links 30 times a minute. A valid link is never rejected. */
const guessLimit = (ip: string) => networkLimits('survey guessed', ip, 30, 1)

/** Finds the survey behind a link. Every token that is not a survey of this tenant gets the same reply, and is counted for the client that tries it. */
export const surveyFinder = (appContext: Parameters<typeof resolveLink>[0] & { db: Database }) => {
  const { db } = appContext
  return async (token: string, { scope, ip }: Pick<RequestContext, 'scope' | 'ip'>) => {
    const access = await resolveLink(appContext, scope.tenantId, token)
    if (access) return access
    await countTry(db, scope, ...guessLimit(ip))
    throw notFound(say('Survey not found'))
  }
}

const isOpen = ({ state, expiresAt }: InvitationRow) =>
  openStates.some((open) => open === state) && Date.parse(expiresAt) > Date.now()

/** The status that a customer may see: open, answered, or over. */
export const statusOf = (invitation: InvitationRow): Survey['answer'] => {
  const { state, reviewType } = invitation
  if (state === 'ANSWERED') return { invitationStatus: 'ANSWERED', reviewType }
  return { invitationStatus: isOpen(invitation) ? 'SENT' : 'EXPIRED', reviewType }
}
