import type { topicApi } from '@tradewind/contract/site/member/topic.contract'
import { topicFields, topicStates } from '@tradewind/contract/site/member/topic.fields'
import { topicPolicy } from '@tradewind/contract/site/policies'
import { eq } from 'drizzle-orm'
import { date, index, integer, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { contains } from '#kit/database/list'
import { inTenant, notDeleted, softDeleteTable, tenantTable } from '#kit/database/table'
import { entity, searchTextOf } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'

export const topicState = pgEnum('topic_state', topicStates)

/** What members want to read in the knowledge centre. */
export const topics = softDeleteTable(
  'topic',
  {
    title: text().notNull(),
    text: text().notNull(),
    state: topicState().notNull().default('PROPOSED'),
    /** How many votes it has: they are rows of `topic_vote`. A vote is no change of the topic. */
    votes: integer().notNull().default(0),
    /** A day. */
    plannedFor: date({ mode: 'string' }),
    /** What was published on it. It may have been deleted, or taken back, since. */
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

/** Who votes for which topic. */
export const topicVotes = tenantTable('topic_vote', { topicId: uuid().notNull(), userId: uuid().notNull() }, (t) => [
  inTenant('topic_vote_topic', t, t.topicId, topics).onDelete('cascade'),
  inTenant('topic_vote_user', t, t.userId, users).onDelete('cascade'),
  uniqueIndex('topic_vote_once').on(t.tenantId, t.topicId, t.userId),
  index('topic_vote_of_user').on(t.tenantId, t.userId),
])

export const topicEntity = entity<typeof topics, typeof topicApi>({
  name: 'topic',
  table: topics,
  policy: topicPolicy,
  title: 'title',
  computedColumns: ({ title, text: wanted }) => ({ searchText: searchTextOf(topicFields, { title, text: wanted }) }),
  sorts: { dateCreated: topics.dateCreated, votes: topics.votes },
  filters: {
    title: (needle) => contains(topics, needle, topicFields.title.searchLine),
    state: (state) => eq(topics.state, state as 'PROPOSED'),
  },
})
