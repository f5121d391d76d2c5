// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkConnection } from '#kit/browser/connection'
import { device } from '../../test/deviceStorage.ts'
import { myUserId, renderScreen } from '../../test/visit.tsx'
import { askAndSignOut } from './askAndSignOut.ts'

const { kept } = device
let calls: string[]
let isOnline: boolean
const replace = vi.fn<(path: string) => void>()

const open = () => {
  const page = renderScreen(createElement('p', null, 'Confidential'))
  vi.stubGlobal('location', { href: location.href, pathname: location.pathname, search: '', replace })
  return page
}

beforeEach(() => {
  kept.clear()
  calls = []
  isOnline = true
  replace.mockClear()
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  vi.stubGlobal('indexedDB', { deleteDatabase: () => undefined })
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isOnline) throw new TypeError('away')
    calls.push(url)
    return new Response()
  })
})
afterEach(async () => {
  isOnline = true
  await checkConnection()
  document.querySelector('dialog')?.remove()
  vi.unstubAllGlobals()
})

const keepEntries = (unsent: number) => {
  kept.set(`${myUserId} counts`, { unsent, waiting: unsent, undecided: 0 })
  kept.set(`${myUserId} piece 1`, 'sealed')
  kept.set(`${myUserId} key`, 'sealed')
}

test('with entries that are not sent, Logout asks, and whoever stays loses neither them nor the session', async () => {
  keepEntries(2)
  const { user } = open()
  const done = askAndSignOut('/')
  await screen.findByText('2 entries have not been sent yet. They will be lost when you log out.')
  await user.click(screen.getByRole('button', { name: 'Stay logged in' }))
  await done
  expect([kept.size, calls, localStorage.getItem('accessToken')]).toEqual([3, [], 'token'])
  expect(replace).not.toHaveBeenCalled()
})

test('whoever logs out without sending leaves nothing on the device, and the server is told', async () => {
  keepEntries(1)
  const { user } = open()
  const done = askAndSignOut('/auth/login')
  await user.click(await screen.findByRole('button', { name: 'Log out without sending' }))
  await done
  expect([kept.size, calls, localStorage.length]).toEqual([0, ['/api/auth/logout'], 0])
  expect(replace).toHaveBeenCalledExactlyOnceWith('/auth/login')
})

test('without entries nobody is asked', async () => {
  kept.set(`${myUserId} snapshot`, 'sealed')
  open()
  await askAndSignOut('/')
  expect([kept.size, calls]).toEqual([0, ['/api/auth/logout']])
})

test('without a connection the device forgets the session at once, the page is covered and says what follows, and the server is told when it can be', async () => {
  open()
  isOnline = false
  const done = askAndSignOut('/')
  await screen.findByText('You are logged out on this device')
  expect(screen.getByRole('alertdialog').textContent).toContain('the server ends your session as soon as there is a connection')
  expect([localStorage.length, replace.mock.calls]).toEqual([0, []])
  isOnline = true
  await checkConnection()
  await done
  await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'))
  expect(calls.filter((url) => url === '/api/auth/logout')).toHaveLength(1)
})
