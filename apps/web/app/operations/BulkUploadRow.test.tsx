// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { BulkUpload } from '@tradewind/contract/operations/bulkUpload.contract'
import { expect, test } from 'vitest'
import { mockCalls } from '../../test/answers.ts'
import { companyId } from '../../test/samples.ts'
import { renderScreen } from '../../test/visit.tsx'
import { BulkUploadRow } from './BulkUploadRow.tsx'

const upload: BulkUpload = {
  uniqueId: companyId(1),
  dateCreated: '2026-03-01T10:00:00.000Z',
  lastUpdated: '2026-03-01T10:00:05.000Z',
  document: { uniqueId: companyId(2), fileName: 'start.xlsx' },
  processingStatus: 'PROCESSING',
  read: 500,
  total: 2000,
  parsingResponse: JSON.stringify({ sheets: {} }),
}

test('a running upload shows its rows of all rows, and can be cancelled', async () => {
  const cancelled: BulkUpload = { ...upload, processingStatus: 'CANCELLED' }
  const { inputsOf } = mockCalls({ 'POST /api/upload/bulk/:uniqueId/cancel': () => cancelled })
  const { user } = renderScreen(<BulkUploadRow upload={upload} />)
  expect((await screen.findByRole('status')).textContent).toBe('500 of 2,000 rows so far. You can leave this page.')
  expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('25')
  await user.click(screen.getByRole('button', { name: 'Cancel start.xlsx' }))
  expect(inputsOf('POST /api/upload/bulk/:uniqueId/cancel')).toEqual([{ uniqueId: upload.uniqueId }])
})

test('a cancelled upload says so, and how far it came', async () => {
  renderScreen(<BulkUploadRow upload={{ ...upload, processingStatus: 'CANCELLED' }} />)
  expect(await screen.findByText('Cancelled')).toBeTruthy()
  expect(screen.getByText('500 of 2,000 rows were processed, then it was cancelled.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Delete start.xlsx' })).toBeTruthy()
})

test('before an upload is deleted, the confirmation says that this is final, and what stays', async () => {
  const { user } = renderScreen(<BulkUploadRow upload={{ ...upload, processingStatus: 'COMPLETED' }} />)
  await user.click(screen.getByRole('button', { name: 'Delete start.xlsx' }))
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' })
  expect(dialog.textContent).toContain("You won't be able to revert this!")
  expect(dialog.textContent).toContain('The records it created stay.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
})
