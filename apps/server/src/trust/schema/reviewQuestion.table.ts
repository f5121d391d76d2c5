import { say } from '@tradewind/contract/kit/say'
import { reviewQuestionPolicy } from '@tradewind/contract/trust/policies'
import { type ReviewType, reviewTypes } from '@tradewind/contract/trust/review.words'
import type { reviewQuestionApi, Translations } from '@tradewind/contract/trust/reviewQuestion.contract'
import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgEnum, text } from 'drizzle-orm/pg-core'
import { lines } from '#kit/database/list'
import { instant, notDeleted, softDeleteTable } from '#kit/database/table'
import { questionSet } from '#kit/question/questions'
import { entity } from '#kit/record/entity'

export const reviewTypeOf = pgEnum('review_type', reviewTypes)

/** What the surveys of a tenant ask. What was answered once keeps its words, and is retired, not deleted. */
export const reviewQuestions = softDeleteTable(
  'review_question',
  {
    reviewType: reviewTypeOf().notNull(),
    headline: text().notNull(),
    question: text().notNull(),
    translations: jsonb().$type<Translations>().notNull().default({}),
    /** Its place among those of its type, from 1. */
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
  words: ['headline', 'question', 'reviewType'],
  // More than a survey takes answers to would be none that anybody can answer.
  most: 200,
  tooMany: say('A survey type can have 200 questions at most'),
  oneOf: 'each',
  last: say('This is the last question of its survey type, and a survey asks at least one. Add another one first.'),
  topic: 'trust',
})

export const reviewQuestionEntity = entity<typeof reviewQuestions, typeof reviewQuestionApi>({
  name: 'reviewQuestion',
  table: reviewQuestions,
  policy: reviewQuestionPolicy,
  title: 'headline',
  computedColumns: ({ headline, question }) => ({ searchText: lines(headline, question) }),
  sorts: { dateCreated: reviewQuestions.dateCreated, position: reviewQuestions.position },
  filters: {
    reviewType: (type) => eq(reviewQuestions.reviewType, type as ReviewType),
    retired: (yes) => (yes === 'true' ? isNotNull : isNull)(reviewQuestions.retiredAt),
  },
  followed: surveyQuestions.arrange,
})
