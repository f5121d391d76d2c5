// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The locks of all tabs. */
let held: Set<string>

const locks = {
  request: async (name: string, _: object, work: (lock: object | null) => Promise<unknown>) => {
    await Promise.resolve()
    if (held.has(name)) return work(null)
    held.add(name)
    return work({ name })
  },
  query: async () => ({ held: [...held].map((name) => ({ name })) }),
}

/** Loads the page in a tab with this session storage. */
const loadPage = async (stored: string | null) => {
  vi.resetModules()
  sessionStorage.clear()
  if (stored) sessionStorage.setItem('tab', stored)
  return import('./drafts.ts')
}

beforeEach(() => {
  held = new Set()
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('a tab keeps its id when the page is reloaded, and is open until it is closed', async () => {
  const before = (await loadPage(null)).tabId()
  await vi.waitFor(() => expect(held.size).toBe(1))
  held.clear()
  const { claimTab, tabId } = await loadPage(sessionStorage.getItem('tab'))
  claimTab()
  await vi.waitFor(() => expect(held.size).toBe(1))
  expect(tabId()).toBe(before)
  const { findOpenTabs } = await loadPage(null)
  expect((await findOpenTabs())(before)).toBe(true)
  held.clear()
  expect((await findOpenTabs())(before)).toBe(false)
})

test('a duplicated tab, whose session storage is a copy, takes an id of its own', async () => {
  const first = (await loadPage(null)).tabId()
  const { claimTab, tabId } = await loadPage(first)
  claimTab()
  await vi.waitFor(() => expect(tabId()).not.toBe(first))
  expect(sessionStorage.getItem('tab')).toBe(tabId())
  expect(held.size).toBe(2)
})

test('a tab that has stored nothing holds no lock', async () => {
  ;(await loadPage(null)).claimTab()
  await Promise.resolve()
  expect(held.size).toBe(0)
})
