import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '#kit/session'
import { draftOf } from './drafts.ts'

const day = 24 * 3600 * 1000
const draft = { values: { name: 'Nord' }, from: { name: '' }, base: null }
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map([
    ['accessToken', 'x'],
    ['userId', 'me'],
    ['tenant', 'north'],
    ['roleList', '["ROLE_PRO"]'],
  ])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('sessionStorage', { getItem: () => 'my-tab', setItem() {} })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a draft is returned under its own form until it is dropped', () => {
  draftOf('company/new').keep(draft)
  expect(draftOf('company/new').read()).toMatchObject(draft)
  expect(draftOf('company/1').read()).toBeNull()
  draftOf('company/new').drop()
  expect(draftOf('company/new').read()).toBeNull()
})

test('a draft belongs to the user who typed it', async () => {
  draftOf('company/new').keep(draft)
  kept.set('userId', 'somebody else')
  vi.resetModules()
  const again = await import('./drafts.ts')
  expect(again.draftOf('company/new').read()).toBeNull()
})

test('what is typed after the session has ended, while the page is being left, is still a draft of its user', () => {
  const open = draftOf('company/new')
  open.keep(draft)
  session.forget()
  open.keep({ ...draft, values: { name: 'Nordhaven' } })
  expect(JSON.parse(kept.get('draft:me:company/new#my-tab')!)).toMatchObject({ values: { name: 'Nordhaven' } })
})

test('a draft is deleted after 14 days', () => {
  draftOf('company/new', () => 0).keep(draft)
  expect(draftOf('company/new', () => 13 * day).read()).not.toBeNull()
  expect(draftOf('company/new', () => 14 * day).read()).toBeNull()
})

test('a full or corrupt storage does not break the form', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => '{half',
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => draftOf('company/new').keep(draft)).not.toThrow()
  expect(draftOf('company/new').read()).toBeNull()
})

test('if a newer draft no longer fits, the older one does not come back', () => {
  draftOf('content/new').keep(draft)
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  draftOf('content/new').keep({ ...draft, values: { name: 'Nordhaven' } })
  expect(draftOf('content/new').read()).toBeNull()
})
