import { dateCreated, type FieldSpecs, valuesOf } from '../../kit/entityFields.ts'
import { phrase } from '../../kit/phrase.ts'

export const questionStateNames = { OPEN: phrase('Open'), ANSWERED: phrase('Answered') } as const
export const questionStates = valuesOf(questionStateNames)

/** The number of days within which a question is to be answered, unless the staff set another day. */
export const ANSWER_DAYS = 7

/** The fields that a member fills in. */
export const askedFields = {
  title: { label: phrase('In one sentence'), type: 'text', max: 200, required: true, searchLine: 1, filter: true, where: true },
  text: { label: phrase('Your question'), type: 'longText', max: 5000, required: true, searchLine: 2 },
} as const satisfies FieldSpecs

/** The fields that staff add, and that lists show. */
export const questionFields = {
  title: { ...askedFields.title, label: phrase('Question'), column: { at: 1 } },
  text: { ...askedFields.text, label: phrase('In full'), details: false },
  member: {
    label: phrase('Asked by'),
    type: 'text',
    readOnly: true,
    searchLine: 4,
    where: true,
    column: { at: 2, width: '18%' },
  },
  state: {
    label: phrase('Status'),
    type: 'choice',
    choices: questionStateNames,
    prompt: phrase('OPEN or ANSWERED'),
    readOnly: true,
    inHistory: true,
    where: true,
    column: { at: 3, width: '12%' },
  },
  assignedUser: {
    label: phrase('Consultant'),
    type: 'reference',
    named: 'assignedUser',
    by: 'fullName',
    person: true,
    prompt: phrase('Choose who answers'),
    where: 'orEmpty',
    column: { at: 4, width: '15%' },
  },
  dueDate: {
    label: phrase('Answer by'),
    type: 'day',
    required: true,
    sortable: true,
    where: true,
    column: { at: 5, width: '12%' },
  },
  answer: { label: phrase('Answer'), type: 'longText', max: 20_000, searchLine: 3, details: false },
  answeredAt: { label: phrase('Answered on'), type: 'moment', readOnly: true },
  dateCreated: { ...dateCreated, label: phrase('Asked on'), column: { at: 6, width: '12%' } },
} as const satisfies FieldSpecs
