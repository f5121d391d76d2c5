// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { useNarrowWindow } from '../../../test/browser.ts'
import { companyId } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import MyDrive from './MyDrive.tsx'
import SharedOf from './SharedOf.tsx'

const at = '2026-06-01T12:00:00.000Z'
const folder: DriveItem = {
  uniqueId: companyId(1),
  documentId: null,
  name: 'Contracts',
  folder: true,
  parentFolderId: null,
  ownerId: myUserId,
  dateCreated: at,
  updatedAt: at,
  size: null,
  mimeType: null,
  sharedWith: [],
  sharedAbove: [],
  lastDay: null,
  items: 1200,
  createdByUser: { uniqueId: myUserId, fullName: 'Ada Berg', userCompanyName: 'Berg GmbH' },
}
const file = {
  ...folder,
  uniqueId: companyId(2),
  name: 'plan.txt',
  folder: false,
  documentId: companyId(3),
  size: 1500,
  items: null,
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const cellsOf = (name: string) =>
  within(screen.getByText(name).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('the own drive counts the items of a folder in a column of their own, beside the size of files', async () => {
  mockCalls({ 'GET /api/files/': () => listAnswer([folder, file]) })
  renderScreen(<MyDrive />, { at: '/user/drive/my-drive', path: 'user/drive/my-drive', role: 'ROLE_PRO' })
  await screen.findByText('plan.txt')
  const [name, items, size] = ['Name', 'Items', 'Size'].map((head) => heads().indexOf(head))
  expect([cellsOf('Contracts'), cellsOf('plan.txt')].map((cells) => [name, items, size].map((column) => cells[column!]))).toEqual(
    [
      ['Contracts', '1,200', '–'],
      ['plan.txt', '–', '1.5 kB'],
    ],
  )
})

/** The own drive with a folder and a file, and the focus on the file's name. */
const openRows = async () => {
  const text = { ...file, mimeType: 'text/plain' }
  const calls = mockCalls({
    'GET /api/files/': () => listAnswer([folder, text]),
    'GET /api/files/details/:uniqueId': ({ uniqueId }) => ({ ...(uniqueId === text.uniqueId ? text : folder), shares: [] }),
    'DELETE /api/files/:uniqueId': ({ uniqueId }) => ({ uniqueId }),
    'POST /api/files/bullkDelete': () => [],
    'POST /api/files/ticket': () => ({ url: 'about:blank' }),
  })
  const { user } = renderScreen(<MyDrive />, { at: '/user/drive/my-drive', path: 'user/drive/my-drive', role: 'ROLE_PRO' })
  const name = await screen.findByRole('button', { name: 'Download plan.txt' })
  name.focus()
  return { ...calls, user }
}

test('Space shows the focused file in the viewer, and a folder by its details; nothing is downloaded', async () => {
  const { user, inputsOf } = await openRows()
  await user.keyboard(' ')
  await waitFor(() => expect(location.search).toBe(`?view=${file.uniqueId}`))
  await user.click(within(await screen.findByRole('dialog', { name: 'plan.txt' })).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(location.search).toBe(''))
  screen.getByRole('link', { name: 'Contracts' }).focus()
  await user.keyboard(' ')
  await waitFor(() => expect(location.search).toBe(`?details=${folder.uniqueId}`))
  expect(inputsOf('POST /api/files/ticket').filter((input) => !input.preview)).toEqual([])
})

test('F2 renames the focused file, and X selects it', async () => {
  const { user } = await openRows()
  await user.keyboard('x')
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /plan\.txt/ }).checked).toBe(true))
  await user.keyboard('{F2}')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'New Name' })).value).toBe('plan.txt')
})

