import { expect, test } from 'vitest'
import { addDays } from '#ui/values/dates'
import { addMonths, weeksOf } from './Calendar.tsx'
import { inputFromIso, isInvalidDay, parseDay, parseTime, parseTypedDay } from './DateInput.tsx'

test('parses a day in many spellings, with the day before the month', () => {
  const spellings = [
    '1.2.2026',
    '01-02-2026',
    '1/2/2026',
    ' 1. 2. 2026 ',
    '01 02 2026',
    '01022026',
    '1.2.26',
    '2026-02-01',
    '2026-2-1',
  ]
  expect(spellings.map(parseDay)).toEqual(spellings.map(() => '2026-02-01'))
  expect(parseDay('29-02-2028')).toBe('2028-02-29')
})

test('keeps an invalid day as typed', () => {
  const wrong = ['31-02-2026', '2026-13-01', '12/31/2026', 'tomorrow', '1.2', '1.2.202', '00-01-2026', '01-01-0000']
  expect(wrong.map(parseDay)).toEqual(wrong.map(() => null))
  expect(wrong.map(inputFromIso)).toEqual(wrong)
  expect(wrong.every(isInvalidDay)).toBe(true)
  expect([isInvalidDay(''), isInvalidDay('1.2.2026')]).toEqual([false, false])
})

test('parses a typed day without a year as the one closest to today, and days counted from today', () => {
  const words = { today: 'Today', tomorrow: 'Mañana' }
  const parse = (typed: string) => parseTypedDay(typed, words, '2026-11-28')
  expect(['4/12', '4.12.', '4-12', '04. 12.'].map(parse)).toEqual(Array(4).fill('2026-12-04'))
  expect(['20/11', '20/1', '29.2'].map(parse)).toEqual(['2026-11-20', '2027-01-20', null])
  expect(['today', ' TODAY ', 'manana', '+3', '+ 10'].map(parse)).toEqual([
    '2026-11-28',
    '2026-11-28',
    '2026-11-29',
    '2026-12-01',
    '2026-12-08',
  ])
  expect(['1.2.2026', '12/31', '31/2', '+', '3', ''].map(parse)).toEqual(['2026-02-01', null, null, null, null, null])
})

test('shows a date with the day first', () => {
  expect(inputFromIso('2026-02-01')).toBe('01-02-2026')
  expect(parseDay('01-02-2026')).toBe('2026-02-01')
})

test('parses a time of day in many spellings', () => {
  expect(['9:30', '09.30', '930', '0930', '9 h 30', '23:59'].map(parseTime)).toEqual([
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '23:59',
  ])
  expect(['24:00', '9:60', 'noon', '9', ''].map(parseTime)).toEqual([null, null, null, null, null])
})

test('a month has weeks from Monday to Sunday, including the days around it', () => {
  const weeks = weeksOf('2026-02-14')
  expect([weeks[0]?.[0], weeks[0]?.[6], weeks[5]?.[6]]).toEqual(['2026-01-26', '2026-02-01', '2026-03-08'])
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect([addMonths('2026-01-31', 1), addMonths('2026-03-31', -1), addMonths('2028-02-29', 12)]).toEqual([
    '2026-02-28',
    '2026-02-28',
    '2029-02-28',
  ])
})
