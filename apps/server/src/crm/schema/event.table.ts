import { type EventAnswer, eventAnswers, type eventApi, mailStates } from '@tradewind/contract/crm/event.contract'
import { eventFields } from '@tradewind/contract/crm/event.fields'
import { eventPolicy } from '@tradewind/contract/crm/policies'
import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Tx } from '#kit/database/database'
import { fold } from '#kit/database/list'
import { instant, nextUpdatedAt, notDeleted, partitionTable, scopedForeignKey } from '#kit/database/table'
import { DAY_MS } from '#kit/days'
import { entity } from '#kit/record/entity'
import { languageEnum } from '#platform/schema/message.table'
import { users } from '#platform/schema/user.table'
import { contacts } from './contact.table.ts'
import { countEventLetters } from './eventLetters.ts'

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

/** A person who is invited to an event by mail. Soft-deleted when removed from the list. The link of the letters has the same id. */
export const eventInvitations = partitionTable(
  'event_invitation',
  {
    eventId: uuid().notNull(),
    contactId: uuid(),
    userId: uuid(),
    /** Empty if an address was typed. */
    name: text().notNull(),
    emailAddress: text().notNull(),
    /** Lower-case, so that nobody is invited twice. */
    addressKey: text().notNull(),
    /** The language of the letters; null: the tenant's. */
    language: languageEnum(),
    /** What the recipient should know of the event, in the format of `invitationContentOf`. */
    wanted: text().notNull(),
    /** The `wanted` of the last sent letter, `REPEATED` if it is to be sent again; null before the first. */
    told: text(),
    /** Counts the versions of `wanted`: SEQUENCE of the calendar entry. */
    sequence: integer().notNull(),
    /** Counts the letters: each has its own key, and only the last one is sent. */
    letters: integer().notNull().default(1),
    /** The number of letters that have a job. */
    ordered: integer().notNull().default(0),
    state: text({ enum: mailStates }).notNull().default('WAITING'),
    /** Why the last letter did not arrive. */
    problem: text(),
    answer: text({ enum: eventAnswers }).$type<EventAnswer>(),
    answeredAt: instant(),
    /** The time of the event when they answered. */
    answeredFor: instant(),
  },
  (t) => [
    scopedForeignKey('event_invitation_event', t, t.eventId, events).onDelete('cascade'),
    scopedForeignKey('event_invitation_contact', t, t.contactId, contacts).onDelete('cascade'),
    scopedForeignKey('event_invitation_user', t, t.userId, users).onDelete('cascade'),
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
/** They were told, and are to be told again. */
export const REPEATED = 'REPEATED'

/** What invited people should know: that the event is cancelled, or its title, location and time. */
export const invitationContentOf = ({ title, location, eventDateTime, deletedAt }: EventRow) =>
  deletedAt ? CANCELLED : JSON.stringify([title, location, eventDateTime])

/** An event counts as over a day after its start: its end is not stored. */
export const isOver = (eventDateTime: string) => Date.parse(eventDateTime) + DAY_MS < Date.now()

/**
 * The condition for guests who know the event at a time at which it is not over: a change of one that was over, and still is, is not news. The time
 * is at the end of `wanted`, before two characters of JSON, and is compared as text: a cluster takes no STABLE function of a column in an UPDATE.
 */
const knowsComing = () => sql`(${eventInvitations.wanted} <> ${CANCELLED}
  and left(right(${eventInvitations.wanted}, 26), 24) collate "C" > ${new Date(Date.now() - DAY_MS).toISOString()})`

/** SEQUENCE only grows, and at the rate of calendars that others subscribe to: seconds since the event was created. */
export const sequenceOf = ({ dateCreated, updatedAt }: EventRow) =>
  Math.max(0, Math.floor(Date.parse(updatedAt) / 1000) - Math.floor(Date.parse(dateCreated) / 1000))

/** The columns of an invitation for which another letter is due. */
export const nextLetter = (sequence: SQL, at?: SQL) => ({
  letters: sql`${eventInvitations.letters} + 1`,
  sequence: sql`greatest(${eventInvitations.sequence} + 1, ${sequence})`,
  state: 'WAITING' as const,
  problem: null,
  updatedAt: nextUpdatedAt(eventInvitations.updatedAt, at),
})

/** Makes another letter due for the people invited to these events whose information has changed. */
const updateInvitations = async (tx: Tx, rows: readonly EventRow[]) => {
  const ids = rows.map(({ uniqueId }) => uniqueId)
  const changed = await tx.select().from(events).where(inArray(events.uniqueId, ids)) // the given rows may be the state before the change
  const now = changed.map((row) => ({
    id: row.uniqueId,
    word: invitationContentOf(row),
    sequence: sequenceOf(row),
    over: isOver(row.eventDateTime),
  }))
  const changedEvents = sql`jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as now (id uuid, word text, sequence int, over boolean)`
  const { userId, addressKey, wanted } = eventInvitations
  const updated = await tx
    .update(eventInvitations)
    .set({ wanted: sql`now.word`, ...nextLetter(sql`now.sequence`) })
    .from(changedEvents)
    .where(
      sql`${eventInvitations.eventId} = now.id and ${eventInvitations.deletedAt} is null and ${eventInvitations.wanted} <> now.word
        and (not now.over or ${knowsComing()})`,
    )
    .returning({ userId, addressKey, wanted })
  const letters = updated.filter((one) => one.wanted !== CANCELLED)
  if (letters.length > 0) await countEventLetters('changed', letters, { tx, tenantId: rows[0]!.tenantId })
}

/** Events to which this user is invited, unless they have declined the time that the event has now. */
const invites = (userId: string) => {
  const { eventId, answer, answeredFor, deletedAt } = eventInvitations
  const isDeclined = sql`${answer} is not distinct from 'DECLINED' and ${answeredFor} = ${events.eventDateTime}`
  return sql`${events.uniqueId} in (select ${eventId} from ${eventInvitations}
    where ${eq(eventInvitations.userId, userId)} and ${isNull(deletedAt)} and (${isDeclined}) is not true)`
}

export const eventEntity = entity<typeof events, typeof eventApi, typeof eventFields>({
  name: 'event',
  table: events,
  fields: eventFields,
  policy: eventPolicy,
  title: 'title',
  titleLine: 1,
  search: { sort: '-eventDateTime', detail: ({ location }) => location },
  followed: updateInvitations,
  searchLines: ({ description }) => ({ 4: description.slice(0, 2000) }),
  computedColumns: ({ title }) => ({ titleKey: fold(title).slice(0, 200) }),
  sorts: { eventDateTime: events.eventDateTime, title: events.titleKey },
  policyFields: { invited: (userId) => invites(String(userId)) },
})
