import { dateCreated, type FieldSpecs, valuesOf } from '../../kit/entityFields.ts'
import { phrase } from '../../kit/say.ts'

/** How long a call takes. */
export const CALL_MINUTES = 30
/** A call is booked, moved and called off by its member until so many hours before. */
export const CHANGE_HOURS = 12
/** So many days ahead calls can be booked. */
export const BOOK_DAYS = 60
/** Days of which the free times can be asked for at once. */
export const MOST_DAYS = 31

export const webCallStateNames = { BOOKED: phrase('Booked'), CANCELLED: phrase('Cancelled') } as const
export const webCallStates = valuesOf(webCallStateNames)

export const webCallFields = {
  startsAt: {
    label: phrase('Time'),
    type: 'moment',
    precise: true,
    prompt: phrase('Choose a time'),
    sortable: true,
    column: { at: 1, width: '18%' },
  },
  about: { label: phrase('What it is about'), type: 'longText', max: 2000, required: true, searchLine: 1, column: { at: 2 } },
  member: { label: phrase('Member'), type: 'text', readOnly: true, searchLine: 2, column: { at: 3, width: '20%' } },
  host: { label: phrase('Consultant'), type: 'text', readOnly: true, column: { at: 4, width: '18%' } },
  state: {
    label: phrase('Status'),
    type: 'choice',
    choices: webCallStateNames,
    prompt: phrase('BOOKED or CANCELLED'),
    readOnly: true,
    inHistory: true,
    column: { at: 5, width: '13%' },
  },
  meetingLink: { label: phrase('Link of the meeting'), type: 'webAddress', readOnly: true, inHistory: true },
  dateCreated: { ...dateCreated, label: phrase('Booked on') },
} as const satisfies FieldSpecs
