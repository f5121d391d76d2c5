import { createdBy, dateCreated, type FieldSpecs, valuesOf } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'
import { say, Sentence } from '../kit/say.ts'

/** The levels, the highest first. */
export const levelNames = { HIGH: phrase('High'), MEDIUM: phrase('Medium'), LOW: phrase('Low') } as const
export const levels = valuesOf(levelNames)
export type Level = (typeof levels)[number]

/** The levels of a priority, a feminine word in other languages. */
export const priorityNames = {
  HIGH: phrase('High@@priority'),
  MEDIUM: phrase('Medium@@priority'),
  LOW: phrase('Low@@priority'),
} as const

const level = (label: string, choices: Readonly<Record<Level, string>> = levelNames) =>
  ({
    label,
    type: 'choice',
    choices,
    prompt: say('{what} must be HIGH, MEDIUM or LOW', { what: new Sentence(label) }),
  }) as const

export const projectFields = {
  name: {
    label: phrase('Name'),
    type: 'text',
    max: 300,
    required: true,
    searchLine: 1,
    sortable: true,
    filter: phrase('Project Name'),
    where: true,
    column: { at: 1, width: '40%' },
    details: false,
  },
  /** Staff of the tenant. Members cannot share. */
  sharedWith: {
    label: phrase('Shared With'),
    type: 'references',
    by: 'fullName',
    kind: 'person',
    where: 'orEmpty',
    prompt: phrase('Choose users'),
    maxItems: 500,
    column: { at: 2, width: '34%' },
  },
  /** The day on which it ends or ended. */
  endDate: { label: phrase('End Date'), type: 'day', sortable: true, where: 'orEmpty' },
  companies: { label: phrase('Companies'), type: 'figure', readOnly: true, column: { at: 3, width: '12%' }, details: false },
  createdBy,
  createdByName: { label: phrase('Created by'), type: 'text', readOnly: true },
  dateCreated: { ...dateCreated, column: { at: 4, label: phrase('Created'), width: '14%' } },
} as const satisfies FieldSpecs

/** A company in a project. Its columns are those of the list over all projects. */
export const projectCompanyFields = {
  project: {
    label: phrase('Project'),
    type: 'reference',
    named: 'project',
    by: 'name',
    historyName: 'projectName',
    prompt: phrase('Choose a project'),
    required: true,
    searchLine: 2,
    where: true,
    column: { at: 2, width: '26%' },
    details: false,
  },
  company: {
    label: phrase('Company'),
    type: 'reference',
    named: 'company',
    by: 'legalName',
    historyName: 'companyName',
    prompt: phrase('Choose a company'),
    required: true,
    searchLine: 1,
    sortable: true,
    filter: true,
    where: true,
    column: { at: 1, width: '26%' },
  },
  /** The company's country. */
  country: {
    label: phrase('Country'),
    type: 'country',
    readOnly: true,
    sortable: true,
    where: true,
    column: { at: 3, width: '14%' },
  },
  website: { label: phrase('Website'), type: 'webAddress', readOnly: true },
  potential: { ...level(phrase('Potential')), where: 'orEmpty' },
  interest: { ...level(phrase('Interest')), where: 'orEmpty' },
  priority: { ...level(phrase('Priority'), priorityNames), sortable: true, where: 'orEmpty', column: { at: 4, width: '10%' } },
  /** The day of the newest report up to today, unless set by hand. */
  lastContact: { label: phrase('Last Contact'), type: 'day', sortable: true, where: 'orEmpty', column: { at: 5, width: '12%' } },
  /** The day of the next report in the future, unless set by hand. */
  nextContact: { label: phrase('Next Contact'), type: 'day', sortable: true, where: 'orEmpty', column: { at: 6, width: '12%' } },
  mainContact: {
    label: phrase('Main Contact'),
    type: 'reference',
    named: 'mainContact',
    by: 'fullName',
    kind: 'contact',
    where: true,
    prompt: phrase('Choose a contact'),
  },
  /** The user who created its project, and those with whom it is shared; lists can be filtered by them. */
  team: {
    label: phrase('Project team'),
    type: 'references',
    by: 'fullName',
    kind: 'person',
    prompt: phrase('Choose users'),
    maxItems: 500,
    readOnly: true,
    where: true,
    sheet: false,
    details: false,
  },
  createdBy: { ...createdBy, label: phrase('Added by') },
  dateCreated: { ...dateCreated, label: phrase('In the project since') },
} as const satisfies FieldSpecs
