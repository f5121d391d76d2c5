// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noPdf } from '#drive/view/previews'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Details } from './Details.tsx'
import { DriveActivity } from './DriveActivity.tsx'
import MyDrive from './MyDrive.tsx'
import SharedOf from './SharedOf.tsx'

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
  lastDay: null,
  items: null,
  createdByUser: { uniqueId: ownerId, fullName: 'Ann Lee', userCompanyName: 'Lee Ltd' },
  shares: [],
}

const list = { route: 'GET /api/files/', input: {} } as const

test('the details of a shared file without a preview say why, and have the button that downloads it', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/files/details/:uniqueId': () => file,
    'GET /api/files/pages/:uniqueId': () => throwFailure(new Failure(404, noPdf)),
    'POST /api/files/ticket': () => ({ url: 'about:blank' }),
  })
  const { user } = renderScreen(<Details list={list} />, { at: `/?details=${file.uniqueId}` })
  await screen.findByText(noPdf)
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(inputsOf('POST /api/files/ticket')).toEqual([{ uniqueId: file.uniqueId }]))
})

const gone = () => throwFailure(new Failure(404, 'File not found'))
const unavailable = 'It was deleted, or it is not shared with you any more.'

test('a file that is not shared any more says so, with a way back', async () => {
  mockCalls({ 'GET /api/files/details/:uniqueId': gone })
  const path = `/crm/drive/shared/${ownerId}`
  renderScreen(<Details list={list} />, { at: `${path}?details=${file.uniqueId}` })
  await screen.findByText(unavailable)
  expect(screen.getByRole('link', { name: 'Shared with me' }).getAttribute('href')).toBe('/crm/drive/shared')
})

const ended = 'Your access ended on 01-03-2026. Ask the owner if you still need it.'
const expired = () => throwFailure(new Failure(404, ended, { lastDay: '2026-03-01' }))

test('a file or folder whose share has expired says since when, in the details, the viewer and the list', async () => {
  mockCalls({
    'GET /api/files/': expired,
    'GET /api/files/folderStructure/:uniqueId': expired,
    'GET /api/files/details/:uniqueId': expired,
  })
  const path = `/crm/drive/shared/${ownerId}`
  for (const param of ['details', 'view']) {
    const { unmount } = renderScreen(<Details list={list} />, { at: `${path}?${param}=${file.uniqueId}` })
    await screen.findByText(ended)
    unmount()
  }
  const folder = { at: `${path}/folder/${file.uniqueId}`, path: '/crm/drive/shared/:ownerId/folder/:folderId' }
  renderScreen(<SharedOf />, folder)
  expect(await screen.findByText(ended)).toBeTruthy()
})

test('the recipient sees until when a file is shared', async () => {
  mockCalls({ 'GET /api/files/details/:uniqueId': () => ({ ...file, mimeType: null, lastDay: '2098-12-31' }) })
  renderScreen(<Details list={list} />, { at: `/crm/drive/shared/${ownerId}?details=${file.uniqueId}` })
  expect((await screen.findByText('Shared until')).parentElement!.textContent).toBe('Shared until31-12-2098')
})

test('the activity says until when something was shared, and when that ended', async () => {
  const entry = {
    dateCreated: file.dateCreated,
    itemId: file.uniqueId,
    name: 'Plan',
    byName: 'Kim',
    detail: 'a@a.test',
    standing: null,
  }
  const lastDay = '2098-12-31'
  const rows = [
    { ...entry, uniqueId: '00000000-0000-4000-8000-000000000011', action: 'EXPIRED' as const, lastDay },
    { ...entry, uniqueId: '00000000-0000-4000-8000-000000000012', action: 'LAST_DAY' as const, lastDay: null },
    { ...entry, uniqueId: '00000000-0000-4000-8000-000000000013', action: 'LAST_DAY' as const, lastDay },
    { ...entry, uniqueId: '00000000-0000-4000-8000-000000000014', action: 'SHARED' as const, lastDay },
    { ...entry, uniqueId: '00000000-0000-4000-8000-000000000015', action: 'SHARED' as const, lastDay: null },
  ]
  mockCalls({ 'GET /api/files/activity': () => listAnswer(rows) })
  renderScreen(<DriveActivity />, { at: '/crm/drive/my-drive?activity=all' })
  await screen.findByText('The sharing of Plan with a@a.test expired on 31\u201112\u20112098')
  expect(screen.getAllByRole('listitem').map(({ firstChild }) => firstChild!.textContent)).toEqual([
    'The sharing of Plan with a@a.test expired on 31\u201112\u20112098',
    'Kim removed the last day of the sharing of Plan with a@a.test',
    'Kim set 31\u201112\u20112098 as the last day of the sharing of Plan with a@a.test',
    'Kim shared Plan with a@a.test until 31\u201112\u20112098',
    'Kim shared Plan with a@a.test',
  ])
})

test('a folder that is not shared any more says so instead of a failure, and so does one of the own drive that was deleted', async () => {
  mockCalls({
    'GET /api/files/': gone,
    'GET /api/files/folderStructure/:uniqueId': gone,
    'GET /api/files/details/:uniqueId': gone,
    'GET /api/files/sharedUsers': () => listAnswer([]),
    'GET /api/files/usage': gone,
  })
  const shared = renderScreen(<SharedOf />, {
    at: `/crm/drive/shared/${ownerId}/folder/${file.uniqueId}`,
    path: '/crm/drive/shared/:ownerId/folder/:folderId',
  })
  await screen.findByText(unavailable)
  expect(screen.queryByText('This could not be loaded')).toBeNull()
  shared.unmount()
  renderScreen(<MyDrive />, { at: `/crm/drive/my-drive/${file.uniqueId}`, path: '/crm/drive/my-drive/:uniqueId' })
  await screen.findByText(unavailable)
})
