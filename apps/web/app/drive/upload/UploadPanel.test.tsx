// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useCall } from '#kit/api/query'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { UploadPanel } from './UploadPanel.tsx'
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

test('lists are refreshed once, without delay, when the last file is uploaded', async () => {
  const { asked } = mockCalls({ 'GET /api/files/': () => listAnswer([]) })
  const batch = { uniqueId: 'batch', ownerId: myUserId, parentId: null, paused: false, kept: true, folders: [], whole: false }
  addBatch({ ...batch, files: [fileOf('one'), fileOf('other')] })
  renderScreen(<FilesAndPanel />)
  await screen.findByText(/^Uploading: 0 of 2 files/)
  await waitFor(() => expect(asked('GET /api/files/')).toHaveLength(1))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    await act(async () => updateFile('one', { state: 'DONE' }))
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(asked('GET /api/files/')).toHaveLength(1)
    await act(async () => updateFile('other', { state: 'DONE' }))
    // Advances the clock by a second at most: less than between two refreshes while files arrive.
    await vi.waitFor(() => expect(asked('GET /api/files/')).toHaveLength(2))
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(asked('GET /api/files/')).toHaveLength(2)
  } finally {
    vi.useRealTimers()
    removeBatch('batch')
  }
})
