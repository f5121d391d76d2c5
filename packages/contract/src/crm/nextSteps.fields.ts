import { createdBy, dateCreated, type FieldSpecs, valuesOf } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'

export const taskStateNames = { OPEN: phrase('Open'), CLOSED: phrase('Closed') } as const
export const taskStates = valuesOf(taskStateNames)

export const nextStepsFields = {
  todo: {
    label: phrase('Todo'),
    type: 'text',
    max: 2000,
    required: true,
    searchLine: 1,
    filter: true,
    where: true,
    column: { at: 2, isName: true },
    details: false,
  },
  nextStepsStatus: {
    label: phrase('Status'),
    type: 'choice',
    choices: taskStateNames,
    prompt: phrase('OPEN or CLOSED'),
    // A task is created open, and is closed only by Mark Closed.
    readOnly: true,
    inHistory: true,
    sortable: true,
    where: true,
    column: { at: 4, width: '11.4%' },
  },
  byWhen: {
    label: phrase('By When'),
    type: 'day',
    required: true,
    sortable: true,
    where: true,
    column: { at: 3, width: '10.8%' },
  },
  /** The history would show only the assignee's id, so the field is left out of it. */
  assignedUser: {
    label: phrase('User Assigned'),
    type: 'reference',
    named: 'assignedUser',
    by: 'fullName',
    person: true,
    where: true,
    prompt: phrase('Choose an assignee'),
    required: true,
    column: { at: 5, width: '12.4%' },
  },
  summaryUID: {
    label: phrase('Summary'),
    type: 'reference',
    named: 'summary',
    by: 'plainText',
    prompt: phrase('Choose a summary'),
    required: true,
    sheet: false,
    details: false,
  },
  /** The summary's company. */
  company: {
    label: phrase('Company'),
    type: 'reference',
    named: 'company',
    by: 'legalName',
    readOnly: true,
    searchLine: 2,
    where: true,
    column: { at: 6, width: '12.4%' },
  },
  /** The company's. */
  country: { label: phrase('Country'), type: 'country', readOnly: true, sortable: true, where: true },
  createdBy,
  createdByName: { label: phrase('Created by'), type: 'text', readOnly: true },
  dateCreated: { ...dateCreated, column: { at: 1, width: '11.4%' } },
} as const satisfies FieldSpecs
