import { z } from 'zod'
import { UserRef } from '../../crm/summary.contract.ts'
import { byId, emptyInput, endpoint, id, instant, listQuery, recordFields } from '../../kit/endpoint.ts'
import { sortsOf } from '../../kit/entityFields.ts'
import { filtersOf, inputSchema, whereOf } from '../../kit/entitySchemas.ts'
import { history } from '../../kit/history.ts'
import { historyOf } from '../../platform/policies.ts'
import { questionPolicy } from '../policies.ts'
import { askedFields, questionFields, questionStates } from './question.fields.ts'

export const Question = z.object({
  ...recordFields,
  title: z.string(),
  text: z.string(),
  /** The member who asked, by name and company. */
  member: z.string(),
  state: z.enum(questionStates),
  assignedUser: UserRef.nullable(),
  /** The day by which it should be answered. */
  dueDate: z.string(),
  /** Open, and its day has passed in the client's time zone. */
  isOverdue: z.boolean(),
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
})
export type Question = z.output<typeof Question>

const staffFields = inputSchema(questionFields).shape

/** What a plan includes in a calendar month of the tenant's time zone. What is not used lapses. */
export const Quota = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  /** Null: no limit. */
  most: z.number().nullable(),
  used: z.number(),
  /** Null: no limit. */
  left: z.number().nullable(),
  /** The day on which the next month begins. */
  renews: z.string(),
})
export type Quota = z.output<typeof Quota>

export const questionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/question/',
    access: questionPolicy.see,
    summary: 'Lists the written questions that you may see: members see their own, staff those that they may answer.',
    input: listQuery(sortsOf(questionFields), {
      ...filtersOf(questionFields),
      ...whereOf(questionFields),
      state: z.enum(questionStates, questionFields.state.prompt).optional(),
      assignedUser: id.optional(),
    }),
    reply: z.array(Question),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/question/:uniqueId',
    access: questionPolicy.see,
    summary: 'Returns one written question.',
    input: byId,
    reply: Question,
  }),
  remaining: endpoint({
    method: 'GET',
    path: '/api/question/remaining',
    access: questionPolicy.create,
    summary: 'Returns the number of written questions that your plan includes this month, and how many of them are left.',
    input: emptyInput,
    reply: Quota,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/question/',
    access: questionPolicy.create,
    summary: 'Creates a written question. Returns 409 if your plan includes no more questions this month.',
    input: z.strictObject(inputSchema(askedFields).shape),
    reply: Question,
    replyType: 'created',
    message: 'We have your question, and will answer it here.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/question/',
    access: questionPolicy.update,
    summary:
      'Assigns a question to a staff user, sets its due date, or answers it. The member who asked is notified of the answer.',
    input: z.strictObject({
      uniqueId: id,
      updatedAt: instant.optional(),
      assignedUser: id.nullable().optional(),
      dueDate: staffFields.dueDate.optional(),
      answer: staffFields.answer,
    }),
    reply: Question,
    message: 'The question was saved.',
  }),
  ...history('/api/question', 'question', historyOf(questionPolicy)),
}
