import type { EventAnswer } from '@tradewind/contract/crm/event.contract'
import { say } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import { CANCELLED, type EventInvitationRow, eventInvitations, type EventRow, events, isOver } from '#crm/schema/event.table'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import { manualTransaction, type RequestContext } from '#kit/http/context'
import { notifyAfterCommit } from '#kit/notifyNodes'
import { countTry, networkLimits } from '#platform/identity/throttle.queries'
import type { Tenant, Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { calendarFile, invitedEntryOf } from './calendarFile.ts'

interface Needs {
  db: Database
  tenants: Tenants
  settings: TenantSettings
  originOf: (tenant: Tenant) => string
  links: {
    tenantOf: (token: string) => string | undefined
    read: (
      db: Reader,
      tenantId: string,
      token: string,
      purpose: 'EVENT',
    ) => Promise<{ uniqueId: string; subject: string } | undefined>
  }
}

/** Rate limit for invalid links: 30 attempts a minute. */
const guessLimits = (ip: string) => networkLimits('event invitation guessed', ip, 30, 1)
/** Rate limit for answers to one invitation. */
const answerLimit = (id: string) => ({ key: `event answer ${id}`, max: 30, minutes: 60 })

interface LinkTarget {
  tenant: Tenant
  scope: Scope
  invitation: EventInvitationRow
  event: EventRow
}

/** The invitation and event of a letter's link, also if cancelled, as long as the tenant is not deleted. */
const findLinkTarget = async ({ db, tenants, links }: Needs, token: string): Promise<LinkTarget | undefined> => {
  const tenantId = links.tenantOf(token)
  const tenant = tenantId && (await tenants.byId(tenantId))
  if (!tenant || tenant.deletedAt) return undefined
  const link = await links.read(db.as(tenantScope(tenant.uniqueId)), tenant.uniqueId, token, 'EVENT')
  if (!link) return undefined
  const scope = { tenantId: tenant.uniqueId, partitionId: link.subject }
  const [found] = await db
    .as(scope)
    .select({ invitation: eventInvitations, event: events })
    .from(eventInvitations)
    .innerJoin(events, eq(events.uniqueId, eventInvitations.eventId))
    .where(eq(eventInvitations.uniqueId, link.uniqueId))
  return found && { tenant, scope, ...found }
}

const found = async (needs: Needs, token: string, { scope, ip }: RequestContext) => {
  const link = await findLinkTarget(needs, token)
  if (link) return link
  await countTry(needs.db, scope, ...guessLimits(ip))
  throw notFound(say('Link not found'))
}

const phaseOf = ({ invitation: { wanted }, event: { deletedAt, eventDateTime } }: LinkTarget) => {
  if (wanted === CANCELLED || deletedAt) return 'CANCELLED'
  return isOver(eventDateTime) ? 'OVER' : 'OPEN'
}

const toReply = async ({ settings }: Needs, link: LinkTarget) => {
  const { tenant, invitation, event } = link
  const { TIME_ZONE } = await settings.of(tenant.uniqueId)
  const answer = invitation.answeredFor === event.eventDateTime ? invitation.answer : null
  return { ...event, tenantName: tenant.fullName, timeZone: TIME_ZONE || 'UTC', answer, phase: phaseOf(link) } as const
}

/** Stores an answer for the current time of the event, and notifies open pages of the event. */
const saveAnswer = ({ db }: Needs, { scope, invitation, event }: LinkTarget, answer: EventAnswer) =>
  db.write(scope, async (tx) => {
    const [saved] = await tx
      .update(eventInvitations)
      .set({
        answer,
        answeredAt: new Date().toISOString(),
        answeredFor: event.eventDateTime,
        updatedAt: nextUpdatedAt(eventInvitations.updatedAt),
      })
      .where(eq(eventInvitations.uniqueId, invitation.uniqueId))
      .returning()
    const records = { kind: 'event', written: [], about: [event.uniqueId], partitionId: scope.partitionId }
    notifyAfterCommit(tx, { topic: 'record', tenantId: scope.tenantId, records })
    return saved!
  })

interface Answered {
  token: string
  answer: EventAnswer
  eventDateTime?: string | undefined
}

/** The handlers for whoever has the link of an invitation. */
export const answerHandlers = (needs: Needs) => ({
  invitation: async ({ token }: { token: string }, context: RequestContext) => toReply(needs, await found(needs, token, context)),

  calendarFile: async ({ token }: { token: string }, context: RequestContext) => {
    const link = await found(needs, token, context)
    if (phaseOf(link) === 'CANCELLED') throw conflict(say('This event was cancelled'))
    return calendarFile(invitedEntryOf({ ...link, token, origin: needs.originOf(link.tenant) }))
  },

  answer: manualTransaction(async ({ token, answer, eventDateTime: answeredFor }: Answered, context) => {
    const link = await found(needs, token, context)
    await countTry(needs.db, tenantScope(link.scope.tenantId), answerLimit(link.invitation.uniqueId))
    const phase = phaseOf(link)
    if (phase === 'CANCELLED') throw conflict(say('This event was cancelled'))
    if (phase === 'OVER') throw conflict(say('This event is over'))
    if (answeredFor && Date.parse(answeredFor) !== Date.parse(link.event.eventDateTime))
      throw conflict(say('The time of the event has changed. Please answer again.'))
    const invitation = await saveAnswer(needs, link, answer)
    return toReply(needs, { ...link, invitation })
  }),
})
