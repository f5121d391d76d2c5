import type { questionApi } from '@tradewind/contract/site/member/question.contract'
import { questionFields, questionStates } from '@tradewind/contract/site/member/question.fields'
import type { topicApi } from '@tradewind/contract/site/member/topic.contract'
import { topicFields, topicStateNames, topicStates } from '@tradewind/contract/site/member/topic.fields'
import type { webCallApi, WebCallHours } from '@tradewind/contract/site/member/webCall.contract'
import { CALL_MINUTES, webCallFields, webCallStates } from '@tradewind/contract/site/member/webCall.fields'
import { questionPolicy, topicPolicy, webCallPolicy } from '@tradewind/contract/site/policies'
import { eq, sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, notDeleted, scopedForeignKey, softDeleteTable, tenantTable } from '#kit/database/table'
import { formatDay } from '#kit/days'
import { entity } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'

export const questionState = pgEnum('question_state', questionStates)

/** Written questions of members. Both sides read them: they belong to the tenant, and the policy decides who sees which. */
export const questions = softDeleteTable(
  'question',
  {
    title: text().notNull(),
    text: text().notNull(),
    /** Name and company of the user who asked, at that time. */
    member: text().notNull(),
    state: questionState().notNull().default('OPEN'),
    /** The user who is to answer, or did: they may have left meanwhile. */
    assignedUser: uuid(),
    /** A day. */
    dueDate: date({ mode: 'string' }).notNull(),
    answer: text(),
    answeredAt: instant(),
    /** The month in which it counts, in the tenant's time zone, and its number among the user's questions of that month. */
    month: text().notNull(),
    nth: integer().notNull(),
  },
  (t) => [
    scopedForeignKey('question_member', t, t.createdBy, users).onDelete('cascade'),
    uniqueIndex('question_of_month').on(t.tenantId, t.createdBy, t.month, t.nth),
    index('question_of_member').on(t.tenantId, t.createdBy, t.dateCreated, t.uniqueId).where(notDeleted),
    index('question_of_user').on(t.tenantId, t.assignedUser, t.dateCreated, t.uniqueId).where(notDeleted),
    index('question_of_state').on(t.tenantId, t.state, t.dateCreated, t.uniqueId).where(notDeleted),
    index('question_due').on(t.tenantId, t.state, t.dueDate, t.uniqueId).where(notDeleted),
    index('question_by_due').on(t.tenantId, t.dueDate, t.uniqueId).where(notDeleted),
  ],
)
export type QuestionRow = typeof questions.$inferSelect

/** The searched length of a long text. */
const SEARCHED_LENGTH = 2000

export const questionEntity = entity<typeof questions, typeof questionApi, typeof questionFields>({
  name: 'question',
  table: questions,
  fields: questionFields,
  policy: questionPolicy,
  title: 'title',
  whose: 'assignedUser',
  confidential: true,
  search: { sort: '-dateCreated', detail: ({ member, dueDate }) => `${member}, ${formatDay(dueDate)}` },
  searchLines: ({ text: questionText, answer }) => ({
    text: questionText.slice(0, SEARCHED_LENGTH),
    answer: answer?.slice(0, SEARCHED_LENGTH),
  }),
  sorts: { dueDate: questions.dueDate },
  filters: {
    state: (state) => eq(questions.state, state as 'OPEN'),
    assignedUser: (userId) => eq(questions.assignedUser, userId),
  },
})

export const topicState = pgEnum('topic_state', topicStates)

/** Topics that members want to read about in the knowledge centre. */
export const topics = softDeleteTable(
  'topic',
  {
    title: text().notNull(),
    text: text().notNull(),
    state: topicState().notNull().default('PROPOSED'),
    /** The number of votes, which are rows of `topic_vote`. A vote does not count as a change of the topic. */
    votes: integer().notNull().default(0),
    /** A day. */
    plannedFor: date({ mode: 'string' }),
    /** The content published on it. It may have been deleted or unpublished meanwhile. */
    content: uuid(),
    reason: text(),
  },
  (t) => [
    index('topic_by_votes').on(t.tenantId, t.votes, t.uniqueId).where(notDeleted),
    index('topic_of_state').on(t.tenantId, t.state, t.dateCreated, t.uniqueId).where(notDeleted),
    index('topic_of_state_by_votes').on(t.tenantId, t.state, t.votes, t.uniqueId).where(notDeleted),
    index('topic_of_member').on(t.tenantId, t.createdBy, t.dateCreated, t.uniqueId).where(notDeleted),
  ],
)
export type TopicRow = typeof topics.$inferSelect

