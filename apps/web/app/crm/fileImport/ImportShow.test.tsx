// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { expect, test } from 'vitest'
import { isWatchedResult } from '#kit/browser/watchedResults'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, importScreen, sampleFileImport } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import ImportShow from './ImportShow.tsx'

const fileImport = sampleFileImport({ state: 'TAKING', read: 2000, total: 8000, counts: { NEW: 2000 } })

const open = () => renderScreen(<ImportShow />, importScreen(fileImport))

test('a running import shows its rows of all rows, and after it was cancelled how far it came, with Undo', async () => {
  let state: FileImport['state'] = 'TAKING'
  mockCalls({
    'GET /api/massUpload/:uniqueId': () => ({ ...fileImport, state }),
    'POST /api/massUpload/:uniqueId/cancel': () => ({ ...fileImport, state: (state = 'CANCELLED') }),
  })
  const { user } = open()
  expect(await screen.findByText('2,000 of 8,000 rows so far. You can leave this page.')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('25')
  expect(isWatchedResult(`import/show/${fileImport.uniqueId}`)).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Cancel firms.csv' }))
  expect(await screen.findByText('2,000 of 8,000 rows were processed, then it was cancelled.')).toBeTruthy()
  expect(screen.getByText('Imported until then')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo import' })).toBeTruthy()
})

test('an import with more rows with errors than its file has says so next to the download', async () => {
  const counts = { NEW: 1, FAULTY: 50_001 }
  mockCalls({
    'GET /api/massUpload/:uniqueId': () => ({ ...fileImport, state: 'TAKEN', counts, hasFaultyRows: true }),
    'GET /api/massUpload/:uniqueId/rows': () => listAnswer([]),
  })
  open()
  expect(await screen.findByText('The file has the first 50,000 of 50,001 rows with errors.')).toBeTruthy()
})

test('an import that was cancelled before it wrote anything shows its rows with errors, and no success', async () => {
  mockCalls({
    'GET /api/massUpload/:uniqueId': () => ({ ...fileImport, state: 'CANCELLED', counts: { FAULTY: 15 }, hasFaultyRows: true }),
    'GET /api/massUpload/:uniqueId/rows': () => listAnswer([]),
  })
  open()
  expect(await screen.findByText('Rows with errors were not imported')).toBeTruthy()
  expect(screen.queryByText('Imported until then')).toBeNull()
  expect(screen.queryByText(/Errors/)).toBeNull()
})

test('an Undo that runs shows the records done of all that the import wrote, and cannot be cancelled', async () => {
  const undone = { trashed: 500, restored: 0, keptCount: 1, kept: [] }
  mockCalls({ 'GET /api/massUpload/:uniqueId': () => ({ ...fileImport, state: 'UNDOING', undone }) })
  open()
  expect(await screen.findByText('501 of 2,000 rows so far. You can leave this page.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel firms.csv' })).toBeNull()
})

test.each([
  ['The import was undone', { trashed: 1, restored: 0, keptCount: 4, kept: [] }],
  ['The import was undone', { trashed: 0, restored: 1, keptCount: 4, kept: [] }],
  ['Nothing was undone', { trashed: 0, restored: 0, keptCount: 5, kept: [] }],
])('an Undo says what it did: %s', async (title, undone) => {
  mockCalls({ 'GET /api/massUpload/:uniqueId': () => ({ ...fileImport, state: 'UNDONE', undone }) })
  open()
  expect(await screen.findByText(title)).toBeTruthy()
})

test('an Undo lists what it has not undone: a deleted record by its name, without a link that leads nowhere', async () => {
  const kept = [
    { uniqueId: companyId(2), title: 'Bergwald', reason: 'GONE' as const, fields: [] },
    { uniqueId: companyId(3), title: 'Cobalt', reason: 'MERGED' as const, fields: [] },
  ]
  const undone = { trashed: 1, restored: 0, keptCount: 2, kept }
  mockCalls({ 'GET /api/massUpload/:uniqueId': () => ({ ...fileImport, state: 'UNDONE', undone }) })
  open()
  expect(await screen.findByText('2 records left unchanged')).toBeTruthy()
  expect(screen.getByText(/^Bergwald/).textContent).toBe('Bergwald: It was deleted')
  expect(screen.queryByRole('link', { name: 'Bergwald' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Cobalt' })).toBeTruthy()
})

test('the dry run shows how dates and numbers were read, and by which rule two digits are a year', async () => {
  const readings: FileImport['readings'] = [
    {
      field: 'custom.since',
      hasShortYears: true,
      rows: 12,
      examples: [
        { text: '3.4.26', value: '2026-04-03' },
        { text: '31.12.50', value: '1950-12-31' },
      ],
    },
    { field: 'custom.size', hasShortYears: false, rows: 1, examples: [{ text: '1.234,5', value: 1234.5 }] },
  ]
  const fields = ['since', 'size'].map((key) => ({ field: `custom.${key}`, label: key, required: false }))
  mockCalls({
    'GET /api/massUpload/:uniqueId': () => ({ ...fileImport, state: 'CHECKED', counts: { NEW: 12 }, fields, readings }),
    'GET /api/massUpload/:uniqueId/rows': () => listAnswer([]),
  })
  open()
  const shown = await screen.findByRole('region', { name: 'How dates and numbers were read' })
  expect(shown.textContent).toContain('12 rows · Two-digit years: 00–49 are read as 2000–2049, 50–99 as 1950–1999')
  expect(shown.textContent).toContain('3.4.26 → 03-04-202631.12.50 → 31-12-1950')
  expect(shown.textContent).toContain('size1 row1.234,5 → 1234.5')
})

test('frequent errors are counted above the rows, and missing values lead to the default values', async () => {
  const found = sampleFileImport({
    state: 'CHECKED',
    counts: { FAULTY: 120 },
    fields: [{ field: 'country', label: 'Country', required: true }],
    frequentFaults: [
      { column: 'Country', problem: 'Country is required', rows: 90, lacksDefault: true },
      { column: 'Website', problem: 'Website is required', rows: 30, lacksDefault: false },
    ],
  })
  mockCalls({ 'GET /api/massUpload/:uniqueId': () => found, 'GET /api/massUpload/:uniqueId/rows': () => listAnswer([]) })
  const { user } = open()
  const section = await screen.findByRole('region', { name: 'Frequent errors' })
  expect(section.textContent).toContain('Country: Country is required · 90 rows')
  expect(section.textContent).toContain('Website: Website is required · 30 rows')
  await user.click(screen.getByRole('button', { name: 'Choose default values' }))
  expect(document.activeElement).toBe(await screen.findByRole('region', { name: 'Default values for new records' }))
})
