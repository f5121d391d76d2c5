import { expect, test } from 'vitest'
import { aggregationOf, formatQuery, pagesAround, parseQuery, type Preset, presetOf, presets } from './kpi.tsx'

const nothing = { filterType: '', dateFrom: '', dateTo: '', size: '' }

test('an address without or with invalid parameters defaults to users, this week, twenty per page', () => {
  const usual = { filterType: 'USER', dateFrom: '2026-11-16', dateTo: '2026-11-22', size: 20 }
  expect(parseQuery(nothing, '2026-11-20')).toEqual(usual)
  expect(parseQuery({ filterType: 'ROLE', dateFrom: '2026-13-40', dateTo: 'x', size: '7' }, '2026-11-20')).toEqual(usual)
})

test('parameters survive a round trip through the address', () => {
  const query = { filterType: 'COMPANY', dateFrom: '2026-01-01', dateTo: '2026-11-22', size: 500 } as const
  expect(parseQuery(formatQuery(query, '2026-11-20'), '2026-11-20')).toEqual(query)
  expect(formatQuery(parseQuery(nothing, '2026-11-20'), '2026-11-20')).toEqual(nothing)
})

test('links at most ten pages, around the current one', () => {
  expect(pagesAround(1, 3)).toEqual([1, 2, 3])
  expect(pagesAround(1, 40)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(pagesAround(20, 40)).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24])
  expect(pagesAround(40, 40)).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
})

test('a row shows how it was aggregated', () => {
  const counted = { totalReportsCreated: 1, latestReportDate: null }
  expect(aggregationOf({ ...counted, userId: 'a', roles: [] })).toBe('USER')
  expect(aggregationOf({ ...counted, companyUID: 'a', country: 'Japan' })).toBe('COMPANY')
  expect(aggregationOf({ ...counted, country: 'Japan' })).toBe('COUNTRY')
})

const daysOf = (preset: Preset, day: string) => Object.values(presets[preset].days(day))

test('presets are whole weeks, months and quarters, and are recognized again', () => {
  expect(daysOf('LAST_WEEK', '2026-11-24')).toEqual(['2026-11-16', '2026-11-22'])
  expect(daysOf('THIS_MONTH', '2028-02-10')).toEqual(['2028-02-01', '2028-02-29'])
  expect(daysOf('LAST_MONTH', '2026-01-31')).toEqual(['2025-12-01', '2025-12-31'])
  expect(daysOf('THIS_QUARTER', '2026-06-30')).toEqual(['2026-04-01', '2026-06-30'])
  expect(daysOf('LAST_12_MONTHS', '2026-11-24')).toEqual(['2025-12-01', '2026-11-30'])
  for (const preset of Object.keys(presets) as Preset[])
    expect(presetOf(presets[preset].days('2026-11-24'), '2026-11-24')).toBe(preset)
  expect(presetOf({ dateFrom: '2026-11-02', dateTo: '2026-11-03' }, '2026-11-24')).toBeUndefined()
})
