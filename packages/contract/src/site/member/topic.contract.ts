import { z } from 'zod'
import { byId, callsBehindSwitch, endpoint, id, instant, listQuery, recordFields } from '../../kit/endpoint.ts'
import { sortsOf } from '../../kit/entityFields.ts'
import { filtersOf, inputSchema, whereOf } from '../../kit/entitySchemas.ts'
import { yesOrNo } from '../../kit/fields.ts'
import { history } from '../../kit/history.ts'
import { historyOf } from '../../platform/policies.ts'
import { topicPolicy } from '../policies.ts'
import { proposedFields, topicFields, topicStates } from './topic.fields.ts'

export const Topic = z.object({
  ...recordFields,
  /** Null where a member did not propose it. */
  createdBy: recordFields.createdBy,
  title: z.string(),
  text: z.string(),
  state: z.enum(topicStates),
  votes: z.number(),
  /** Whether the actor has voted for it. */
  isVoted: z.boolean(),
  /** The member who proposed it, by name and company; only for administrators. Null for members, and where the member has left. */
  proposedBy: z.string().nullable(),
  /** A day. */
  plannedFor: z.string().nullable(),
  /** The content that was published on it, while the knowledge centre shows it. */
  content: z.object({ uniqueId: id, title: z.string(), slug: z.string() }).nullable(),
  /** Why it was declined. */
  reason: z.string().nullable(),
})
export type Topic = z.output<typeof Topic>

const { plannedFor, reason } = inputSchema(topicFields).shape

export const topicApi = callsBehindSwitch('CONTENT_ENABLED', {
  list: endpoint({
    method: 'GET',
    path: '/api/topic/',
    access: topicPolicy.see,
    summary: 'Lists the topics that members have proposed for the knowledge centre.',
    input: listQuery(sortsOf(topicFields), {
      ...filtersOf(topicFields),
      ...whereOf(topicFields),
      state: z.enum(topicStates, topicFields.state.prompt).optional(),
    }),
    reply: z.array(Topic),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/topic/:uniqueId',
    access: topicPolicy.see,
    summary: 'Returns one topic.',
    input: byId,
    reply: Topic,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/topic/',
    access: topicPolicy.create,
    summary: 'Proposes a topic, with your vote. Returns 409 if too many of your proposals are waiting for a decision.',
    input: z.strictObject(inputSchema(proposedFields).shape),
    reply: Topic,
    replyType: 'created',
    message: 'Your topic is proposed, with your vote.',
  }),
  vote: endpoint({
    method: 'PATCH',
    path: '/api/topic/vote/:uniqueId',
    access: topicPolicy.vote,
    summary: 'Votes for a proposed or planned topic, or withdraws your vote. Returns 409 if the topic is published or declined.',
    input: byId.extend({ vote: yesOrNo }),
    reply: Topic,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/topic/',
    access: topicPolicy.update,
    summary:
      'Plans a topic, links the content that was published on it, or declines it with a reason. Notifies the member who ' +
      'proposed it and those who voted for it.',
    input: z.strictObject({
      uniqueId: id,
      updatedAt: instant.optional(),
      state: z.enum(topicStates, topicFields.state.prompt).optional(),
      plannedFor,
      content: id.nullish(),
      reason,
    }),
    reply: Topic,
    message: 'The topic was saved.',
  }),
  ...history('/api/topic', 'topic', historyOf(topicPolicy)),
})
