import { say } from '@tradewind/contract/kit/say'
import { reviewQuestionPolicy } from '@tradewind/contract/trust/policies'
import { MAX_OWN_QUESTIONS, type ReviewType, reviewTypes } from '@tradewind/contract/trust/review.constants'
import type { reviewQuestionApi, Translations } from '@tradewind/contract/trust/reviewQuestion.contract'
import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgEnum, text, uuid } from 'drizzle-orm/pg-core'
import { instant, notDeleted, partitionTable, scopedForeignKey, softDeleteTable } from '#kit/database/table'
import { entity } from '#kit/record/entity'
import { questionSet } from '#kit/record/questions'
import { users } from '#platform/schema/user.table'

export const reviewTypeOf = pgEnum('review_type', reviewTypes)

/** The survey questions of a tenant. A question that has been answered keeps its text, and is retired instead of deleted. */
export const reviewQuestions = softDeleteTable(
  'review_question',
  {
    reviewType: reviewTypeOf().notNull(),
    headline: text().notNull(),
    question: text().notNull(),
    translations: jsonb().$type<Translations>().notNull().default({}),
    /** Its position within its type, from 1. */
    position: integer().notNull(),
    answeredAt: instant(),
    retiredAt: instant(),
  },
  (t) => [
    index('review_question_asked')
      .on(t.tenantId, t.reviewType, t.position, t.uniqueId)
      .where(sql`deleted_at is null and retired_at is null`),
    index('review_question_by_position').on(t.tenantId, t.position, t.uniqueId).where(notDeleted),
  ],
)

export const surveyQuestions = questionSet({
  table: reviewQuestions,
  group: 'reviewType',
  groups: reviewTypes,
  wordingFields: ['headline', 'question', 'reviewType'],
  // A survey accepts no more answers than this, so nobody could answer a longer one.
  maxActive: 200,
  tooManyMessage: say('A survey type can have 200 questions at most'),
  oneOf: 'each',
  lastMessage: say('This is the last question of its survey type, and a survey asks at least one. Add another one first.'),
  topic: 'trust',
  name: 'reviewQuestion',
})

export const reviewQuestionEntity = entity<typeof reviewQuestions, typeof reviewQuestionApi>({
  name: 'reviewQuestion',
  table: reviewQuestions,
  policy: reviewQuestionPolicy,
  title: 'headline',
  searchLines: ({ headline, question }) => ({ 1: headline, 2: question }),
  sorts: { position: reviewQuestions.position },
  filters: {
    reviewType: (type) => eq(reviewQuestions.reviewType, type as ReviewType),
    retired: (yes) => (yes === 'true' ? isNotNull : isNull)(reviewQuestions.retiredAt),
  },
  followed: surveyQuestions.arrange,
})

/** A survey's own questions, in addition to those of its type. A question that has been answered keeps its text, and is retired instead of deleted. */
export const reviewOwnQuestions = partitionTable(
  'review_own_question',
  {
    ownerId: uuid().notNull(),
    question: text().notNull(),
    /** Its position among the active ones, from 1. */
    position: integer().notNull(),
    answeredAt: instant(),
    retiredAt: instant(),
  },
  (t) => [
    scopedForeignKey('review_own_question_owner', t, t.ownerId, users).onDelete('cascade'),
    check('review_own_question_at_most', sql.raw(`retired_at is not null or position between 1 and ${MAX_OWN_QUESTIONS}`)),
    index('review_own_question_of_owner').on(t.tenantId, t.partitionId, t.ownerId, t.position, t.uniqueId),
  ],
)
export type OwnQuestionRow = typeof reviewOwnQuestions.$inferSelect
