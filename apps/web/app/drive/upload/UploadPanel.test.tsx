// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useCall } from '#kit/api/query'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { UploadPanel } from './UploadPanel.tsx'
import * as uploadStorage from './uploadStore.ts'
import { addBatch, removeBatch, updateFile } from './uploadStore.ts'

const FilesAndPanel = () => {
  useCall('GET /api/files/', {})
  return <UploadPanel />
}

const fileOf = (uniqueId: string) => ({
  uniqueId,
  path: `${uniqueId}.txt`,
  name: `${uniqueId}.txt`,
  size: 5,
  sent: 0,
  lastModified: 0,
  state: 'SENDING' as const,
  problem: null,
})

const batch = { uniqueId: 'batch', ownerId: myUserId, parentId: null, paused: false, kept: true, folders: [], complete: false }

/** Ends the upload and the clock. A notification of the store that is pending on another clock would hold up those of the next test. */
const endClock = async () => {
  act(() => removeBatch('batch'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  vi.useRealTimers()
  vi.restoreAllMocks()
}

test('lists are refreshed once, without delay, when the last file is uploaded', async () => {
  const { inputsOf } = mockCalls({ 'GET /api/files/': () => listAnswer([]) })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  addBatch({ ...batch, files: [fileOf('one'), fileOf('other')] })
  renderScreen(<FilesAndPanel />)
  await screen.findByText(/^Uploading: 0 of 2 files/)
  await waitFor(() => expect(inputsOf('GET /api/files/')).toHaveLength(1))
  try {
    await act(async () => updateFile('one', { state: 'DONE' }))
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(inputsOf('GET /api/files/')).toHaveLength(1)
    await act(async () => updateFile('other', { state: 'DONE' }))
    // Advances the clock by a second at most: less than between two refreshes while files arrive.
    await vi.waitFor(() => expect(inputsOf('GET /api/files/')).toHaveLength(2))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(inputsOf('GET /api/files/')).toHaveLength(2)
  } finally {
    await endClock()
  }
})

/** The panel with an upload that has ended with these files, and a clock. */
const endedUpload = async (...states: ('DONE' | 'FAILED')[]) => {
  mockCalls({ 'GET /api/files/': () => listAnswer([]) })
  vi.spyOn(uploadStorage, 'deleteStoredUpload').mockImplementation(() => {}) // jsdom has no indexedDB
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const files = states.map((state, number) => ({ ...fileOf(`file${number}`), state }))
  addBatch({ ...batch, files, complete: states.every((state) => state === 'DONE') })
  renderScreen(<FilesAndPanel />)
  await screen.findByRole('region', { name: 'Uploads' })
  return (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
}
const panel = () => screen.queryByRole('region', { name: 'Uploads' })

test('the panel goes by itself once all files are uploaded, but not while it has the focus', async () => {
  const wait = await endedUpload('DONE', 'DONE')
  try {
    act(() => screen.getByRole('button', { name: 'Hide files' }).focus())
    await wait(30)
    expect(panel()).not.toBeNull()
    act(() => screen.getByRole('button', { name: 'Hide files' }).blur())
    await wait(11)
    expect(panel()).toBeNull()
  } finally {
    await endClock()
  }
})

test('the panel stays if a file has failed', async () => {
  const wait = await endedUpload('DONE', 'FAILED')
  try {
    await wait(60)
    expect(panel()).not.toBeNull()
  } finally {
    await endClock()
  }
})
