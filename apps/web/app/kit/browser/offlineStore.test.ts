// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { device } from '../../../test/deviceStorage.ts'
import { clearOnSignOut, saveOffline, saveUnsentCount } from './offlineStore.ts'

vi.mock('idb-keyval', () => import('../../../test/deviceStorage.ts'))

const { kept } = device

beforeEach(() => {
  kept.clear()
  device.isFull = false
  localStorage.setItem('accessToken', 'first')
})
afterEach(() => vi.unstubAllGlobals())

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

test('work is not deleted at sign-out if the device had no room to note that it is not sent', async () => {
  const assign = vi.fn<(path: string) => void>()
  vi.stubGlobal('location', { assign })
  localStorage.setItem('accessToken', 'third')
  await saveUnsentCount('ann', 0)
  await saveOffline('ann piece 1', 1)
  device.isFull = true
  await saveUnsentCount('ann', 1)
  void clearOnSignOut('ann', false)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/fair?leave=1'))
  expect(kept.has('ann piece 1')).toBe(true)
})

test('without any work everything is deleted at sign-out, also where nothing was noted', async () => {
  localStorage.setItem('accessToken', 'third')
  await saveOffline('ann snapshot', 1)
  expect(kept.size).toBe(1)
  await clearOnSignOut('ann', false)
  expect(kept.size).toBe(0)
})
