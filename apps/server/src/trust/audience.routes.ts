import { contactPolicy, meetingReportPolicy } from '@tradewind/contract/crm/policies'
import { say } from '@tradewind/contract/kit/say'
import { reviewAudienceApi } from '@tradewind/contract/trust/reviewSetting.contract'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { attendees, meetingReportEntity, meetingReports } from '#crm/schema/meetingReport.table'
import { liveRows, type Paging } from '#kit/database/list'
import { listTable } from '#kit/database/rows'
import { notFound } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit } from '#kit/record/audit'
import { findRecord } from '#kit/record/crud'
import { filtersOf, rowCondition, rowFilter } from '#kit/record/entity'
import { invitationEntity, toInvitations } from './campaign/invitations.ts'
import { notifyOfOwnReviews } from './owner.ts'
import {
  hotlistOf,
  type HotlistReader,
  hotlistReader,
  insidersOf,
  mailboxSql,
  recentlyAnsweredContacts,
  type HashAddress,
} from './review.queries.ts'
import { reviewAudience, reviewInvitations } from './schema/review.table.ts'

/** When a contact was last invited or met. */
interface LastContact {
  lastContacted: string
  by: 'ASKED' | 'MET'
}
type Context = ReadContext | WriteContext

const toInstant = (at: unknown) => new Date(String(at)).toISOString()

/** When the actor last wrote to these contacts. */
const lastInvited = async (ids: readonly string[], context: Context) => {
  const { contactId, ownerId, sentAt, remindedAt } = reviewInvitations
  const found = await readerOf(context)
    .select({ contactId, at: sql<string | null>`max(greatest(${sentAt}, ${remindedAt}))` })
    .from(reviewInvitations)
    .where(and(inArray(contactId, [...ids]), eq(ownerId, context.actor.uniqueId)))
    .groupBy(contactId)
  return found.flatMap(({ contactId: id, at }) => (at ? [{ id, lastContacted: toInstant(at), by: 'ASKED' as const }] : []))
}

/** The start of the day on which these contacts last attended a meeting whose report the actor may see. */
const lastMet = async (ids: readonly string[], context: Context) => {
  const allowed = rowCondition(meetingReportEntity, meetingReportPolicy.see, context.actor)
  const { date, uniqueId, deletedAt } = meetingReports
  const zone = sql`${context.timeZone}::text`
  const found = await readerOf(context)
    .select({ id: attendees.contactId, at: sql<string>`max(${date})::timestamp at time zone ${zone}` })
    .from(attendees)
    .innerJoin(meetingReports, eq(uniqueId, attendees.meetingReportId))
    .where(
      and(inArray(attendees.contactId, [...ids]), isNull(deletedAt), sql`${date} <= (now() at time zone ${zone})::date`, allowed),
    )
    .groupBy(attendees.contactId)
  return found.map(({ id, at }) => ({ id, lastContacted: toInstant(at), by: 'MET' as const }))
}

/** When the actor last invited or met each of these contacts: a meeting counts by its day, in the actor's time zone. */
const lastContactOf = async (ids: readonly string[], context: Context) => {
  if (ids.length === 0) return new Map<string, LastContact>()
  const found = await Promise.all([lastInvited(ids, context), lastMet(ids, context)])
  const oldestFirst = found.flat().toSorted((one, other) => one.lastContacted.localeCompare(other.lastContacted))
  return new Map(oldestFirst.map(({ id, ...last }): [string, LastContact] => [id, last]))
}

type AudienceQuery = Paging & Partial<Record<'q' | 'firstName' | 'lastName' | 'company', string | undefined>>
type Contact = typeof contacts.$inferSelect

/**
 * Contacts of the actor's audience that match these filters. Without filters the query starts from the audience. With filters it uses the
 * index of their search text, and looks up each contact in the audience: in a join, row-level security on that table would keep the index
 * unused, and `offset 0` stops the planner from turning this into a join.
 */
const isInAudience = (query: AudienceQuery, { actor }: ReadContext) => {
  const audienceIds = sql`select ${reviewAudience.contactId} from ${reviewAudience} where ${eq(reviewAudience.ownerId, actor.uniqueId)}`
  const filters = and(...filtersOf(contactEntity, { ...query }))
  if (!filters) return sql`${contacts.uniqueId} in (${audienceIds})`
  return and(filters, sql`exists (${audienceIds} and ${reviewAudience.contactId} = ${contacts.uniqueId} offset 0)`)!
}

/** Contacts as the audience shows them: when they were last invited or met, and whether they can be invited now. */
const toAudience = async (readHotlist: HotlistReader, rows: Contact[], context: ReadContext) => {
  const addresses = rows.flatMap(({ email }) => email ?? [])
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const [last, reasons] = await Promise.all([lastContactOf(ids, context), readHotlist(context.db, context.actor)(addresses, ids)])
  return rows.map((row) => {
    const hotlistedBecause = (row.email && (reasons.get(row.email.toLowerCase()) ?? reasons.get(row.uniqueId))) || null
    const lastContacted = last.get(row.uniqueId)?.lastContacted ?? null
    return { ...row, lastContacted, hotlisted: hotlistedBecause !== null, hotlistedBecause }
  })
}

const contactFilter = ({ actor }: ReadContext) => rowFilter(contactEntity, contactPolicy.see, actor)

/** A page of the actor's audience; all of it if no page is requested. */
const listAudience = (readHotlist: HotlistReader) => (query: AudienceQuery, context: ReadContext) =>
  listTable(contactEntity, query, context, [contactFilter(context), isInAudience(query, context)], (rows) =>
    toAudience(readHotlist, rows, context),
  )

