import { eventInvitationApi, MAX_INVITED, type EventAnswer } from '@tradewind/contract/crm/event.contract'
import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import {
  CANCELLED,
  eventEntity,
  type EventInvitationRow,
  eventInvitations,
  type EventRow,
  invitationContentOf,
  nextLetter,
  REPEATED,
  sequenceOf,
  events,
  isOver,
} from '#crm/schema/event.table'
import { countEventLetters } from '#crm/schema/eventLetters'
import { type Tx, type Database, tenantScope } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import type { Scope } from '#kit/database/scoped'
import { excludedUpdatedAt, nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext, manualTransaction, type RequestContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { notifyAfterCommit } from '#kit/notifyNodes'
import { assertMayDo, findRecord } from '#kit/record/crud'
import { rowCondition } from '#kit/record/entity'
import type { Links } from '#platform/identity/links.queries'
import { countTry, networkLimits } from '#platform/identity/throttle.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { Tenant, Tenants } from '#platform/tenant.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { lockStaff } from '#platform/user/user.queries'
import { recordRelatedChange } from '../relatedChange.ts'
import { calendarFile, invitedEntryOf } from './calendarFile.ts'
import { enqueueLetters, isActiveInvitation } from './invitation.job.ts'

interface LinkNeeds {
  db: Database
  tenants: Tenants
  settings: TenantSettings
  originOf: (tenant: Tenant) => string
  links: Links
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
const findLinkTarget = async ({ db, tenants, links }: LinkNeeds, token: string): Promise<LinkTarget | undefined> => {
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

/** The invitation that a link opens. Limits how often a network may try links that open none. */
const openLink = async (needs: LinkNeeds, token: string, { scope, ip }: RequestContext) => {
  const link = await findLinkTarget(needs, token)
  if (link) return link
  await countTry(needs.db, scope, ...guessLimits(ip))
  throw notFound(say('Link not found'))
}

const phaseOf = ({ invitation: { wanted }, event: { deletedAt, eventDateTime } }: LinkTarget) => {
  if (wanted === CANCELLED || deletedAt) return 'CANCELLED'
  return isOver(eventDateTime) ? 'OVER' : 'OPEN'
}

const toLinkReply = async ({ settings }: LinkNeeds, link: LinkTarget) => {
  const { tenant, invitation, event } = link
  const { TIME_ZONE } = await settings.of(tenant.uniqueId)
  const answer = invitation.answeredFor === event.eventDateTime ? invitation.answer : null
  return { ...event, tenantName: tenant.fullName, timeZone: TIME_ZONE || 'UTC', answer, phase: phaseOf(link) } as const
}

/** Stores an answer for the current time of the event, and notifies open pages of the event. */
const saveAnswer = ({ db }: LinkNeeds, { scope, invitation, event }: LinkTarget, answer: EventAnswer) =>
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
export const answerHandlers = (needs: LinkNeeds) => ({
  invitation: async ({ token }: { token: string }, context: RequestContext) =>
    toLinkReply(needs, await openLink(needs, token, context)),

  calendarFile: async ({ token }: { token: string }, context: RequestContext) => {
    const link = await openLink(needs, token, context)
    if (phaseOf(link) === 'CANCELLED') throw conflict(say('This event was cancelled'))
    return calendarFile(invitedEntryOf({ ...link, token, origin: needs.originOf(link.tenant) }))
  },

  answer: manualTransaction(async ({ token, answer, eventDateTime: answeredFor }: Answered, context) => {
    const link = await openLink(needs, token, context)
    await countTry(needs.db, tenantScope(link.scope.tenantId), answerLimit(link.invitation.uniqueId))
    const phase = phaseOf(link)
    if (phase === 'CANCELLED') throw conflict(say('This event was cancelled'))
    if (phase === 'OVER') throw conflict(say('This event is over'))
    if (answeredFor && Date.parse(answeredFor) !== Date.parse(link.event.eventDateTime))
      throw conflict(say('The time of the event has changed. Please answer again.'))
    const invitation = await saveAnswer(needs, link, answer)
    return toLinkReply(needs, { ...link, invitation })
  }),
})

/** The recipient of an invitation. */
interface Guest {
  contactId: string | null
  userId: string | null
  name: string
  emailAddress: string
  language: Language | null
}
interface GuestRefs {
  contacts?: readonly string[] | undefined
  users?: readonly string[] | undefined
  addresses?: readonly string[] | undefined
}

const emptyGuest = { contactId: null, userId: null, name: '', language: null }

/** The contacts as guests. Each must be visible to the actor and have an email address. */
const contactsOf = async (ids: readonly string[], { tx, actor }: WriteContext): Promise<Guest[]> => {
  if (ids.length === 0) return []
  const allowed = rowCondition(contactEntity, contactEntity.policy.see, actor)
  const those = and(inArray(contacts.uniqueId, [...ids]), isNull(contacts.deletedAt), allowed)
  const found = await tx.select().from(contacts).where(those)
  if (found.length < ids.length) throw invalid({ contacts: say('Choose your own contacts') })
  return found.map(({ uniqueId, fullName, email }) => {
    if (!email) throw invalid({ contacts: say('{name} has no email address', { name: fullName }) })
    return { ...emptyGuest, contactId: uniqueId, name: fullName, emailAddress: email }
  })
}

const usersOf = async (ids: readonly string[], { tx }: WriteContext): Promise<Guest[]> => {
  if (ids.length === 0) return []
  if ((await lockStaff(tx, ids)).length < ids.length) throw invalid({ users: say('Choose staff of your own') })
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.uniqueId, [...ids]))
  return found.map((user) => ({
    ...emptyGuest,
    userId: user.uniqueId,
    name: fullNameOf(user),
    emailAddress: user.emailAddress,
    language: user.language,
  }))
}

/** The named people as guests, each address once: users and contacts take precedence over typed addresses. */
const guestsOf = async (refs: GuestRefs, context: WriteContext) => {
  const typed = (refs.addresses ?? []).map((emailAddress) => ({ ...emptyGuest, emailAddress }))
  const staff = await usersOf(refs.users ?? [], context)
  const contactGuests = await contactsOf(refs.contacts ?? [], context)
  const byAddress = new Map([...typed, ...contactGuests, ...staff].map((guest) => [guest.emailAddress.toLowerCase(), guest]))
  return [...byAddress.values()]
}

interface Needs {
  jobs: Jobs
  links: Links
}

/** An event that the actor may change. Locks it in a transaction. */
const findChangeableEvent = async (uniqueId: string, context: ReadContext | WriteContext) => {
  const { see, update } = eventEntity.policy
  const event = await findRecord(eventEntity, see, uniqueId, context, 'tx' in context ? 'update' : false)
  await assertMayDo(eventEntity, update, event, context)
  return event
}

const invitationsOf = (eventId: string, context: ReadContext | WriteContext) => {
  const those = and(eq(eventInvitations.eventId, eventId), isNull(eventInvitations.deletedAt))
  const { dateCreated, uniqueId } = eventInvitations
  return readerOf(context).select().from(eventInvitations).where(those).orderBy(asc(dateCreated), asc(uniqueId))
}

/** An answer is valid only for the time that the event had then. */
const toReply = (row: EventInvitationRow, { eventDateTime }: EventRow) => {
  const isValid = row.answeredFor === eventDateTime
  return { ...row, answer: isValid ? row.answer : null, answeredAt: isValid ? row.answeredAt : null }
}

const nameOf = ({ name, emailAddress }: Pick<Guest, 'name' | 'emailAddress'>) => name || emailAddress

/** Records on the event who was added to its list or removed. */
const recordGuestChange = (
  eventId: string,
  { before = [], after = [] }: { before?: string[]; after?: string[] },
  context: WriteContext,
) => recordRelatedChange(eventEntity, eventId, { changes: { invited: { before, after } } }, context)

/** Validity of links: five years, about as long as an event is planned ahead. */
const MINUTES = 5 * 365 * 24 * 60

/** A guest who is added again gets their current name and so on. */
const excludedColumns = {
  contactId: sql`excluded.contact_id`,
  userId: sql`excluded.user_id`,
  name: sql`excluded.name`,
  language: sql`excluded.language`,
  wanted: sql`excluded.wanted`,
  createdBy: sql`excluded.created_by`,
}
/** Their answer stays if they were not told that they had been removed: then they are not asked again. */
const unlessTold = (column: AnyPgColumn) =>
  sql`case when ${eventInvitations.told} is distinct from ${CANCELLED} then ${column} end`
const clearedColumns = {
  deletedAt: null,
  deletedBy: null,
  answer: unlessTold(eventInvitations.answer),
  answeredAt: unlessTold(eventInvitations.answeredAt),
  answeredFor: unlessTold(eventInvitations.answeredFor),
}

/** Adds people to the list of an event: new ones, and those who had been removed. Those on the list stay unchanged. */
const addGuests = async (links: Needs['links'], event: EventRow, guests: readonly Guest[], context: WriteContext) => {
  const { tx, actor, scope } = context
  const newValues = { wanted: invitationContentOf(event), createdBy: actor.uniqueId }
  const rows = guests.map((guest) => ({
    ...guest,
    ...newValues,
    addressKey: guest.emailAddress.toLowerCase(),
    eventId: event.uniqueId,
    sequence: sequenceOf(event),
  }))
  const { tenantId, partitionId, eventId, addressKey } = eventInvitations
  const invited = await tx
    .insert(eventInvitations)
    .values(rows)
    .onConflictDoUpdate({
      target: [tenantId, partitionId, eventId, addressKey],
      set: {
        ...nextLetter(sql`excluded.sequence`, excludedUpdatedAt),
        ...excludedColumns,
        ...clearedColumns,
      },
      setWhere: sql`${eventInvitations.deletedAt} is not null`,
    })
    .returning()
  const link = { purpose: 'EVENT', userId: null, subject: scope.partitionId, minutes: MINUTES } as const
  const firstInvited = invited.filter(({ letters }) => letters === 1)
  if (firstInvited.length > 0)
    await links.makeMany(
      tx,
      scope.tenantId,
      firstInvited.map(({ uniqueId }) => ({ ...link, uniqueId })),
    )
  return invited
}

/** An invitation that was not removed, locked, with its event. */
const lockInvitation = async (uniqueId: string, context: WriteContext) => {
  const [found] = await context.tx.select().from(eventInvitations).where(isActiveInvitation(uniqueId))
  if (!found) throw notFound()
  const event = await findChangeableEvent(found.eventId, context)
  const [locked] = await context.tx.select().from(eventInvitations).where(isActiveInvitation(uniqueId)).for('update')
  if (!locked) throw notFound()
  return { row: locked, event }
}

const changeRow = async (tx: Tx, { uniqueId }: EventInvitationRow, values: object) => {
  const [row] = await tx.update(eventInvitations).set(values).where(eq(eventInvitations.uniqueId, uniqueId)).returning()
  return row!
}

const tenantOf = ({ tx, scope: { tenantId } }: WriteContext) => ({ tx, tenantId })

const inviteHandler =
  ({ jobs, links }: Needs) =>
  async ({ uniqueId, ...named }: { uniqueId: string } & Parameters<typeof guestsOf>[0], context: WriteContext) => {
    const event = await findChangeableEvent(uniqueId, context)
    const guests = await guestsOf(named, context)
    const invited = await addGuests(links, event, guests, context)
    const all = await invitationsOf(uniqueId, context)
    if (all.length > MAX_INVITED)
      throw invalid({ contacts: say('At most {count} people are invited to an event', { count: MAX_INVITED }) })
    if (invited.length > 0) {
      await countEventLetters('invited', invited, tenantOf(context))
      await enqueueLetters(jobs, context.tx, context.scope)
      await recordGuestChange(uniqueId, { after: invited.map(nameOf) }, context)
    }
    return all.map((row) => toReply(row, event))
  }

const resendHandler =
  ({ jobs }: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const { row, event } = await lockInvitation(uniqueId, context)
    if (row.state === 'WAITING') throw conflict(say('The email is on its way'))
    await countEventLetters('invited', [row], tenantOf(context))
    const told = row.told === row.wanted ? REPEATED : row.told
    const again = { letters: row.letters + 1, told, state: 'WAITING', problem: null } as const
    const changed = await changeRow(context.tx, row, again)
    await enqueueLetters(jobs, context.tx, context.scope)
    return toReply(changed, event)
  }

const removeHandler =
  ({ jobs }: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const { row, event } = await lockInvitation(uniqueId, context)
    const deletion = { deletedAt: new Date().toISOString(), deletedBy: context.actor.uniqueId }
    await changeRow(context.tx, row, { ...deletion, wanted: CANCELLED, ...nextLetter(sql`${sequenceOf(event)}::int`) })
    await enqueueLetters(jobs, context.tx, context.scope)
    await recordGuestChange(event.uniqueId, { before: [nameOf(row)] }, context)
    return { uniqueId }
  }

/** The people who are invited to an event by mail, and their answers. */
export const eventInvitationRoutes = (needs: Needs & Parameters<typeof answerHandlers>[0]) =>
  routes(eventInvitationApi, {
    list: async ({ uniqueId }, context) => {
      const event = await findChangeableEvent(uniqueId, context)
      const rows = await invitationsOf(uniqueId, context)
      return pageOf(
        rows.map((row) => toReply(row, event)),
        {},
      )
    },
    invite: inviteHandler(needs),
    resend: resendHandler(needs),
    takeOff: removeHandler(needs),
    ...answerHandlers(needs),
  })
