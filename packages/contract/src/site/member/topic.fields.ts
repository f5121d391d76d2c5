import { dateCreated, type FieldSpecs, valuesOf } from '../../kit/entityFields.ts'
import { phrase } from '../../kit/phrase.ts'

export const topicStateNames = {
  PROPOSED: phrase('Proposed'),
  PLANNED: phrase('Planned'),
  PUBLISHED: phrase('Published'),
  DECLINED: phrase('Declined'),
} as const
export const topicStates = valuesOf(topicStateNames)
export type TopicState = (typeof topicStates)[number]

/** Whether members can vote on a topic in this state. */
export const isVotedOn = (state: TopicState) => state === 'PROPOSED' || state === 'PLANNED'

/** The state that each of these fields of a topic requires. */
export const stateOfField = { plannedFor: 'PLANNED', content: 'PUBLISHED', reason: 'DECLINED' } as const

/** The maximum number of one member's proposals that wait for a decision. */
export const MAX_PROPOSED = 10

/** The fields that a member fills in. */
export const proposedFields = {
  title: { label: phrase('Topic'), type: 'text', max: 200, required: true, searchLine: 1, filter: true, where: true },
  text: { label: phrase('What you want to know'), type: 'longText', max: 2000, required: true, searchLine: 2 },
} as const satisfies FieldSpecs

/** The fields that administrators decide, and that lists show. */
export const topicFields = {
  title: { ...proposedFields.title, column: { at: 1 } },
  text: { ...proposedFields.text, details: false },
  votes: { label: phrase('Votes'), type: 'figure', readOnly: true, sortable: true, column: { at: 2, width: '10%' } },
  state: {
    label: phrase('Status'),
    type: 'choice',
    choices: topicStateNames,
    prompt: phrase('Choose a status'),
    required: true,
    inHistory: true,
    where: true,
    column: { at: 3, width: '15%' },
  },
  plannedFor: { label: phrase('Planned for'), type: 'day', column: { at: 4, width: '12%' } },
  content: {
    label: phrase('Article'),
    type: 'reference',
    named: 'content',
    by: 'title',
    prompt: phrase('Choose the article that was published'),
  },
  reason: { label: phrase('Reason'), type: 'longText', max: 1000 },
  proposedBy: { label: phrase('Proposed by'), type: 'text', readOnly: true, column: { at: 5, width: '18%' } },
  dateCreated: { ...dateCreated, label: phrase('Proposed on'), column: { at: 6, width: '13%' } },
} as const satisfies FieldSpecs
