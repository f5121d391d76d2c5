// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { PreviewPages } from '@tradewind/contract/drive/item'
import { beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Preview } from '../browse/Preview.tsx'
import { Viewer } from './Viewer.tsx'

const file = {
  uniqueId: '00000000-0000-4000-8000-000000000003',
  name: 'Offer.pdf',
  mimeType: 'application/pdf',
  size: 906,
  version: '1',
  source: 'files' as const,
}
const pagesOf = (count: number, listed = count): PreviewPages => ({
  count,
  pages: Array.from({ length: listed }, () => ({ width: 1414, height: 2000 })),
})

/** The elements that are watched, with the function that brings one near. */
const watched = new Map<Element, () => void>()
beforeEach(() => {
  watched.clear()
  class Observer {
    private readonly onChange: (entries: { isIntersecting: boolean }[]) => void
    constructor(onChange: Observer['onChange']) {
      this.onChange = onChange
    }
    observe(element: Element) {
      watched.set(element, () => this.onChange([{ isIntersecting: true }]))
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
})

const alone = { file, position: 1, total: 1, previous: undefined, next: undefined, isLoaded: true }

const mockViewer = (pages: () => PreviewPages) => {
  let tickets = 0
  return mockCalls({
    'GET /api/files/pages/:uniqueId': pages,
    'POST /api/files/ticket': () => ({ url: `/api/files/ticket/${++tickets}` }),
  })
}
const openViewer = async (pages: () => PreviewPages, props: Partial<Parameters<typeof Viewer>[0]> = {}) => {
  const calls = mockViewer(pages)
  const onClose = vi.fn<() => void>()
  const onDownload = vi.fn<() => void>()
  const callbacks = { onClose, onDownload, onGo: vi.fn<() => void>() }
  const { user } = renderScreen(<Viewer file={file} sequence={alone} {...callbacks} {...props} />)
  const dialog = await screen.findByRole('dialog', { name: 'Offer.pdf' })
  return { ...calls, user, dialog, onClose, onDownload }
}
const announced = () => screen.getByRole('status').textContent
const zoom = async () => (await screen.findByRole('list')).style.getPropertyValue('--zoom')
const bringNear = async (page: number) => {
  const [, near] = [...watched][page - 1]!
  act(near)
  return screen.findByRole('img', { name: `Page ${page} of Offer.pdf` })
}

test('each page of a PDF is loaded when it comes near, by one ticket', async () => {
  const { inputsOf } = await openViewer(() => pagesOf(12))
  await waitFor(() => expect(watched.size).toBe(12))
  expect(screen.queryByRole('img')).toBeNull()
  for (const page of [1, 2, 9]) expect((await bringNear(page)).getAttribute('src')).toBe(`/api/files/ticket/1?page=${page}`)
  expect(screen.getAllByRole('img')).toHaveLength(3)
  expect(inputsOf('POST /api/files/ticket')).toEqual([{ uniqueId: file.uniqueId, preview: true }])
})

test('a later page is loaded by a new ticket when the first one is about to expire', async () => {
  const { inputsOf } = await openViewer(() => pagesOf(3))
  await waitFor(() => expect(watched.size).toBe(3))
  await bringNear(1)
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 46_000)
  expect((await bringNear(2)).getAttribute('src')).toBe('/api/files/ticket/2?page=2')
  clock.mockRestore()
  expect(inputsOf('POST /api/files/ticket')).toHaveLength(2)
})

test('a page that cannot be loaded says so, and is tried again with a new ticket', async () => {
  const { user } = await openViewer(() => pagesOf(2))
  await waitFor(() => expect(watched.size).toBe(2))
  fireEvent.error(await bringNear(2))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Page 2 could not be loaded.')
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  const again = await screen.findByRole('img', { name: 'Page 2 of Offer.pdf' })
  expect(again.getAttribute('src')).toBe('/api/files/ticket/2?page=2')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('buttons, keys and the field go to a page, which is announced', async () => {
  const { user } = await openViewer(() => pagesOf(12))
  await waitFor(() => expect(announced()).toBe('Page 1 of 12'))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(announced()).toBe('Page 2 of 12')
  const scroller = screen.getByRole('region', { name: 'Pages of Offer.pdf' })
  for (const [key, page] of [
    ['PageDown', 3],
    ['End', 12],
    ['PageDown', 12],
    ['PageUp', 11],
    ['Home', 1],
    ['PageUp', 1],
  ] as const) {
    fireEvent.keyDown(scroller, { key })
    expect([key, announced()]).toEqual([key, `Page ${page} of 12`])
  }
  const field = screen.getByRole('textbox', { name: 'Go to page' })
  await user.clear(field)
  await user.type(field, '7{Enter}')
  expect(announced()).toBe('Page 7 of 12')
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(announced()).toBe('Page 6 of 12')
})

test('the zoom changes in steps, within bounds', async () => {
  const { user } = await openViewer(() => pagesOf(1))
  expect(await zoom()).toBe('1')
  await user.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(await zoom()).toBe('1.25')
  for (let time = 0; time < 3; time++) await user.click(screen.getByRole('button', { name: 'Zoom out' }))
  expect(await zoom()).toBe('0.5')
  expect(screen.getByRole('button', { name: 'Zoom out' }).hasAttribute('disabled')).toBe(true)
})

test('a picture that cannot be loaded is tried again with a new ticket before it counts as unreadable', async () => {
  const { inputsOf } = await openViewer(() => pagesOf(1), { file: { ...file, mimeType: 'image/png' } })
  fireEvent.error(await screen.findByRole('img', { name: 'Offer.pdf' }))
  await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toBe('/api/files/ticket/2'))
  fireEvent.error(screen.getByRole('img'))
  await screen.findByText('There is no preview of this picture: it is too large, or cannot be read.')
  expect(inputsOf('POST /api/files/ticket')).toHaveLength(2)
})

test('a PDF of more pages than are shown says so', async () => {
  await openViewer(() => pagesOf(1200, 3))
  const note = 'Showing the first 3 of 1,200 pages. Download the file to see all of them.'
  expect(await screen.findByText(note)).toBeTruthy()
})

test('a PDF without a preview says why, can be downloaded, and Escape closes the viewer', async () => {
  const reason = 'There is no preview of this PDF: it opens only with a password.'
  const { user, onClose, onDownload } = await openViewer(() => throwFailure(new Failure(404, reason)))
  await screen.findByText(reason)
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect(onDownload).toHaveBeenCalledTimes(1)
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a picture is shown in the same viewer', async () => {
  await openViewer(() => pagesOf(1), { file: { ...file, mimeType: 'image/png' } })
  const picture = await screen.findByRole('img', { name: 'Offer.pdf' })
  expect(picture.getAttribute('src')).toBe('/api/files/ticket/1')
})

test('the preview of a PDF is its first page, with the number of pages, and a button that puts the viewer into the address', async () => {
  mockViewer(() => pagesOf(12))
  const item = { ...file, updatedAt: '2026-03-01T10:00:00.000Z' }
  const { user } = renderScreen(<Preview item={item} />)
  await screen.findByText('12 pages')
  expect((await screen.findByRole('img', { name: 'Preview of Offer.pdf' })).getAttribute('src')).toBe('/api/files/ticket/1')
  await user.click(screen.getByRole('button', { name: 'View' }))
  expect(location.search).toBe(`?view=${file.uniqueId}`)
})

const recording = { ...file, mimeType: 'video/mp4', size: 900_000_000 }
const player = () => screen.findByLabelText<HTMLVideoElement>('Preview of Offer.pdf')

test('a video of any size is played, from the file itself and not from a preview', async () => {
  const { inputsOf } = await openViewer(() => pagesOf(1), { file: recording })
  const video = await player()
  expect([video.tagName, video.getAttribute('src'), video.controls]).toEqual(['VIDEO', '/api/files/ticket/1', true])
  expect(inputsOf('POST /api/files/ticket')).toEqual([{ uniqueId: file.uniqueId, play: true }])
})

test('a recording whose address has expired goes on at the same place, and one that cannot be played says so', async () => {
  await openViewer(() => pagesOf(1), { file: { ...recording, mimeType: 'audio/mpeg' } })
  const audio = await player()
  audio.currentTime = 90
  fireEvent.error(audio)
  await waitFor(() => expect(audio.getAttribute('src')).toBe('/api/files/ticket/2'))
  audio.currentTime = 0
  fireEvent.loadedMetadata(audio)
  expect([audio.tagName, audio.currentTime]).toEqual(['AUDIO', 90])
  fireEvent.error(audio)
  await screen.findByText('This browser cannot play the file. Download it to open it with another program.')
})

test('the arrow keys of a player move along its time, and do not go to another file', async () => {
  const onGo = vi.fn<() => void>()
  const next = { ...file, uniqueId: '00000000-0000-4000-8000-000000000004' }
  await openViewer(() => pagesOf(1), { file: recording, sequence: { ...alone, total: 2, next }, onGo })
  const video = await player()
  fireEvent.keyDown(video, { key: 'ArrowRight' })
  expect(onGo).not.toHaveBeenCalled()
  fireEvent.keyDown(video.parentElement!, { key: 'ArrowRight' })
  expect(onGo).toHaveBeenCalledTimes(1)
})

test.each([['video/x-msvideo'], ['application/zip']])('a file of type %s has no preview', async (mimeType) => {
  await openViewer(() => pagesOf(1), { file: { ...file, mimeType } })
  expect(await screen.findByText('There is no preview of this kind of file.')).toBeTruthy()
})
