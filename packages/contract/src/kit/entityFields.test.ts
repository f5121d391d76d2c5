import { expect, test } from 'vitest'
import { type FieldSpecs, hiddenValuesOf, outlineOf } from './entityFields.ts'
import { phrase } from './phrase.ts'

test('a field is hidden from users who see only an outline unless it is marked as part of the outline', () => {
  const fields = {
    name: { label: phrase('Name'), type: 'text', outline: true },
    remark: { label: phrase('Remark'), type: 'text' },
    types: { label: phrase('Types'), type: 'choices', choices: {}, prompt: '' },
  } as const satisfies FieldSpecs
  expect(Object.keys(outlineOf(fields))).toEqual(['name'])
  expect(hiddenValuesOf(fields)).toEqual({ remark: null, types: [] })
})
