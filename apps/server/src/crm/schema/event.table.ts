import { type EventAnswer, eventAnswers, type eventApi, mailStates } from '@tradewind/contract/crm/event.contract'
import { eventFields } from '@tradewind/contract/crm/event.fields'
import { eventPolicy } from '@tradewind/contract/crm/policies'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Tx } from '#kit/database/database'
import { contains, fold } from '#kit/database/list'
import { inPartition, instant, inTenant, nextUpdatedAt, notDeleted, partitionTable } from '#kit/database/table'
import { conditionsOn } from '#kit/record/conditions'
import { entity, searchTextOf } from '#kit/record/entity'
import { languageOf } from '#platform/schema/message.table'
import { users } from '#platform/schema/user.table'
import { contacts } from './contact.table.ts'

export const events = partitionTable(
  'event',
  {
    title: text().notNull(),
    description: text().notNull(),
    eventDateTime: instant().notNull(),
    location: text().notNull(),
    organizer: text().notNull(),
    organizerContact: text().notNull(),
    titleKey: text().notNull().default(''),
  },
  (t) => [
    index('event_by_time').on(t.tenantId, t.partitionId, t.eventDateTime, t.uniqueId).where(notDeleted),
    index('event_by_title').on(t.tenantId, t.partitionId, t.titleKey, t.uniqueId).where(notDeleted),
  ],
)

/** Somebody who is invited to an event by mail. In the trash: taken off. The link of the letters has its id. */
export const eventInvitations = partitionTable(
  'event_invitation',
  {
    eventId: uuid().notNull(),
    contactId: uuid(),
    userId: uuid(),
    /** Empty where an address was typed. */
    name: text().notNull(),
    emailAddress: text().notNull(),
    /** In small letters: nobody is invited twice. */
    addressKey: text().notNull(),
    /** What the letters speak; null: the tenant's. */
    language: languageOf(),
    /** What they are to know of the event, by `wordOf`. */
    wanted: text().notNull(),
    /** What the last letter that went out told them; null before the first, and where it is to go out again. */
    told: text(),
    /** Counts what they are to know: SEQUENCE of the calendar entry. */
    sequence: integer().notNull(),
    /** Counts the letters: each has a key of its own, and only the last one is sent. */
    letters: integer().notNull().default(1),
    /** So many of them have a job. */
    ordered: integer().notNull().default(0),
    state: text({ enum: mailStates }).notNull().default('WAITING'),
    /** Why the last letter has not arrived. */
    problem: text(),
    answer: text({ enum: eventAnswers }).$type<EventAnswer>(),
    answeredAt: instant(),
    /** The time of the event to which they answered. */
    answeredFor: instant(),
  },
  (t) => [
    inPartition('event_invitation_event', t, t.eventId, events).onDelete('cascade'),
    inPartition('event_invitation_contact', t, t.contactId, contacts).onDelete('cascade'),
    inTenant('event_invitation_user', t, t.userId, users).onDelete('cascade'),
    uniqueIndex('event_invitation_once').on(t.tenantId, t.partitionId, t.eventId, t.addressKey),
    index('event_invitation_of_contact').on(t.tenantId, t.partitionId, t.contactId),
    index('event_invitation_of_user').on(t.tenantId, t.userId),
    index('event_invitation_due')
      .on(t.tenantId, t.partitionId)
      .where(sql`letters > ordered`),
  ],
)
export type EventRow = typeof events.$inferSelect
export type EventInvitationRow = typeof eventInvitations.$inferSelect

export const CANCELLED = 'CANCELLED'

/** What the invited are to know: that there is none, or its title, place and time. */
export const wordOf = ({ title, location, eventDateTime, deletedAt }: EventRow) =>
  deletedAt ? CANCELLED : JSON.stringify([title, location, eventDateTime])

/** SEQUENCE only grows, and as fast as in the calendars that others subscribe to: by seconds since the event was made. */
export const sequenceOf = ({ dateCreated, updatedAt }: EventRow) =>
  Math.max(0, Math.floor(Date.parse(updatedAt) / 1000) - Math.floor(Date.parse(dateCreated) / 1000))

/** The columns of an invitation of which another letter is to go out. */
export const nextLetter = (sequence: SQL, at?: SQL) => ({
  letters: sql`${eventInvitations.letters} + 1`,
  sequence: sql`greatest(${eventInvitations.sequence} + 1, ${sequence})`,
  state: 'WAITING' as const,
  problem: null,
  updatedAt: nextUpdatedAt(eventInvitations.updatedAt, at),
})

/** Whoever is invited to these events and is to know something else than before gets another letter. */
const followEvents = async (tx: Tx, rows: readonly EventRow[]) => {
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const changed = await tx.select().from(events).where(inArray(events.uniqueId, ids)) // a row as it was given may be the one before
  const now = changed.map((row) => ({ id: row.uniqueId, word: wordOf(row), sequence: sequenceOf(row) }))
  const those = sql`jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as now (id uuid, word text, sequence int)`
  await tx
    .update(eventInvitations)
    .set({ wanted: sql`now.word`, ...nextLetter(sql`now.sequence`) })
    .from(those)
    .where(
      sql`${eventInvitations.eventId} = now.id and ${eventInvitations.deletedAt} is null and ${eventInvitations.wanted} <> now.word`,
    )
}

export const eventEntity = entity<typeof events, typeof eventApi>({
  name: 'event',
  table: events,
  policy: eventPolicy,
  title: 'title',
  titleLine: 1,
  followed: followEvents,
  computedColumns: (event) => ({
    searchText: searchTextOf(eventFields, event, { 4: event.description.slice(0, 2000) }),
    titleKey: fold(event.title).slice(0, 200),
  }),
  sorts: { dateCreated: events.dateCreated, eventDateTime: events.eventDateTime, title: events.titleKey },
  filters: {
    title: (needle) => contains(events, needle, eventFields.title.searchLine),
    location: (needle) => contains(events, needle, eventFields.location.searchLine),
  },
  conditions: conditionsOn(eventFields, {
    title: events.title,
    location: events.location,
    organizer: events.organizer,
    eventDateTime: events.eventDateTime,
    dateCreated: events.dateCreated,
    createdBy: events.createdBy,
  }),
})
