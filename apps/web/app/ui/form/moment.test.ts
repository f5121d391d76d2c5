import { expect, test } from 'vitest'
import { joinMoment, splitMoment, toInstant } from './moment.ts'

test('reads and writes a moment in the user’s time zone', () => {
  expect(splitMoment('2026-11-20T13:30:00.000Z', 'Europe/Berlin')).toEqual({ day: '2026-11-20', time: '14:30' })
  expect(toInstant('2026-11-20T14:30', 'Europe/Berlin')).toBe('2026-11-20T13:30:00.000Z')
  expect(toInstant('2026-11-20T02:00', 'Asia/Tokyo')).toBe('2026-11-19T17:00:00.000Z')
})

test('a time around a clock change stays as typed', () => {
  for (const clock of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T01:30', '2026-10-25T03:30', '2026-10-25T00:15'])
    expect(Object.values(splitMoment(toInstant(clock, 'Europe/Berlin'), 'Europe/Berlin')).join('T')).toBe(clock)
  expect(toInstant('2026-03-29T03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
})

test('keeps a half-typed moment, but does not convert it to an instant', () => {
  expect(splitMoment('2026-03-09T', 'UTC')).toEqual({ day: '2026-03-09', time: '' })
  expect(splitMoment('', 'UTC')).toEqual({ day: '', time: '' })
  expect(['', '2026-03-09T', 'T14:30', '2026-03-09T14:30'].map((held) => toInstant(held, 'UTC'))).toEqual([
    '',
    '',
    '',
    '2026-03-09T14:30:00.000Z',
  ])
  expect(toInstant('2026-03-09T14:30:00Z', 'Asia/Tokyo')).toBe('2026-03-09T14:30:00Z')
})

test('a day or time that does not exist is kept as typed, and is no instant', () => {
  expect(splitMoment('2026-03-09T25:99', 'UTC')).toEqual({ day: '2026-03-09', time: '25:99' })
  expect(['2026-03-09T25:99', '2026-13-09T14:30'].map((held) => toInstant(held, 'UTC'))).toEqual(['', ''])
})

test('the value is empty if both day and time are cleared', () => {
  expect([joinMoment('2026-03-09', '14:30'), joinMoment('', '14:30'), joinMoment('2026-03-09', '')]).toEqual([
    '2026-03-09T14:30',
    'T14:30',
    '2026-03-09T',
  ])
  expect(joinMoment('', '')).toBe('')
})

test('a letter that is typed as time leaves the day as it is', () => {
  expect(splitMoment(joinMoment('2026-03-09', '14T'), 'UTC')).toEqual({ day: '2026-03-09', time: '14t' })
})
