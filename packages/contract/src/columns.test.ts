import { expect, test } from 'vitest'
import { nextStepsFields } from './crm/nextSteps.fields.ts'
import type { FieldSpecs } from './kit/entityFields.ts'
import { auditFields } from './platform/audit.fields.ts'

/** The width of a list in a window of 1280 px, and that of its number, checkbox and menu. */
const WIDTH = 984
const NUMBER_AND_MENU = 152

const widthsOf = (fields: FieldSpecs) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { column }]) => [name, (WIDTH * Number.parseFloat(column?.width ?? '0')) / 100]),
  )
const sumOf = (widths: Record<string, number>) => Object.values(widths).reduce((sum, width) => sum + width, 0)

test('in a window of 1280 px, the list of tasks leaves a quarter of its width for what is to do', () => {
  expect(WIDTH - NUMBER_AND_MENU - sumOf(widthsOf(nextStepsFields))).toBeGreaterThan(WIDTH / 4)
})

test('in a window of 1280 px, the audit trail has room for the longest actions and kinds, beside that for changes', () => {
  const widths = widthsOf(auditFields)
  // 'Accesso effettuato' and 'Verbale di incontro', with the padding of a cell.
  expect(widths['action']).toBeGreaterThan(138)
  expect(widths['kind']).toBeGreaterThan(135)
  expect(WIDTH - sumOf(widths)).toBeGreaterThan(WIDTH / 5)
})
