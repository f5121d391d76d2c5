import type { questionApi } from '@tradewind/contract/site/member/question.contract'
import { questionFields, questionStates } from '@tradewind/contract/site/member/question.fields'
import { questionPolicy } from '@tradewind/contract/site/policies'
import { eq } from 'drizzle-orm'
import { date, index, integer, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { contains } from '#kit/database/list'
import { instant, inTenant, notDeleted, softDeleteTable } from '#kit/database/table'
import { entity, searchTextOf } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'

export const questionState = pgEnum('question_state', questionStates)

/** What members ask in writing. Both sides read it: it is the tenant's, and its policy says who of them sees which. */
export const questions = softDeleteTable(
  'question',
  {
    title: text().notNull(),
    text: text().notNull(),
    /** Name and company of who asked, as they were then. */
    member: text().notNull(),
    state: questionState().notNull().default('OPEN'),
    /** Who is to answer, or did: they may have left since. */
    assignedUser: uuid(),
    /** A day. */
    dueDate: date({ mode: 'string' }).notNull(),
    answer: text(),
    answeredAt: instant(),
    /** The month that it counts in, where the tenant is, and the how manieth it is of who asked. */
    month: text().notNull(),
    nth: integer().notNull(),
  },
  (t) => [
    inTenant('question_member', t, t.createdBy, users).onDelete('cascade'),
    uniqueIndex('question_of_month').on(t.tenantId, t.createdBy, t.month, t.nth),
    index('question_of_member').on(t.tenantId, t.createdBy, t.dateCreated, t.uniqueId).where(notDeleted),
    index('question_of_user').on(t.tenantId, t.assignedUser, t.dateCreated, t.uniqueId).where(notDeleted),
    index('question_of_state').on(t.tenantId, t.state, t.dateCreated, t.uniqueId).where(notDeleted),
    index('question_due').on(t.tenantId, t.state, t.dueDate, t.uniqueId).where(notDeleted),
    index('question_by_due').on(t.tenantId, t.dueDate, t.uniqueId).where(notDeleted),
  ],
)
export type QuestionRow = typeof questions.$inferSelect

/** So much of a long text is searched. */
const SEARCHED = 2000

export const questionEntity = entity<typeof questions, typeof questionApi>({
  name: 'question',
  table: questions,
  policy: questionPolicy,
  title: 'title',
  whose: 'assignedUser',
  computedColumns: ({ title, text: asked, answer, member }) => ({
    searchText: searchTextOf(questionFields, {
      title,
      text: asked.slice(0, SEARCHED),
      answer: answer?.slice(0, SEARCHED),
      member,
    }),
  }),
  sorts: { dateCreated: questions.dateCreated, dueDate: questions.dueDate },
  filters: {
    title: (needle) => contains(questions, needle, questionFields.title.searchLine),
    state: (state) => eq(questions.state, state as 'OPEN'),
    assignedUser: (userId) => eq(questions.assignedUser, userId),
  },
})
