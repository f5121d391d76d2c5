// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noPdf } from '#drive/view/previews'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Details } from './Details.tsx'

const ownerId = '00000000-0000-4000-8000-000000000009'
const file = {
  uniqueId: '00000000-0000-4000-8000-000000000003',
  documentId: '00000000-0000-4000-8000-000000000004',
  name: 'certificate.pdf',
  folder: false,
  parentFolderId: null,
  ownerId,
  dateCreated: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  size: 906,
  mimeType: 'application/pdf',
  sharedWith: [],
  sharedAbove: [],
  items: null,
  createdByUser: { uniqueId: ownerId, fullName: 'Ann Lee', userCompanyName: 'Lee Ltd' },
  shares: [],
}

test('the details of a shared file without a preview say why, and have the button that downloads it', async () => {
  const { asked } = mockCalls({
    'GET /api/files/details/:uniqueId': () => file,
    'GET /api/files/pages/:uniqueId': () => throwFailure(new Failure(404, noPdf)),
    'POST /api/files/ticket': () => ({ url: 'about:blank' }),
  })
  const { user } = renderScreen(<Details />, { at: `/?details=${file.uniqueId}` })
  await screen.findByText(noPdf)
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(asked('POST /api/files/ticket')).toEqual([{ uniqueId: file.uniqueId }]))
})