/** Which user votes for which topic. */
export const topicVotes = tenantTable('topic_vote', { topicId: uuid().notNull(), userId: uuid().notNull() }, (t) => [
  scopedForeignKey('topic_vote_topic', t, t.topicId, topics).onDelete('cascade'),
  scopedForeignKey('topic_vote_user', t, t.userId, users).onDelete('cascade'),
  uniqueIndex('topic_vote_once').on(t.tenantId, t.topicId, t.userId),
  index('topic_vote_of_user').on(t.tenantId, t.userId),
])

export const topicEntity = entity<typeof topics, typeof topicApi, typeof topicFields>({
  name: 'topic',
  table: topics,
  fields: topicFields,
  policy: topicPolicy,
  title: 'title',
  search: { sort: '-votes', detail: ({ state }) => topicStateNames[state] },
  sorts: { votes: topics.votes },
  filters: { state: (state) => eq(topics.state, state as 'PROPOSED') },
})

export const webCallState = pgEnum('web_call_state', webCallStates)

const isBooked = sql`state = 'BOOKED'`

/** Calls of half an hour that members book with the staff. Both sides read them: they belong to the tenant. */
export const webCalls = softDeleteTable(
  'web_call',
  {
    startsAt: instant().notNull(),
    about: text().notNull(),
    /** Name and company of the user who booked it, at that time. */
    member: text().notNull(),
    /** The staff user who hosts it: they may have left meanwhile. */
    hostId: uuid().notNull(),
    state: webCallState().notNull().default('BOOKED'),
    meetingLink: text(),
    /** The month in which it counts, in the tenant's time zone, and its number among the member's calls of that month. */
    month: text().notNull(),
    nth: integer().notNull(),
    /** The clock's half hours in which it begins and ends. Calls begin on quarter hours: two calls overlap if either value is equal. */
    firstCell: integer().notNull().default(0),
    lastCell: integer().notNull().default(0),
    /** SEQUENCE of the calendar entry. */
    sequence: integer().notNull().default(0),
    /** The start time for which both were reminded, the day before and the hour before. */
    dayReminderFor: instant(),
    hourReminderFor: instant(),
  },
  (t) => [
    scopedForeignKey('web_call_member', t, t.createdBy, users).onDelete('cascade'),
    uniqueIndex('web_call_host_first').on(t.tenantId, t.hostId, t.firstCell).where(isBooked),
    uniqueIndex('web_call_host_last').on(t.tenantId, t.hostId, t.lastCell).where(isBooked),
    uniqueIndex('web_call_member_first').on(t.tenantId, t.createdBy, t.firstCell).where(isBooked),
    uniqueIndex('web_call_member_last').on(t.tenantId, t.createdBy, t.lastCell).where(isBooked),
    uniqueIndex('web_call_of_month').on(t.tenantId, t.createdBy, t.month, t.nth).where(isBooked),
    index('web_call_by_time').on(t.tenantId, t.startsAt, t.uniqueId).where(notDeleted),
    index('web_call_of_state').on(t.tenantId, t.state, t.startsAt, t.uniqueId).where(notDeleted),
    index('web_call_of_member').on(t.tenantId, t.createdBy, t.startsAt, t.uniqueId).where(notDeleted),
    index('web_call_of_host').on(t.tenantId, t.hostId, t.startsAt, t.uniqueId).where(notDeleted),
  ],
)
export type WebCallRow = typeof webCalls.$inferSelect

/** When a staff user can be booked. */
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
    scopedForeignKey('web_call_hours_user', t, t.userId, users).onDelete('cascade'),
    uniqueIndex('web_call_hours_of').on(t.tenantId, t.userId),
  ],
)

const CELL_MS = CALL_MINUTES * 60_000

/** The half hours in which a call begins and ends. */
const clockCells = (startsAt: string) => {
  const at = Date.parse(startsAt) / CELL_MS
  return { firstCell: Math.floor(at), lastCell: Math.ceil(at) }
}

export const webCallEntity = entity<typeof webCalls, typeof webCallApi, typeof webCallFields>({
  name: 'webCall',
  table: webCalls,
  fields: webCallFields,
  policy: webCallPolicy,
  title: 'about',
  whose: 'hostId',
  confidential: true,
  search: { sort: '-startsAt', detail: ({ member }) => member },
  computedColumns: ({ startsAt }) => clockCells(startsAt),
  sorts: { startsAt: webCalls.startsAt },
  filters: {
    state: (state) => eq(webCalls.state, state as 'BOOKED'),
    time: (time) => (time === 'AHEAD' ? sql`${webCalls.startsAt} > now()` : sql`${webCalls.startsAt} <= now()`),
  },
  conditions: { host: webCalls.hostId },
})
