import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'

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
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a draft is given back under its own form, until it is dropped', () => {
  keepDraft('company/new', draft)
  expect(readDraft('company/new')).toMatchObject(draft)
  expect(readDraft('company/1')).toBeNull()
  dropDraft('company/new')
  expect(readDraft('company/new')).toBeNull()
})

test('a draft belongs to whoever typed it', async () => {
  keepDraft('company/new', draft)
  kept.set('userId', 'somebody else')
  vi.resetModules()
  const again = await import('./drafts.ts')
  expect(again.readDraft('company/new')).toBeNull()
})

test('a draft is forgotten after 14 days', () => {
  keepDraft('company/new', draft, 0)
  expect(readDraft('company/new', 13 * day)).not.toBeNull()
  expect(readDraft('company/new', 14 * day)).toBeNull()
})

test('a storage that is full or spoilt breaks no form', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => '{half',
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => keepDraft('company/new', draft)).not.toThrow()
  expect(readDraft('company/new')).toBeNull()
})

test('where a newer draft no longer fits, the older one does not come back', () => {
  keepDraft('content/new', draft)
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  keepDraft('content/new', { ...draft, values: { name: 'Nordhaven' } })
  expect(readDraft('content/new')).toBeNull()
})