/** Contacts that the actor may see and that are not in their audience. */
const listCandidates = async (query: Paging & Pick<AudienceQuery, 'q'>, context: ReadContext) => {
  const { contactId, ownerId } = reviewAudience
  const isMine = sql`select from ${reviewAudience} where ${eq(ownerId, context.actor.uniqueId)} and ${contactId} = ${contacts.uniqueId}`
  const allowed = contactFilter(context)
  const conditions = [allowed, sql`not exists (${isMine} offset 0)`, ...filtersOf(contactEntity, { ...query })] as const
  return listTable(contactEntity, query, context, conditions)
}

/** The maximum number of contacts of one campaign. */
const MAX_SELECTABLE = 10_000

const isNotIn = (addresses: SQL, address = sql`lower(${contacts.email})`) =>
  sql`not exists (select from ${addresses} known where known.address = ${address})`

/** The ids of the contacts of an audience that can be invited now, the newest first. */
const listSelectable = async (query: AudienceQuery, context: ReadContext) => {
  const { actor, db } = context
  const allowed = contactFilter(context)
  const isInvitable = and(
    isInAudience(query, context),
    allowed === 'all' ? undefined : allowed,
    sql`${contacts.email} is not null`,
    isNotIn(hotlistOf(actor.uniqueId)),
    isNotIn(insidersOf(actor.uniqueId), mailboxSql(contacts.email)),
    sql`not exists (select from ${recentlyAnsweredContacts(actor.uniqueId)} known where known.contact_id = ${contacts.uniqueId})`,
  )!
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${contacts.uniqueId} as id from ${liveRows(contacts, db.scope)} where ${isInvitable}
      order by ${contacts.dateCreated} desc, ${contacts.uniqueId} desc limit ${MAX_SELECTABLE}`,
  )
  return { uniqueIds: rows.map(({ id }) => id) }
}

/** States of sent invitations without an answer; and of those of which another letter is on its way, if one was sent before. */
const unansweredStates = ['SENT', 'UNCERTAIN', 'EXPIRED'] as const
const sendingStates = ['QUEUED', 'SENDING'] as const
const oneOf = (states: readonly string[]) => sql.raw(states.map((state) => `'${state}'`).join(', '))

/** An invitation was sent and is in one of these states, or is being sent again. The live view does not contain when it was sent. */
const wasSent = (id: SQL, state: SQL, states: readonly string[]) =>
  sql`(${state} in (${oneOf(states)}) or (${state} in (${oneOf(sendingStates)})
    and exists (select from ${reviewInvitations} sent where sent.id = ${id} and sent.sent_at is not null)))`

/** An owner's unanswered invitations whose contact has no newer one. Those of purged contacts are excluded: they contain no name. */
const isUnansweredOf = (owner: string) => {
  const { ownerId, contactId, state, dateCreated, uniqueId, emailAddress } = reviewInvitations
  const isNewest = sql`not exists (select from review_invitation_live newer where newer.owner_id = ${owner}
    and newer.contact_id = ${contactId} and ${wasSent(sql`newer.id`, sql`newer.state`, [...unansweredStates, 'ANSWERED'])}
    and (newer.created_at, newer.id) > (${dateCreated}, ${uniqueId}))`
  const isUnanswered = wasSent(sql`${uniqueId}`, sql`${state}`, unansweredStates)
  // The states lead the index.
  const states = inArray(state, [...unansweredStates, ...sendingStates])
  return and(eq(ownerId, owner), states, isUnanswered, ne(emailAddress, ''), isNewest)!
}

/** The contacts whose newest invitation by the actor has no answer: each once, with the name at the time of the invitation. */
const listUnanswered = (query: AudienceQuery, context: ReadContext) => {
  const conditions = [isUnansweredOf(context.actor.uniqueId), ...filtersOf(invitationEntity, { ...query })] as const
  return listTable(invitationEntity, query, context, conditions, (rows) => toInvitations(rows, context))
}

/** Removes a contact from the actor's audience. Throws 404 if it is not in it. */
const removeFromAudience = async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
  const { actor, tx } = context
  const isEntry = and(eq(reviewAudience.ownerId, actor.uniqueId), eq(reviewAudience.contactId, uniqueId))
  const removed = await tx.delete(reviewAudience).where(isEntry).returning()
  if (removed.length === 0) throw notFound(say('Contact not found'))
  notifyOfOwnReviews(context)
  const [contact] = await tx.select({ fullName: contacts.fullName }).from(contacts).where(eq(contacts.uniqueId, uniqueId))
  const changes = { contacts: { before: [contact!.fullName], after: null } }
  await audit(context, {
    action: 'CHANGED',
    kind: 'reviewAudience',
    recordId: actor.uniqueId,
    title: actor.fullName,
    changes,
  })
  return { uniqueId }
}

export const reviewAudienceRoutes = ({ hashAddress }: { hashAddress: HashAddress }) =>
  routes(reviewAudienceApi, {
    list: listAudience(hotlistReader(hashAddress)),
    selectable: listSelectable,
    candidates: listCandidates,
    remove: removeFromAudience,
    lastContact: async ({ uniqueId }, context) => {
      await findRecord(contactEntity, contactPolicy.see, uniqueId, context)
      const last = (await lastContactOf([uniqueId], context)).get(uniqueId)
      return last ? { uniqueId, ...last } : { uniqueId, lastContacted: null, by: null }
    },
    unanswered: listUnanswered,
  })
