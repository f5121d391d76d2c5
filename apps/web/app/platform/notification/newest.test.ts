import type { Notification } from '@tradewind/contract/platform/notification.contract'
import { expect, test } from 'vitest'
import { listAddress, newestOf } from './Bell.tsx'

const at = (minute: number, over: Partial<Notification> = {}): Notification => ({
  uniqueId: `n${minute}`,
  dateCreated: `2026-03-09T08:0${minute}:00.000Z`,
  subject: `Number ${minute}`,
  abbreviatedContentText: '',
  path: null,
  readAt: null,
  ...over,
})

test('puts new notifications first, and keeps only the newest two', () => {
  expect(newestOf([at(2), at(1)], [])).toEqual([at(2), at(1)])
  expect(newestOf([at(2), at(1)], [at(3)])).toEqual([at(3), at(2)])
  expect(newestOf([at(2), at(1)], [at(3), at(5), at(4)])).toEqual([at(5), at(4)])
})

test('shows a notification that is both new and listed once, as it is listed', () => {
  const read = at(3, { readAt: '2026-03-09T09:00:00.000Z' })
  expect(newestOf([read, at(2)], [at(3)])).toEqual([read, at(2)])
})

test('ignores notifications that arrive late or twice', () => {
  expect(newestOf([at(5), at(4)], [at(1), at(4), at(5)])).toEqual([at(5), at(4)])
})

test('the super admin’s notification list has a path of its own', () => {
  expect(listAddress(['ROLE_SUPER_ADMIN'])).toBe('/superAdmin/user/notificationQueue/list')
  expect(listAddress(['ROLE_FREE'])).toBe('/admin/user/notificationQueue/list')
})
