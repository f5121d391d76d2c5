// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { readersAt } from '../../openingCalls.ts'
import { prefetchId } from '../api/prefetched.ts'
import prefetch from './prefetch.js?raw'

const calls = ['/api/auth/account', '/api/company/?page=0']

/** The URLs that the script in the head of a document requests for a user. */
const requestedBy = (stored: Record<string, string>, readers: unknown) => {
  for (const [key, value] of Object.entries({ accessToken: 'token', tenant: 'here', ...stored })) localStorage.setItem(key, value)
  document.head.innerHTML = `<script type="application/json" id="${prefetchId}"></script>`
  document.getElementById(prefetchId)!.textContent = JSON.stringify({ calls, readers, languages: ['en'], spoken: 'en' })
  const fetched = vi.fn<(url: string) => Promise<Response>>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', fetched)
  // oxlint-disable-next-line no-implied-eval -- a document contains it as text
  new Function(prefetch)()
  return fetched.mock.calls.map(([url]) => url)
}
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('the head of a document requests a list only for users who may open it, and the account for all', () => {
  const readers = readersAt(new URL('https://tradewind.test/user/company/list'))
  expect(requestedBy({ roleList: '["ROLE_BASIC"]' }, readers)).toEqual(calls)
  expect(requestedBy({ roleList: '["ROLE_STARTER"]' }, readers)).toEqual(['/api/auth/account'])
  expect(requestedBy({ roleList: '["ROLE_STARTER"]' }, undefined)).toEqual(calls)
})

test('a permission that a list requires counts', () => {
  const readers = [{ roles: ['ROLE_ADMIN'], keys: ['XG_ADMIN'] }]
  expect(requestedBy({ roleList: '["ROLE_ADMIN"]', permissionList: '[]' }, readers)).toEqual(['/api/auth/account'])
  expect(requestedBy({ roleList: '["ROLE_ADMIN"]', permissionList: '["XG_ADMIN"]' }, readers)).toEqual(calls)
})
