import { dateCreated, type FieldSpecs, valuesOf } from '../../kit/entityFields.ts'
import { phrase } from '../../kit/phrase.ts'

/** The duration of a call. */
export const CALL_MINUTES = 30
/** A member can book, move and cancel a call until this many hours before it. */
export const CHANGE_HOURS = 12
/** The number of days ahead for which calls can be booked. */
export const BOOK_DAYS = 60
/** The maximum number of days of one query for free times. */
export const MAX_QUERY_DAYS = 31

export const webCallStateNames = { BOOKED: phrase('Booked'), CANCELLED: phrase('Cancelled') } as const
export const webCallStates = valuesOf(webCallStateNames)

export const webCallFields = {
  startsAt: {
    label: phrase('Time'),
    type: 'moment',
    precise: true,
    prompt: phrase('Choose a time'),
    sortable: true,
    where: true,
    column: { at: 1, width: '18%' },
  },
  about: {
    label: phrase('What it is about'),
    type: 'longText',
    max: 2000,
    required: true,
    searchLine: 1,
    where: true,
    column: { at: 2 },
  },
  member: { label: phrase('Member'), type: 'text', readOnly: true, searchLine: 2, where: true, column: { at: 3, width: '20%' } },
  host: {
    label: phrase('Consultant'),
    type: 'reference',
    named: 'host',
    by: 'fullName',
    person: true,
    readOnly: true,
    where: true,
    column: { at: 4, width: '18%' },
  },
  state: {
    label: phrase('Status'),
    type: 'choice',
    choices: webCallStateNames,
    prompt: phrase('BOOKED or CANCELLED'),
    readOnly: true,
    inHistory: true,
    where: true,
    column: { at: 5, width: '13%' },
  },
  meetingLink: { label: phrase('Link of the meeting'), type: 'webAddress', readOnly: true, inHistory: true },
  dateCreated: { ...dateCreated, label: phrase('Booked on') },
} as const satisfies FieldSpecs
