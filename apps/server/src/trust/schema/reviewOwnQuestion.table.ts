import { MOST_OWN_QUESTIONS } from '@tradewind/contract/trust/ownQuestion.fields'
import { sql } from 'drizzle-orm'
import { check, index, integer, text, uuid } from 'drizzle-orm/pg-core'
import { instant, inTenant, partitionTable } from '#kit/database/table'
import { users } from '#platform/schema/user.table'

/** What somebody's survey asks beside the questions of its type. What was answered once keeps its words, and is retired, not deleted. */
export const reviewOwnQuestions = partitionTable(
  'review_own_question',
  {
    ownerId: uuid().notNull(),
    question: text().notNull(),
    /** Its place among those that are asked, from 1. */
    position: integer().notNull(),
    answeredAt: instant(),
    retiredAt: instant(),
  },
  (t) => [
    inTenant('review_own_question_owner', t, t.ownerId, users).onDelete('cascade'),
    check('review_own_question_at_most', sql.raw(`retired_at is not null or position between 1 and ${MOST_OWN_QUESTIONS}`)),
    index('review_own_question_of_owner').on(t.tenantId, t.partitionId, t.ownerId, t.position, t.uniqueId),
  ],
)
export type OwnQuestionRow = typeof reviewOwnQuestions.$inferSelect
