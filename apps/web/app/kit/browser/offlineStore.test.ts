// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { device } from '../../../test/deviceStorage.ts'
import { clearAtSessionEnd, deleteOfflineData, loadEntryCounts, saveEntryCounts, saveOffline } from './offlineStore.ts'

const { kept } = device

beforeEach(async () => {
  device.isFull = false
  localStorage.clear()
  await deleteOfflineData('nobody') // without a session: nobody counts as signed out, as on a page that was just opened
  kept.clear()
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
  await deleteOfflineData('ann')
  await saveOffline('ann snapshot', 2)
  expect(kept.size).toBe(0)
  localStorage.clear()
  await saveOffline('ann snapshot', 3)
  expect(kept.size).toBe(0)
  localStorage.setItem('accessToken', 'second')
  await saveOffline('ann snapshot', 4)
  expect([...kept]).toEqual([['ann snapshot', 4]])
})

const none = { unsent: 0, waiting: 0, undecided: 0 }

test('work is not deleted when a session ends if the device had no room to note that it is not sent', async () => {
  localStorage.setItem('accessToken', 'third')
  await saveEntryCounts('ann', none)
  await saveOffline('ann piece 1', 1)
  device.isFull = true
  await saveEntryCounts('ann', { unsent: 1, waiting: 1, undecided: 0 })
  expect(await loadEntryCounts('ann')).toEqual({ unsent: 1, waiting: 1, undecided: 0 })
  await clearAtSessionEnd('ann')
  expect(kept.has('ann piece 1')).toBe(true)
})

test('work that is not sent stays when a session ends, such as after a new password', async () => {
  localStorage.setItem('accessToken', 'third')
  await saveOffline('ann piece 1', 1)
  await saveEntryCounts('ann', { unsent: 1, waiting: 0, undecided: 1 })
  await clearAtSessionEnd('ann')
  expect(kept.has('ann piece 1')).toBe(true)
  await saveEntryCounts('ann', none)
  await clearAtSessionEnd('ann')
  expect(kept.size).toBe(0)
})

test('without any work everything is deleted at sign-out, also where nothing was noted', async () => {
  localStorage.setItem('accessToken', 'fourth')
  await saveOffline('ann snapshot', 1)
  expect(kept.size).toBe(1)
  await clearAtSessionEnd('ann')
  expect(kept.size).toBe(0)
})
