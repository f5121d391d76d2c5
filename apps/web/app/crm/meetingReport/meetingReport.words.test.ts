import { expect, test } from 'vitest'
import { nameOf, showIn } from './meetingReport.words.ts'

const show = showIn((english) => `${english}!`)

test('values of a report are told in words', () => {
  expect(show('eventType', 'WEB_MEETING')).toBe('Web Meeting!')
  expect(show('date', '2026-03-09')).toBe('09-03-2026')
  expect(show('attendees', [{ fullName: 'Ada Field' }, { fullName: 'Bo Lind' }])).toBe('Ada Field, Bo Lind')
  expect(show('companyName', 'Nord GmbH')).toBe('Nord GmbH')
})

test('a report is called by its company and day', () => {
  const company = { uniqueId: 'a', legalName: 'Nord GmbH', country: 'Germany' as const }
  expect(nameOf({ company, date: '2026-03-09' })).toBe('Nord GmbH, 09-03-2026')
})