test('Delete asks about the focused file, or about the selected rows if it is one of them', async () => {
  const { user, inputsOf } = await openRows()
  await user.keyboard('{Delete}')
  await user.click(await screen.findByRole('button', { name: 'Yes, delete it!' }))
  await waitFor(() => expect(inputsOf('DELETE /api/files/:uniqueId')).toEqual([{ uniqueId: file.uniqueId }]))
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  screen.getByRole('link', { name: 'Contracts' }).focus()
  await user.keyboard('{Delete}')
  await user.click(await screen.findByRole('button', { name: 'Yes, Delete All!' }))
  const uniqueIds = [folder.uniqueId, file.uniqueId]
  await waitFor(() => expect(inputsOf('POST /api/files/bullkDelete')).toEqual([{ uniqueIds }]))
})

test('a row says until when somebody shares it', async () => {
  mockCalls({ 'GET /api/files/': () => listAnswer([{ ...folder, lastDay: '2098-12-31' }, file]) })
  const shared = { at: `/user/drive/shared/${companyId(9)}`, path: 'user/drive/shared/:ownerId', role: 'ROLE_PRO' } as const
  renderScreen(<SharedOf />, shared)
  await screen.findByText('plan.txt')
  expect([cellsOf('Contracts')[1], cellsOf('plan.txt')[1]]).toEqual(['Contractsuntil 31\u201112\u20112098', 'plan.txt'])
})

test('what somebody shares has the columns date created, name and owner first', async () => {
  mockCalls({ 'GET /api/files/': () => listAnswer([folder, file]) })
  renderScreen(<SharedOf />, {
    at: `/user/drive/shared/${myUserId}`,
    path: 'user/drive/shared/:uniqueId',
    role: 'ROLE_PRO',
  })
  await screen.findByText('plan.txt')
  expect(heads().slice(0, 3)).toEqual(['Date Created', 'Name', 'Owner'])
  expect(cellsOf('plan.txt').slice(0, 3)).toEqual(['01-06-2026', 'plan.txt', 'Berg GmbH'])
})

test('the number of rows on a page is chosen where there are more than ten, starts at page 1, and is kept for other folders', async () => {
  const { inputsOf } = mockCalls({ 'GET /api/files/': () => listAnswer([folder, file], 40) })
  const { user, close } = renderScreen(<MyDrive />, {
    at: '/user/drive/my-drive?page=3',
    path: 'user/drive/my-drive',
    role: 'ROLE_PRO',
  })
  const sent = () => inputsOf('GET /api/files/').at(-1)
  await waitFor(() => expect(sent()).toMatchObject({ page: '2', size: '10' }))
  await user.selectOptions(await screen.findByLabelText('Records Per Page'), '50')
  await waitFor(() => expect(sent()).toMatchObject({ page: '0', size: '50' }))
  expect(location.search).toBe('')
  close()
  const shared = { at: `/user/drive/shared/${myUserId}`, path: 'user/drive/shared/:uniqueId', role: 'ROLE_PRO' } as const
  renderScreen(<SharedOf />, shared)
  await waitFor(() => expect(sent()).toMatchObject({ size: '50' }))
})

test('a folder that fits on the smallest page offers no other size', async () => {
  mockCalls({ 'GET /api/files/': () => listAnswer([folder, file]) })
  renderScreen(<MyDrive />, { at: '/user/drive/my-drive', path: 'user/drive/my-drive', role: 'ROLE_PRO' })
  await screen.findByText('plan.txt')
  expect(screen.queryByLabelText('Records Per Page')).toBeNull()
})

test('on a phone a card says in one line what an item holds, and who has access only where somebody has', async () => {
  useNarrowWindow()
  mockCalls({ 'GET /api/files/': () => listAnswer([folder, { ...file, sharedWith: ['kim@berg.example'] }]) })
  renderScreen(<MyDrive />, { at: '/user/drive/my-drive', path: 'user/drive/my-drive', role: 'ROLE_PRO' })
  const cards = within(await screen.findByRole('list', { name: 'Files' })).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'Contracts1,200 items01-06-2026',
    'plan.txt1.5 kB01-06-2026kim@berg.example',
  ])
})
