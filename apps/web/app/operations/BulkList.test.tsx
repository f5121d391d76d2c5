// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { BulkOperation } from '@tradewind/contract/crm/bulk/outcome'
import { expect, test, vi } from 'vitest'
import { listAnswer, mockCalls } from '../../test/answers.ts'
import { companyId } from '../../test/samples.ts'
import { renderScreen } from '../../test/visit.tsx'
import BulkList from './BulkList.tsx'

const operation: BulkOperation = {
  uniqueId: companyId(1),
  dateCreated: '2026-03-01T10:00:00.000Z',
  createdBy: null,
  byName: 'Kim Berg',
  kind: 'company',
  action: 'SET',
  fields: ['country'],
  state: 'DONE',
  total: 900,
  looked: 900,
  changed: 900,
  same: 0,
  refused: 0,
  refusedExamples: [],
  restored: 0,
  left: 0,
  leftExamples: [],
  problem: null,
  isUndoStopped: false,
}
const lostRight = { state: 'FAILED', problem: 'The person who started it no longer has the right to do this' } as const

test.each<[string, Partial<BulkOperation>, string]>([
  ['a change that stopped', { ...lostRight, looked: 500, changed: 500 }, `500 records were changed. ${lostRight.problem}`],
  [
    'an Undo that stopped',
    { ...lostRight, isUndoStopped: true, restored: 499, left: 1, leftExamples: ['Nord'] },
    `400 records are not back yet. 499 records are back. 1 was changed since and stays as it is: Nord. ${lostRight.problem}`,
  ],
  [
    'a change that was cancelled',
    { state: 'CANCELLED', looked: 500, changed: 490, refused: 10, problem: 'It was cancelled.' },
    'Cancelled. 500 of 900 records were processed, then it was cancelled. 490 records were changed. 10 could not be changed.',
  ],
])('the result of %s is what it has done, and it can be undone', async (_, fields, text) => {
  mockCalls({
    'GET /api/bulk/': () => listAnswer([{ ...operation, ...fields }]),
    'GET /api/customField/': () => listAnswer([]),
  })
  renderScreen(<BulkList />, { at: '/crm/bulk/list' })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('shows how far a running change or Undo is, and its end, without a reload', async () => {
  const answers = [
    { state: 'RUNNING', looked: 400, changed: 400 },
    { state: 'UNDOING', restored: 499, left: 1 },
    { state: 'UNDONE', restored: 900 },
  ] as const
  let at = 0
  mockCalls({
    'GET /api/bulk/': () => listAnswer([{ ...operation, ...answers[at++]! }]),
    'GET /api/customField/': () => listAnswer([]),
  })
  renderScreen(<BulkList />, { at: '/crm/bulk/list' })
  expect(await screen.findByText('Changing records: 400 of 900')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
  expect(await screen.findByText('Undoing the changes: 500 of 900', {}, { timeout: 20_000 })).toBeTruthy()
  expect(await screen.findByText('Undone. 900 records are back.', {}, { timeout: 20_000 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
}, 60_000)

test('the operation that the address names is shown with its result and Undo, also where the list does not show it', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/bulk/': () => listAnswer([]),
    'GET /api/bulk/:uniqueId': () => ({ ...operation, changed: 890, refused: 10 }),
    'GET /api/customField/': () => listAnswer([]),
    'POST /api/bulk/:uniqueId/undo': () => ({ ...operation, state: 'UNDONE', restored: 890 }),
  })
  const { user } = renderScreen(<BulkList />, { at: `/crm/bulk/list?operation=${companyId(1)}` })
  expect(await screen.findByText('890 records were changed. 10 could not be changed.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(inputsOf('POST /api/bulk/:uniqueId/undo')).toEqual([{ uniqueId: companyId(1) }]))
})

test('a running change is not read again in the background, but once the page is seen', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const { inputsOf } = mockCalls({
    'GET /api/bulk/': () => listAnswer([{ ...operation, state: 'RUNNING' }]),
    'GET /api/customField/': () => listAnswer([]),
  })
  const reads = () => inputsOf('GET /api/bulk/').length
  renderScreen(<BulkList />, { at: '/crm/bulk/list' })
  expect(await screen.findByText('Changing records: 900 of 900')).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 4500)) // two intervals
  expect(reads()).toBe(1)
  hidden.mockRestore()
  await waitFor(() => expect(reads()).toBeGreaterThan(1), { timeout: 20_000 })
}, 60_000)
