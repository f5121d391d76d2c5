import { expect, test } from 'vitest'
import { nameOf } from './meetingReport.labels.ts'

test('a report is titled by its company and day, which no line breaks', () => {
  const company = { uniqueId: 'a', legalName: 'Nord GmbH', country: 'Germany' as const }
  expect(nameOf({ company, date: '2026-03-09' })).toBe('Nord GmbH, 09\u201103\u20112026')
})
