import { createdBy, dateCreated, type FieldSpecs, valuesOf } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'

/** The types of meeting, in the order of the forms. */
export const meetingTypeNames = {
  CALL: phrase('Call'),
  WEB_MEETING: phrase('Web Meeting'),
  FACE_TO_FACE_MEETING: phrase('Face to Face Meeting'),
  VISIT_AT_FAIR: phrase('Visit at Fair'),
} as const
export const meetingTypes = valuesOf(meetingTypeNames)
export type MeetingType = (typeof meetingTypes)[number]

export const meetingReportFields = {
  /** The day of the meeting. It may be in the future. */
  date: { label: phrase('Date'), type: 'day', required: true, sortable: true, where: true, column: { at: 2, width: '11%' } },
  eventType: {
    label: phrase('Event Type'),
    type: 'choice',
    choices: meetingTypeNames,
    prompt: phrase('Choose a type'),
    required: true,
    sortable: true,
    where: true,
    column: { at: 5, label: phrase('EventType'), width: '14%' },
  },
  companyUID: {
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
    column: { at: 3, width: '26%' },
  },
  /** The company's country. */
  country: {
    label: phrase('Country'),
    type: 'country',
    readOnly: true,
    searchLine: 2,
    sortable: true,
    filter: true,
    where: true,
    column: { at: 4, width: '12%' },
  },
  /** Contacts of the company. */
  attendees: {
    label: phrase('Attendees'),
    type: 'references',
    by: 'fullName',
    kind: 'contact',
    where: true,
    prompt: phrase('Choose who attended'),
    maxItems: 200,
    required: true,
    column: { at: 6 },
  },
  dateCreated: { ...dateCreated, column: { at: 1, label: phrase('Created On'), width: '12%' } },
  createdByName: { label: phrase('Created by'), type: 'text', readOnly: true },
  /** The projects that its summaries are shared with; lists can be filtered by them. */
  projects: {
    label: phrase('Shared with project'),
    type: 'references',
    by: 'name',
    kind: 'project',
    prompt: phrase('Choose a project'),
    maxItems: 500,
    readOnly: true,
    where: 'orEmpty',
    sheet: false,
    details: false,
  },
  createdBy,
} as const satisfies FieldSpecs
