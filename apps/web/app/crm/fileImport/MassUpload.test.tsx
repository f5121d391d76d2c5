// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { Import } from '@tradewind/contract/kit/massUpload'
import { expect, test } from 'vitest'
import { isWatchedResult } from '#kit/browser/watchedResults'
import { mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { MassUpload } from './MassUpload.tsx'

const job: Import = {
  uniqueId: companyId(1),
  dateCreated: '2026-03-01T10:00:00.000Z',
  fileName: 'firms.xlsx',
  processingStatus: 'PROCESSING',
  read: 8000,
  created: 1900,
  skipped: 100,
  faults: [],
  total: 0,
  problem: null,
}

test('an upload that runs as a job shows its rows of all rows, and can be cancelled', async () => {
  let processingStatus: Import['processingStatus'] = 'PROCESSING'
  mockCalls({
    'GET /api/company/massUpload/:uniqueId': () => ({ ...job, processingStatus }),
    'POST /api/company/massUpload/:uniqueId/cancel': () => ({ ...job, processingStatus: (processingStatus = 'CANCELLED') }),
  })
  const { user, unmount } = renderScreen(<MassUpload kind="company" upload={job.uniqueId} onUpload={() => {}} />)
  expect(await screen.findByText('2,000 of 8,000 rows so far. You can leave this page.')).toBeTruthy()
  const path = `company/list?upload=${job.uniqueId}`
  expect(isWatchedResult(path)).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Cancel firms.xlsx' }))
  expect(await screen.findByText('It was cancelled. Nothing was imported.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Choose another workbook' })).toBeTruthy()
  unmount()
  expect(isWatchedResult(path)).toBe(false)
})
