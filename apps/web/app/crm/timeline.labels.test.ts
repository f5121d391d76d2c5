import type { TimelineEntry } from '@tradewind/contract/kit/history'
import { expect, test } from 'vitest'
import { findDeletedIds, foldChanges, meetingText, sentenceOf, titleOf } from './Timeline.tsx'

const happening: TimelineEntry = {
  uniqueId: 'h1',
  dateCreated: '2026-03-01T10:00:00Z',
  action: 'CREATED',
  kind: 'summary',
  recordId: 's1',
  title: 'Hagen AG',
  excerpt: null,
  meeting: null,
  project: null,
  changes: null,
  byName: 'Anna Berg',
}

test('a summary is written, a task is created, and both are changed', () => {
  expect(sentenceOf({ kind: 'summary', action: 'CREATED' })).toBe('{name} wrote it')
  expect(sentenceOf({ kind: 'nextSteps', action: 'CREATED' })).toBe('{name} created it')
  expect(sentenceOf({ kind: 'summary', action: 'CHANGED' })).toBe('{name} changed it')
})

test('a company’s page does not repeat its name, a project’s page shows it', () => {
  expect(titleOf(happening, { kind: 'company', uniqueId: 'c1' })).toBe('')
  expect(titleOf({ ...happening, kind: 'contact', title: 'Jan Maas' }, { kind: 'company', uniqueId: 'c1' })).toBe('Jan Maas')
  expect(titleOf(happening, { kind: 'project', uniqueId: 'p1' })).toBe('Hagen AG')
  expect(titleOf({ ...happening, kind: 'project', recordId: 'p1' }, { kind: 'project', uniqueId: 'p1' })).toBe('')
})

test('the last deletion shows as deleted, but not one restored since', () => {
  const rows = [
    { recordId: 'back', action: 'RESTORED' },
    { recordId: 'gone', action: 'DELETED' },
    { recordId: 'back', action: 'DELETED' },
    { recordId: 'gone', action: 'CREATED' },
  ] as const
  expect([...findDeletedIds(rows)]).toEqual(['gone'])
})

test('consecutive changes by one person on one day form one line, and everything else stays in between', () => {
  const change = (uniqueId: string, fields: Partial<TimelineEntry> = {}) =>
    ({ ...happening, uniqueId, kind: 'company', action: 'CHANGED', ...fields }) as const
  const rows = [
    change('c5', { dateCreated: '2026-03-02T10:00:00Z' }),
    change('c4'),
    change('c3', { byName: 'Jan Maas' }),
    happening,
    change('c2'),
    change('c1', { kind: 'contact' }),
  ]
  const told = foldChanges(rows, (at) => at.slice(0, 10)).map((one) =>
    'by' in one ? `${one.changes.map(({ uniqueId }) => uniqueId).join(' ')} ${one.by} ${one.day}` : one.uniqueId,
  )
  expect(told).toEqual([
    'c5 Anna Berg 2026-03-02',
    'c4 Anna Berg 2026-03-01',
    'c3 Jan Maas 2026-03-01',
    'h1',
    'c2 c1 Anna Berg 2026-03-01',
  ])
})

test('an entry of a report says the kind of meeting and its day', () => {
  const meeting = { date: '2026-02-03', eventType: 'VISIT_AT_FAIR', attendees: ['Ada Berg'] }
  expect(meetingText({ meeting }, (text) => text)).toBe('Visit at Fair, 03\u201102\u20112026')
  expect(meetingText({ meeting: null }, (text) => text)).toBe(null)
})
