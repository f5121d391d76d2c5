// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { BulkOperation } from '@tradewind/contract/crm/bulk/outcome'
import { expect, test } from 'vitest'
import { isWatchedResult } from '#kit/browser/watchedResults'
import { mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { BulkPanel } from './BulkPanel.tsx'
import { watchBulk } from './lazyBulk.tsx'

const operation = {
  uniqueId: companyId(1),
  action: 'SET',
  state: 'RUNNING',
  total: 900,
  looked: 500,
  changed: 500,
  refused: 0,
} as unknown as BulkOperation

test('a running change can be cancelled, and the result says how far it came, with Undo', async () => {
  let state: BulkOperation['state'] = 'RUNNING'
  mockCalls({
    'GET /api/bulk/:uniqueId': () => ({ ...operation, state }),
    'POST /api/bulk/:uniqueId/cancel': () => ({ ...operation, state: (state = 'CANCELLED') }),
  })
  watchBulk(operation.uniqueId)
  const { user } = renderScreen(<BulkPanel />)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  const text = '500 of 900 records were processed, then it was cancelled. 500 records were changed.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(isWatchedResult(`bulk/list?operation=${operation.uniqueId}`)).toBe(true) // its notification may come later
})
