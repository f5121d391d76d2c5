// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import type { Import } from '@tradewind/contract/kit/massUpload'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId, importScreen, sampleFileImport } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import ImportList from './ImportList.tsx'
import ImportShow from './ImportShow.tsx'
import { MassUpload } from './MassUpload.tsx'
import { Workbook } from './Workbook.tsx'

const upload = sampleFileImport({ source: 'TEMPLATE', fileName: 'firms.xlsx' })

test('the list of imports names mass uploads as such, with their counts and Undo', async () => {
  mockCalls({ 'GET /api/massUpload/': () => listAnswer([upload, { ...upload, uniqueId: companyId(2), source: 'FILE' }]) })
  renderScreen(<ImportList />, { at: '/crm/import/list' })
  await screen.findAllByRole('link', { name: 'firms.xlsx' })
  const items = within(screen.getByRole('list', { name: 'Imports' })).getAllByRole('listitem')
  const [first, second] = items.map(({ textContent }) => textContent)
  expect(first).toContain('Companies · From the template · Ada Lovelace')
  expect(first).toContain('New: 2 · Changed: 0 · Errors: 1')
  expect(second).toContain('Companies · From a file · Ada Lovelace')
  expect(screen.getAllByRole('button', { name: 'Undo import: firms.xlsx' })).toHaveLength(2)
})

test('the page of a mass upload shows its counts, without the steps and the rows of an import from a file', async () => {
  const { inputsOf } = mockCalls({ 'GET /api/massUpload/:uniqueId': () => upload })
  renderScreen(<ImportShow />, importScreen(upload))
  expect(await screen.findByText('New: 2')).toBeTruthy()
  expect(screen.getByText('Errors: 1')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo import' })).toBeTruthy()
  expect(screen.queryByText('Columns')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download rows with errors' })).toBeNull()
  expect(inputsOf('GET /api/massUpload/:uniqueId/rows')).toEqual([])
})

test('the page of a mass upload returns its rows with errors as long as they are stored, and lists none of them', async () => {
  const { inputsOf } = mockCalls({ 'GET /api/massUpload/:uniqueId': () => ({ ...upload, hasFaultyRows: true }) })
  renderScreen(<ImportShow />, importScreen(upload))
  expect(await screen.findByRole('button', { name: 'Download rows with errors' })).toBeTruthy()
  expect(screen.getByText('Rows with errors were not imported')).toBeTruthy()
  expect(inputsOf('GET /api/massUpload/:uniqueId/rows')).toEqual([])
})

/** Answers uploads, which `fetch` does not send, one after the other. */
const answerUploads = (...replies: object[]) =>
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    const responseText = JSON.stringify({ responseStatus: 'SUCCESS', message: '2 rows were imported.', data: replies.shift() })
    Object.defineProperties(this, { status: { value: 200 }, responseText: { value: responseText } })
    setTimeout(() => this.dispatchEvent(new Event('load')))
  })
afterEach(() => void vi.restoreAllMocks())

const chooseWorkbook = async (user: ReturnType<typeof renderScreen>['user']) => {
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, new File(['b'], 'firms.xlsx'))
  await user.click(screen.getByRole('button', { name: 'Upload' }))
}
const uploaded = { read: 2, created: 2, skipped: 0, faults: [], importId: null, undoId: upload.uniqueId }

test('the message of a finished mass upload offers Undo, which opens the page of the import', async () => {
  answerUploads(uploaded)
  const { inputsOf } = mockCalls({ 'POST /api/massUpload/:uniqueId/undo': () => ({ ...upload, state: 'UNDOING' }) })
  const { user, router } = renderScreen(<Workbook kind="company" onJob={() => {}} onDone={() => {}} />)
  await chooseWorkbook(user)
  await screen.findByText('Mass Upload Successful')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(new RegExp(`import/show/${upload.uniqueId}$`)))
  expect(inputsOf('POST /api/massUpload/:uniqueId/undo')).toEqual([{ uniqueId: upload.uniqueId }])
})

test('users who may not remove the created records are not offered their Undo', async () => {
  answerUploads(uploaded)
  mockCalls({})
  const { user } = renderScreen(<Workbook kind="contact" onJob={() => {}} onDone={() => {}} />, { role: 'ROLE_LEVEL3' })
  await chooseWorkbook(user)
  await screen.findByText('Mass Upload Successful')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a refused Undo is reported, and the page stays', async () => {
  answerUploads(uploaded)
  mockCalls({
    'POST /api/massUpload/:uniqueId/undo': () => throwFailure(new Failure(409, 'There is nothing to undo')),
  })
  const { user, router } = renderScreen(<Workbook kind="company" onJob={() => {}} onDone={() => {}} />)
  const { pathname } = router.state.location
  await chooseWorkbook(user)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('There is nothing to undo')).toBeTruthy()
  expect(router.state.location.pathname).toBe(pathname)
})

test('a mass upload of the valid rows alone offers Undo next to its outcome, a check does not', async () => {
  const fault = { row: 2, column: 'Country', value: 'Atlantis', problem: 'Choose a country' }
  const partial = { ...uploaded, read: 3, faults: [fault], total: 1, faulty: 1 }
  answerUploads({ ...partial, created: 0, skipped: 2, undoId: undefined }, partial)
  const { inputsOf } = mockCalls({ 'GET /api/massUpload/:uniqueId': () => upload })
  const { user } = renderScreen(<Workbook kind="company" onJob={() => {}} onDone={() => {}} />)
  await user.click(screen.getByRole('radio', { name: /return the others/ }))
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, new File(['b'], 'firms.xlsx'))
  await user.click(screen.getByRole('button', { name: 'Check' }))
  await screen.findByText(/can be imported or already exist/)
  expect(inputsOf('GET /api/massUpload/:uniqueId')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  expect(await screen.findByRole('button', { name: 'Undo import: firms.xlsx' })).toBeTruthy()
})

const job: Import = {
  uniqueId: upload.uniqueId,
  dateCreated: '2026-03-01T10:00:00.000Z',
  fileName: 'firms.xlsx',
  processingStatus: 'COMPLETED',
  read: 8000,
  created: 8000,
  skipped: 0,
  faults: [],
  total: 0,
  problem: null,
}
const undoneUpload: FileImport = { ...upload, state: 'UNDONE' }
const oldUpload: FileImport = { ...upload, undoUntil: '2020-03-01T10:00:00.000Z' }

test.each([
  ['may still be undone', upload, 1],
  ['was undone', undoneUpload, 0],
  ['is older than 30 days', oldUpload, 0],
])('the outcome of an upload that ran as a job has Undo while it can be undone: one that %s', async (_, fileImport, many) => {
  const { inputsOf } = mockCalls({
    'GET /api/company/massUpload/:uniqueId': () => job,
    'GET /api/massUpload/:uniqueId': () => fileImport,
  })
  const { client } = renderScreen(<MassUpload kind="company" upload={job.uniqueId} onUpload={() => {}} />)
  await screen.findByText('8,000 rows read, 8,000 created, 0 skipped.')
  await waitFor(() => expect(inputsOf('GET /api/massUpload/:uniqueId')).toHaveLength(1))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryAllByRole('button', { name: 'Undo import: firms.xlsx' })).toHaveLength(many)
})
