import type { WebCallHours, webCallApi } from '@tradewind/contract/site/member/webCall.contract'
import { CALL_MINUTES, webCallFields, webCallStates } from '@tradewind/contract/site/member/webCall.fields'
import { webCallPolicy } from '@tradewind/contract/site/policies'
import { eq, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, inTenant, notDeleted, softDeleteTable, tenantTable } from '#kit/database/table'
import { entity, searchTextOf } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'

export const webCallState = pgEnum('web_call_state', webCallStates)

const booked = sql`state = 'BOOKED'`

/** Calls of half an hour that members book with the staff. Both sides read them: they are the tenant's. */
export const webCalls = softDeleteTable(
  'web_call',
  {
    startsAt: instant().notNull(),
    about: text().notNull(),
    /** Name and company of who booked it, as they were then. */
    member: text().notNull(),
    /** Who holds it: they may have left since. */
    hostId: uuid().notNull(),
    state: webCallState().notNull().default('BOOKED'),
    meetingLink: text(),
    /** The month that it counts in, where the tenant is, and which of its member's calls in that month it is. */
    month: text().notNull(),
    nth: integer().notNull(),
    /** The half hours of the clock in which it begins and ends. Two calls begin at quarters: they overlap where either is the same. */
    firstCell: integer().notNull().default(0),
    lastCell: integer().notNull().default(0),
    /** Counts what calendars are told: SEQUENCE of their entry. */
    sequence: integer().notNull().default(0),
    /** The beginning of which both were reminded the day before, and the hour before. */
    dayReminderFor: instant(),
    hourReminderFor: instant(),
  },
  (t) => [
    inTenant('web_call_member', t, t.createdBy, users).onDelete('cascade'),
    uniqueIndex('web_call_host_first').on(t.tenantId, t.hostId, t.firstCell).where(booked),
    uniqueIndex('web_call_host_last').on(t.tenantId, t.hostId, t.lastCell).where(booked),
    uniqueIndex('web_call_member_first').on(t.tenantId, t.createdBy, t.firstCell).where(booked),
    uniqueIndex('web_call_member_last').on(t.tenantId, t.createdBy, t.lastCell).where(booked),
    uniqueIndex('web_call_of_month').on(t.tenantId, t.createdBy, t.month, t.nth).where(booked),
    index('web_call_by_time').on(t.tenantId, t.startsAt, t.uniqueId).where(notDeleted),
    index('web_call_of_state').on(t.tenantId, t.state, t.startsAt, t.uniqueId).where(notDeleted),
    index('web_call_of_member').on(t.tenantId, t.createdBy, t.startsAt, t.uniqueId).where(notDeleted),
    index('web_call_of_host').on(t.tenantId, t.hostId, t.startsAt, t.uniqueId).where(notDeleted),
  ],
)
export type WebCallRow = typeof webCalls.$inferSelect

/** When somebody of the staff can be booked. */
export const webCallHours = tenantTable(
  'web_call_hours',
  {
    userId: uuid().notNull(),
    timeZone: text().notNull(),
    weekly: jsonb().$type<WebCallHours['weekly']>().notNull(),
    daysOff: jsonb().$type<WebCallHours['daysOff']>().notNull(),
    meetingLink: text(),
  },
  (t) => [
    inTenant('web_call_hours_user', t, t.userId, users).onDelete('cascade'),
    uniqueIndex('web_call_hours_of').on(t.tenantId, t.userId),
  ],
)

const CELL = CALL_MINUTES * 60_000

/** Where on the clock a call begins and ends. */
const cellsOf = (startsAt: string) => {
  const at = Date.parse(startsAt) / CELL
  return { firstCell: Math.floor(at), lastCell: Math.ceil(at) }
}

export const webCallEntity = entity<typeof webCalls, typeof webCallApi>({
  name: 'webCall',
  table: webCalls,
  policy: webCallPolicy,
  title: 'about',
  whose: 'hostId',
  computedColumns: (call) => ({
    searchText: searchTextOf(webCallFields, { about: call.about, member: call.member }),
    ...cellsOf(call.startsAt),
  }),
  sorts: { dateCreated: webCalls.dateCreated, startsAt: webCalls.startsAt },
  filters: {
    state: (state) => eq(webCalls.state, state as 'BOOKED'),
    time: (time) => (time === 'AHEAD' ? sql`${webCalls.startsAt} > now()` : sql`${webCalls.startsAt} <= now()`),
  },
})
