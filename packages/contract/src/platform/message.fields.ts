import type { FieldSpecs } from '../kit/entityFields.ts'
import { phrase } from '../kit/phrase.ts'

/** The fields of a text that its list shows and filters by. The language is chosen apart: the list shows the texts of one, or all. */
export const messageFields = {
  key: { label: phrase('English'), type: 'text', readOnly: true, sortable: true, where: true, column: { at: 1, width: '36%' } },
  text: { label: phrase('Text'), type: 'text', readOnly: true, sortable: true, where: true, column: { at: 2, width: '40%' } },
  language: { label: phrase('Language'), type: 'text', readOnly: true, column: { at: 3, width: '12%' } },
  updatedAt: { label: phrase('Changed'), type: 'moment', readOnly: true, sortable: true, column: { at: 4, width: '12%' } },
  isOverridden: {
    label: phrase('State'),
    type: 'choice',
    choices: { true: phrase('In our own words'), false: phrase('As shipped') },
    prompt: 'true or false',
    readOnly: true,
    where: true,
  },
} as const satisfies FieldSpecs
