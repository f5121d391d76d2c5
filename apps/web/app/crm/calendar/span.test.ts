import { expect, test } from 'vitest'
import { movedTo } from './Calendar.tsx'
import type { Entry } from './entries.tsx'
import { dayByKey, spanOf, spanTitle, stepDay, weeksIn } from './span.ts'

test('a month is shown as whole weeks from Monday, and only those it touches', () => {
  const november = weeksIn('month', '2026-11-24')
  expect([november.length, november[0]![0], november.at(-1)!.at(-1)]).toEqual([6, '2026-10-26', '2026-12-06'])
  expect(weeksIn('month', '2027-02-14')).toHaveLength(4)
  expect(weeksIn('month', '2026-10-01')).toHaveLength(5)
  expect(spanOf('month', '2024-02-29')).toEqual({ from: '2024-01-29', to: '2024-03-03' })
})

test('a week, a day and the agenda cover their own days', () => {
  expect(weeksIn('week', '2026-11-29')).toEqual([
    ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'],
  ])
  expect(spanOf('week', '2026-12-31')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
  expect(spanOf('day', '2026-11-24')).toEqual({ from: '2026-11-24', to: '2026-11-24' })
  expect(spanOf('agenda', '2026-11-24')).toEqual({ from: '2026-11-24', to: '2026-12-23' })
})

test('earlier and later move by the span that is shown', () => {
  expect(stepDay('month', '2026-01-31', 1)).toBe('2026-02-28')
  expect(stepDay('week', '2026-01-01', -1)).toBe('2025-12-25')
  expect(stepDay('day', '2026-12-31', 1)).toBe('2027-01-01')
  expect(stepDay('agenda', '2026-11-24', 1)).toBe('2026-12-24')
})

test('keys move by days, weeks and months', () => {
  const from = '2026-11-25'
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'x']
  const days = ['11-24', '11-26', '11-18', '12-02', '11-23', '11-29', '10-25', '12-25', undefined]
  expect(keys.map((key) => dayByKey(key, from)?.slice(5))).toEqual(days)
})

test('a span is titled by its month or its days, in the reader’s language', () => {
  expect(spanTitle('month', '2026-11-24', 'de')).toBe('November 2026')
  expect(spanTitle('day', '2026-11-24', 'en')).toBe('Tuesday, 24 November 2026')
  expect(spanTitle('week', '2026-11-24', 'en')).toMatch(/^23\s?–\s?29 Nov 2026$/)
})

test('an entry with a time keeps it when moved to another day, even across a clock change', () => {
  const entry: Entry = {
    kind: 'event',
    uniqueId: 'a',
    title: 'Fair',
    detail: '',
    day: '2026-10-24',
    moment: '2026-10-24T07:00:00.000Z',
    updatedAt: '',
    mayMove: true,
  }
  expect(movedTo(entry, '2026-10-26', 'Europe/Madrid')).toMatchObject({ day: '2026-10-26', moment: '2026-10-26T08:00:00.000Z' })
  expect(movedTo({ ...entry, moment: null }, '2026-10-26', 'Europe/Madrid')).toMatchObject({ day: '2026-10-26', moment: null })
})
