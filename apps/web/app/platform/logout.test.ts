// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '#kit/session'
import { leaveLoggedOut, logout } from './logout.ts'

const replace = vi.fn<(path: string) => void>()
const calls: (readonly [url: string, headers: unknown])[] = []

/** Signs somebody in, on a page that can no longer get the script with what Logout does: it has gone with a former version, or got lost. */
const open = () => {
  vi.doMock('./askAndSignOut.ts', () => {
    throw new Error('Failed to fetch dynamically imported module')
  })
  const login = { accessToken: 'token', userId: 'me', tenant: 'ours', permissionList: [], fullName: 'Kim Berg' }
  session.start({ ...login, roleList: ['ROLE_PRO'] })
}

beforeEach(() => {
  vi.stubGlobal('location', { href: location.href, pathname: location.pathname, search: '', replace })
  vi.stubGlobal('indexedDB', { deleteDatabase: () => undefined })
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    calls.push([url, headers])
    return new Response()
  })
})
afterEach(() => {
  vi.doUnmock('./askAndSignOut.ts')
  vi.unstubAllGlobals()
  replace.mockClear()
  calls.length = 0
})

test('Logout forgets the session, tells the server and leaves the page, also where its script was lost', async () => {
  open()
  localStorage.setItem('logoutPath', '/auth/login')
  logout()
  await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/auth/login'))
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(calls).toEqual([['/api/auth/logout', { Authorization: 'Bearer token', 'x-tenant': 'ours' }]])
})

test('a page whose user has logged out in another tab is left, also where its script was lost', async () => {
  open()
  leaveLoggedOut()
  await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'))
})
