// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { useNarrowWindow } from '../../../test/browser.ts'
import { renderScreen } from '../../../test/visit.tsx'
import MyDrive from './MyDrive.tsx'

const [me, plan] = ['00000000-0000-4000-8000-000000000009', '00000000-0000-4000-8000-000000000001']
const item: DriveItem = {
  uniqueId: plan,
  documentId: plan,
  name: 'plan.txt',
  folder: false,
  parentFolderId: null,
  ownerId: me,
  dateCreated: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  size: 5,
  mimeType: null,
  sharedWith: [],
  sharedAbove: [],
  lastDay: null,
  items: null,
  createdByUser: { uniqueId: me, fullName: 'Kim Berg', userCompanyName: null },
}

const open = () => {
  mockCalls({
    'GET /api/files/': () => listAnswer([item]),
    'GET /api/files/sharedUsers': () => listAnswer([]),
    'GET /api/files/usage': () => throwFailure(new Failure(404, 'None')),
  })
  return renderScreen(<MyDrive />, { at: '/user/drive/my-drive', path: '/user/drive/my-drive' })
}
const picked = () => screen.queryByRole('group', { name: 'Picked files' })
const buttons = () => within(picked()!).getAllByRole<HTMLButtonElement>('button')

test('on a phone the actions for ticked files are there once a file is ticked, and go with the tick', async () => {
  useNarrowWindow()
  const { user } = open()
  const tick = await screen.findByRole('checkbox', { name: 'Select plan.txt' })
  expect(picked()).toBeNull()
  await user.click(tick)
  expect(buttons().map(({ disabled }) => disabled)).toEqual([false, false, false, false])
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(picked()).toBeNull()
})

test('in a wide window they stand above the files, disabled until one is ticked', async () => {
  const { user } = open()
  const tick = await screen.findByRole('checkbox', { name: 'Select plan.txt' })
  expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true, true, true])
  await user.click(tick)
  expect(buttons().map(({ disabled }) => disabled)).toEqual([false, false, false, false])
})

test('the address of a folder that was cut off is not available, and leads back to the drive', async () => {
  mockCalls({
    'GET /api/files/': () => throwFailure(new Failure(422, 'Please check the form', { parentId: 'This is not an id' })),
    'GET /api/files/sharedUsers': () => listAnswer([]),
  })
  renderScreen(<MyDrive />, { at: '/user/drive/my-drive/no-id', path: '/user/drive/my-drive/:uniqueId' })
  expect(await screen.findByText('This file or folder is not available')).toBeTruthy()
  expect(screen.queryByText('This is not an id')).toBeNull()
})
