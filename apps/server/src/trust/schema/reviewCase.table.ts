import { caseKinds, caseStates } from '@tradewind/contract/trust/reviewCase.constants'
import { sql } from 'drizzle-orm'
import { index, integer, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, scopedForeignKey, tenantTable } from '#kit/database/table'
import { users } from '#platform/schema/user.table'
import { removalReasonOf } from './review.table.ts'

export const caseKind = pgEnum('review_case_kind', caseKinds)
export const caseState = pgEnum('review_case_state', caseStates)

/** A case for the tenant's admins: a reported remark, or answers that look made up. It contains no words of customers. */
export const reviewCases = tenantTable(
  'review_case',
  {
    ownerId: uuid().notNull(),
    kind: caseKind().notNull(),
    /** The key of the case: the remark, or the sign that answers have in common. */
    sign: text().notNull(),
    answerIds: uuid().array().notNull(),
    /** How often it was reported, or how many answers have the sign. */
    count: integer().notNull().default(1),
    /** The reason and note of the first report. */
    reason: removalReasonOf(),
    note: text(),
    state: caseState().notNull().default('OPEN'),
    decidedBecause: removalReasonOf(),
    decisionNote: text(),
    decidedAt: instant(),
    decidedBy: uuid(),
  },
  (t) => [
    scopedForeignKey('review_case_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('review_case_once').on(t.tenantId, t.ownerId, t.kind, t.sign),
    index('review_case_by_state').on(t.tenantId, t.state, t.dateCreated, t.uniqueId),
    index('review_case_newest').on(t.tenantId, t.dateCreated, t.uniqueId),
  ],
)
export type CaseRow = typeof reviewCases.$inferSelect

/** What made-up answers would have in common, as keyed hashes without addresses or words. Deleted after 90 days. */
export const answerTraces = tenantTable(
  'review_answer_trace',
  {
    ownerId: uuid().notNull(),
    answerId: uuid().notNull(),
    networkHash: text().notNull(),
    /** Null if there are no words, or too few to be meaningful. */
    wordsHash: text(),
  },
  (t) => [
    scopedForeignKey('review_answer_trace_owner', t, t.ownerId, users).onDelete('cascade'),
    uniqueIndex('review_answer_trace_of_answer').on(t.tenantId, t.answerId),
    index('review_answer_trace_of_network').on(t.tenantId, t.ownerId, t.networkHash, t.dateCreated),
    index('review_answer_trace_of_words')
      .on(t.tenantId, t.ownerId, t.wordsHash)
      .where(sql`words_hash is not null`),
    index('review_answer_trace_of_owner').on(t.tenantId, t.ownerId, t.dateCreated),
    index('review_answer_trace_ending').on(t.tenantId, t.dateCreated),
  ],
)
