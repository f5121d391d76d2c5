import { expect, test } from 'vitest'
import { nameOf } from './meetingReport.labels.ts'

test('a report is titled by its company and day', () => {
  const company = { uniqueId: 'a', legalName: 'Nord GmbH', country: 'Germany' as const }
  expect(nameOf({ company, date: '2026-03-09' })).toBe('Nord GmbH, 09-03-2026')
})
