// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { checkConnection } from '#kit/browser/connection'
import { renderScreen } from '../../../test/visit.tsx'
import { openFair } from './fairStore.ts'
import { useFair } from './useFair.ts'

vi.mock('./fairStore.ts', () => ({ openFair: vi.fn<typeof openFair>(), emptyState: { pieces: [] } }))

const ping = (isReachable: boolean) => {
  vi.stubGlobal('fetch', async () => (isReachable ? new Response() : Promise.reject(new TypeError('away'))))
  return checkConnection()
}

const sendNothing = async () => ({ isReached: true, failed: [] })

const Page = () => {
  const { fair, failed } = useFair()
  return <p>{fair ? 'open' : failed && 'failed'}</p>
}

test('the store is opened once, and the companies are read anew each time the connection is back', async () => {
  const opened = {
    readAnew: vi.fn<() => Promise<void>>(),
    sendAll: sendNothing,
    close: vi.fn<() => void>(),
    outbox: {},
  }
  vi.mocked(openFair)
    .mockRejectedValueOnce(new Error('no key'))
    .mockResolvedValue(opened as never)
  await ping(false)
  const { close } = renderScreen(<Page />, { at: '/fair' })
  expect(await screen.findByText('failed')).toBeTruthy()
  await ping(true)
  expect(await screen.findByText('open')).toBeTruthy()
  for (const isReachable of [false, true]) await ping(isReachable)
  await waitFor(() => expect(opened.readAnew).toHaveBeenCalledTimes(2))
  expect(openFair).toHaveBeenCalledTimes(2)
  close()
  expect(opened.close).toHaveBeenCalledTimes(1)
})

test('after a logout in another tab without a connection, the page is covered and says that, and leaves once there is one', async () => {
  const opened = { readAnew: vi.fn<() => Promise<void>>(), close: vi.fn<() => void>(), outbox: {} }
  vi.mocked(openFair).mockResolvedValue({ ...opened, sendAll: sendNothing } as never)
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  renderScreen(<Page />, { at: '/fair' })
  await screen.findByText('open')
  const replace = vi.fn<(path: string) => void>()
  vi.stubGlobal('location', { href: location.href, pathname: '/fair', search: '', replace })
  await ping(false)
  dispatchEvent(new StorageEvent('storage', { key: null }))
  const cover = await screen.findByRole('alertdialog', { name: 'You are logged out on this device' })
  expect(cover.textContent).toContain('You have logged out in another tab.')
  expect(replace).not.toHaveBeenCalled()
  await ping(true)
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'))
  cover.remove()
  vi.unstubAllGlobals()
})
