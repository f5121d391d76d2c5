// @vitest-environment jsdom
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { expect, test } from 'vitest'
import type { Input } from '#kit/api/calls'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import MyDrive from './MyDrive.tsx'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [year, open, contracts, plan, offer] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)]
const sampleTime = '2026-03-01T10:00:00.000Z'

const itemIn = (folderId: string, uniqueId: string, name: string): DriveItem => {
  const folder = !name.includes('.')
  return {
    uniqueId,
    documentId: folder ? null : uniqueId,
    name,
    folder,
    parentFolderId: folderId,
    ownerId: idOf(9),
    dateCreated: sampleTime,
    updatedAt: sampleTime,
    size: folder ? null : 5,
    mimeType: null,
    sharedWith: [],
    sharedAbove: [],
    lastDay: null,
    items: folder ? 0 : null,
    createdByUser: { uniqueId: idOf(9), fullName: 'Kim Berg', userCompanyName: null },
  }
}
const rows = [itemIn(open, contracts, 'Contracts'), itemIn(open, plan, 'plan.txt'), itemIn(open, offer, 'offer.txt')]

/** Opens the folder "March" in the folder "2026". `movedName`: the name that a moved item gets. */
const openFolder = (move?: () => never, movedName?: string) =>
  mockCalls({
    'GET /api/files/': () => listAnswer(rows),
    'GET /api/files/sharedUsers': () => listAnswer([]),
    'GET /api/files/folderStructure/:uniqueId': () =>
      listAnswer([
        { uniqueId: year, name: '2026', folder: true },
        { uniqueId: open, name: 'March', folder: true },
      ]),
    'GET /api/files/details/:uniqueId': () => ({ ...itemIn(year, open, 'March'), shares: [] }),
    'GET /api/files/usage': () => throwFailure(new Failure(404, 'None')),
    'POST /api/files/move': ({ uniqueIds }: Input<'POST /api/files/move'>) =>
      move
        ? move()
        : uniqueIds.map((uniqueId) => {
            const { name } = rows.find((row) => row.uniqueId === uniqueId)!
            return { uniqueId, outcome: 'DONE' as const, name: movedName ?? name }
          }),
    'PUT /api/files/rename': () => itemIn(open, plan, 'plan.txt'),
  })
const visit = () => renderScreen(<MyDrive />, { at: `/user/drive/my-drive/${open}`, path: '/user/drive/my-drive/:uniqueId' })

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!
const crumb = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!

/** Data of a drag, which jsdom lacks. */
const newTransfer = (...types: string[]) => ({
  types,
  items: [],
  files: [],
  effectAllowed: '',
  dropEffect: '',
  clearData: () => {},
  setDragImage: () => {},
  setData: (type: string) => void types.push(type),
})

/** Drags over the target, and returns whether it accepts. */
const isAccepted = (target: Element, dataTransfer: ReturnType<typeof newTransfer>) => {
  const over = createEvent.dragOver(target, { dataTransfer })
  fireEvent(target, over)
  return over.defaultPrevented
}
const drag = (from: Element, to: Element) => {
  const dataTransfer = newTransfer()
  fireEvent.dragStart(from, { dataTransfer })
  const accepted = isAccepted(to, dataTransfer)
  const isMarked = to.hasAttribute('data-drop-target')
  if (accepted) fireEvent.drop(to, { dataTransfer })
  fireEvent.dragEnd(from, { dataTransfer })
  return [accepted, isMarked]
}

test('a row is moved onto a folder row, and Undo moves it back', async () => {
  const { inputsOf } = openFolder()
  const { user } = visit()
  expect(drag(await rowOf('plan.txt'), await rowOf('Contracts'))).toEqual([true, true])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('1 item is back.')
  expect(inputsOf('POST /api/files/move')).toEqual([
    { uniqueIds: [plan], parentId: contracts },
    { uniqueIds: [plan], parentId: open },
  ])
  expect(inputsOf('PUT /api/files/rename')).toEqual([])
  expect((await rowOf('Contracts')).hasAttribute('data-drop-target')).toBe(false)
})

test('Undo restores the name of an item that got a number', async () => {
  const { inputsOf } = openFolder(undefined, 'plan (2).txt')
  const { user } = visit()
  drag(await rowOf('plan.txt'), await rowOf('Contracts'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('1 item is back.')
  expect(inputsOf('PUT /api/files/rename')).toEqual([{ uniqueId: plan, newName: 'plan.txt' }])
})

test('all ticked rows move with one of them, onto a breadcrumb; another row moves alone', async () => {
  const { inputsOf } = openFolder()
  const { user } = visit()
  for (const name of ['plan.txt', 'offer.txt']) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  expect(drag(await rowOf('Contracts'), await crumb('2026'))).toEqual([true, true])
  await waitFor(() => expect(inputsOf('POST /api/files/move')).toEqual([{ uniqueIds: [contracts], parentId: year }]))
  drag(await rowOf('offer.txt'), await crumb('My Drive'))
  await waitFor(() => expect(inputsOf('POST /api/files/move').at(-1)).toEqual({ uniqueIds: [plan, offer], parentId: null }))
})

test('a row is not moved onto itself, a file, the open folder, or another screen', async () => {
  const { inputsOf } = openFolder()
  visit()
  const current = (await screen.findByText('March', { selector: 'li' })) as Element
  for (const target of [await rowOf('Contracts'), await rowOf('plan.txt'), current, await crumb('Dashboard')])
    expect(drag(await rowOf('Contracts'), target)).toEqual([false, false])
  expect(inputsOf('POST /api/files/move')).toEqual([])
})

test('files from outside the browser are not moved, also if a drag ended unnoticed', async () => {
  const { inputsOf } = openFolder()
  visit()
  fireEvent.dragStart(await rowOf('plan.txt'), { dataTransfer: newTransfer() })
  const target = await rowOf('Contracts')
  const files = newTransfer('Files')
  isAccepted(target, files) // by the area of the folder, which uploads them
  expect(target.hasAttribute('data-drop-target')).toBe(false)
  expect(screen.getByText('Drop to upload into this folder')).toBeTruthy()
  fireEvent.drop(target, { dataTransfer: files })
  expect(inputsOf('POST /api/files/move')).toEqual([])
})

test('shows why a move was rejected', async () => {
  openFolder(() => throwFailure(new Failure(404, 'A folder cannot be moved into itself')))
  visit()
  drag(await rowOf('plan.txt'), await rowOf('Contracts'))
  expect(await screen.findByText('A folder cannot be moved into itself')).toBeTruthy()
})
