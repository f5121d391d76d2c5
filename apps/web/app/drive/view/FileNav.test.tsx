// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import { DriveViewer } from '../browse/DriveViewer.tsx'

beforeEach(() => {
  class Observer {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
})

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const itemOf = (number: number, name: string, mimeType: string | null): DriveItem => ({
  uniqueId: idOf(number),
  documentId: idOf(number),
  name,
  folder: name === 'Folder',
  parentFolderId: null,
  ownerId: myUserId,
  dateCreated: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  size: 906,
  mimeType,
  sharedWith: [],
  sharedAbove: [],
  lastDay: null,
  items: null,
  createdByUser: { uniqueId: myUserId, fullName: 'Kim Berg', userCompanyName: null },
})
const fewItems = [
  itemOf(10, 'Folder', null),
  itemOf(11, 'Boat.png', 'image/png'),
  itemOf(12, 'Drawings.zip', 'application/zip'),
  itemOf(13, 'Offer.pdf', 'application/pdf'),
]

const input = { sort: 'name' }
const pdfPage = { width: 100, height: 100 }
const openAt = async (number: number, items: () => readonly DriveItem[] = () => fewItems) => {
  const calls = mockCalls({
    'GET /api/files/': ({ page = 0, size = 0 }) =>
      listAnswer(items().slice(Number(page) * Number(size), (Number(page) + 1) * Number(size)), items().length),
    'GET /api/files/details/:uniqueId': ({ uniqueId }) => {
      const found = items().find((item) => item.uniqueId === uniqueId)
      return found ? { ...found, shares: [] } : throwFailure(new Failure(404, 'File not found'))
    },
    'GET /api/files/pages/:uniqueId': () => ({ count: 2, pages: [pdfPage, pdfPage] }),
    'POST /api/files/ticket': ({ uniqueId }) => ({ url: `about:blank#${uniqueId}` }),
  })
  const rendered = renderScreen(<DriveViewer list={{ route: 'GET /api/files/', input }} />, {
    at: `/?page=2&view=${idOf(number)}`,
  })
  return { ...calls, ...rendered }
}
const dialog = (name: string) => screen.findByRole('dialog', { name })
const count = () => screen.getByRole('group', { name: 'Files' }).textContent
const announced = () => document.querySelector('[aria-live=polite]')?.textContent
const button = (name: string) => screen.getByRole('button', { name })
const press = (key: string, options = {}) => fireEvent.keyDown(document.activeElement!, { key, ...options })

const swipe = (from: [number, number], to: [number, number]) => {
  const stage = document.querySelector('[data-stage]')!
  const [start, end] = [from, to].map(([clientX, clientY]) => [{ clientX, clientY }])
  fireEvent.touchStart(stage, { touches: start, changedTouches: start })
  fireEvent.touchEnd(stage, { touches: [], changedTouches: end })
}

test('buttons and arrow keys go through the files of the list without its folders, within one entry of the history', async () => {
  const entries = history.length
  const { user } = await openAt(11)
  await dialog('Boat.png')
  await waitFor(() => expect(count()).toBe('1 of 3'))
  expect(announced()).toBe('')
  expect(button('Previous file').getAttribute('aria-disabled')).toBe('true')
  await user.click(button('Previous file'))
  await user.click(button('Next file'))
  await dialog('Drawings.zip')
  expect([count(), announced()]).toEqual(['2 of 3', 'Drawings.zip, 2 of 3'])
  expect(location.search).toBe(`?page=2&view=${idOf(12)}`)
  await user.click(button('Next file'))
  await dialog('Offer.pdf')
  expect(document.activeElement).toBe(button('Next file'))
  expect(announced()).toBe('Offer.pdf, 3 of 3')
  press('ArrowRight')
  press('ArrowLeft')
  await dialog('Drawings.zip')
  press('ArrowLeft')
  await dialog('Boat.png')
  expect(announced()).toBe('Boat.png, 1 of 3')
  expect(history.length).toBe(entries)
})

test('a file without a preview shows its name, the reason, and the button that downloads it', async () => {
  const { user, inputsOf } = await openAt(12)
  await dialog('Drawings.zip')
  await screen.findByText('There is no preview of this kind of file.')
  expect(screen.getAllByText('Drawings.zip')).toHaveLength(2)
  await user.click(button('Download'))
  expect(inputsOf('POST /api/files/ticket').find((sent) => !sent.preview)).toEqual({ uniqueId: idOf(12) })
})

test('when the element with the focus goes with its file, the next file has the focus', async () => {
  await openAt(13)
  const pages = await screen.findByRole('region', { name: 'Pages of Offer.pdf' })
  act(() => pages.focus())
  press('ArrowLeft')
  await screen.findByText('There is no preview of this kind of file.')
  press('ArrowLeft')
  const picture = await screen.findByRole('region', { name: 'Preview of Boat.png' })
  expect(document.activeElement).toBe(picture)
})

test('arrow keys work before the viewer has the focus, but not in a menu over it', async () => {
  const opener = document.body.appendChild(document.createElement('button'))
  const menu = document.body.appendChild(document.createElement('div'))
  menu.role = 'menu'
  await openAt(13)
  await screen.findByRole('region', { name: 'Pages of Offer.pdf' })
  fireEvent.keyDown(menu, { key: 'ArrowLeft' })
  expect(location.search).toContain(idOf(13))
  fireEvent.keyDown(opener, { key: 'ArrowLeft' })
  await dialog('Drawings.zip')
  opener.remove()
  menu.remove()
})

test('arrow keys stay with an input, with a modifier, and with a file that is wider than the window', async () => {
  await openAt(13)
  const pages = await screen.findByRole('region', { name: 'Pages of Offer.pdf' })
  act(() => screen.getByRole('textbox', { name: 'Go to page' }).focus())
  press('ArrowLeft')
  act(() => pages.focus())
  press('ArrowLeft', { altKey: true })
  Object.defineProperty(pages, 'scrollWidth', { value: 2000 })
  press('ArrowLeft')
  expect(location.search).toContain(idOf(13))
  Object.defineProperty(pages, 'clientWidth', { value: 2000 })
  press('ArrowLeft')
  await dialog('Drawings.zip')
})

test('a swipe to the left shows the next file, one to the right the previous one, and scrolling none', async () => {
  await openAt(12)
  await dialog('Drawings.zip')
  await waitFor(() => expect(count()).toBe('2 of 3'))
  swipe([200, 100], [100, 300])
  expect(count()).toBe('2 of 3')
  swipe([200, 100], [100, 110])
  await dialog('Offer.pdf')
  swipe([100, 100], [200, 110])
  await dialog('Drawings.zip')
})

test('the next part of a long list is loaded before its first file is reached', async () => {
  const many = Array.from({ length: 230 }, (_, number) => itemOf(number, `${number}.zip`, 'application/zip'))
  const { inputsOf } = await openAt(190, () => many)
  await dialog('190.zip')
  await waitFor(() => expect(count()).toBe('191 of 230'))
  expect(inputsOf('GET /api/files/')).toEqual([{ ...input, page: '0', size: '200' }])
  for (let number = 191; number <= 201; number++) {
    press('ArrowRight')
    await dialog(`${number}.zip`)
  }
  expect(count()).toBe('202 of 230')
})

test('a file far down in the list is found', async () => {
  const many = Array.from({ length: 450 }, (_, number) => itemOf(number, `${number}.zip`, 'application/zip'))
  await openAt(449, () => many)
  await dialog('449.zip')
  await waitFor(() => expect(count()).toBe('450 of 450'))
})

test('a file that somebody deletes while it is viewed says so, and the viewer goes on from its place', async () => {
  let items = fewItems
  const { client } = await openAt(12, () => items)
  await dialog('Drawings.zip')
  await waitFor(() => expect(count()).toBe('2 of 3'))
  items = fewItems.filter(({ name }) => name !== 'Drawings.zip')
  await act(() => client.invalidateQueries({ queryKey: ['files'] }))
  await screen.findByText('This file or folder is not available')
  await dialog('Drawings.zip')
  press('ArrowRight')
  await dialog('Offer.pdf')
  expect(count()).toBe('2 of 2')
})

test('neighbours are prefetched without reading them, which would count as opening them', async () => {
  const { inputsOf } = await openAt(12)
  await dialog('Drawings.zip')
  await waitFor(() => expect(inputsOf('POST /api/files/ticket')).toEqual([{ uniqueId: idOf(11), preview: true }]))
  expect(inputsOf('GET /api/files/pages/:uniqueId')).toEqual([{ uniqueId: idOf(13) }])
  expect(inputsOf('GET /api/files/details/:uniqueId')).toEqual([{ uniqueId: idOf(12) }])
})
