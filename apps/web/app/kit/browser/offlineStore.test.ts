// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { clearOnSignOut, saveOffline } from './offlineStore.ts'

const kept = new Map<string, unknown>()
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: async (name: string) => kept.get(name),
  keys: async () => [...kept.keys()],
  set: async (name: string, value: unknown) => void kept.set(name, value),
  delMany: async (names: string[]) => names.forEach((name) => kept.delete(name)),
}))

beforeEach(() => {
  kept.clear()
  localStorage.setItem('accessToken', 'first')
})

test('work saved as a session expires is kept', async () => {
  localStorage.clear()
  await saveOffline('ann piece', 1)
  expect([...kept]).toEqual([['ann piece', 1]])
})

test('data that arrives after sign-out is not stored, but data after signing in again is', async () => {
  await saveOffline('ann snapshot', 1)
  await clearOnSignOut('ann', true)
  await saveOffline('ann snapshot', 2)
  expect(kept.size).toBe(0)
  localStorage.clear()
  await saveOffline('ann snapshot', 3)
  expect(kept.size).toBe(0)
  localStorage.setItem('accessToken', 'second')
  await saveOffline('ann snapshot', 4)
  expect([...kept]).toEqual([['ann snapshot', 4]])
})
