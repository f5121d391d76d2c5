import { dateCreated, type FieldSpecs } from '../kit/entityFields.ts'
import { phrase } from '../kit/say.ts'

export const eventFields = {
  title: {
    label: phrase('Title'),
    type: 'text',
    max: 300,
    required: true,
    searchLine: 1,
    sortable: true,
    filter: true,
    column: { at: 1 },
    details: false,
  },
  description: {
    label: phrase('Description'),
    type: 'longText',
    max: 20_000,
    required: true,
    details: 'last',
  },
  eventDateTime: {
    label: phrase('Date and Time'),
    type: 'moment',
    prompt: phrase('Date and time are required'),
    precise: true,
    required: true,
    sortable: true,
    column: { at: 2, width: '16%' },
  },
  location: {
    label: phrase('Location'),
    type: 'text',
    max: 300,
    required: true,
    searchLine: 2,
    filter: true,
    column: { at: 3, width: '23%' },
  },
  organizer: {
    label: phrase('Organizer'),
    type: 'text',
    max: 300,
    required: true,
    searchLine: 3,
    column: { at: 4, width: '18%' },
  },
  organizerContact: { label: phrase('Organizer Contact'), type: 'text', max: 300, required: true },
  dateCreated: { ...dateCreated, column: { at: 5, width: '12%' } },
} as const satisfies FieldSpecs
