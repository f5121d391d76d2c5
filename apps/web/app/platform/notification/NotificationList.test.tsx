// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import NotificationList from './NotificationList.tsx'

test('an empty list names no number of days: each tenant decides how long notifications are kept', async () => {
  mockCalls({ 'GET /api/notificationQueue/list/:type': () => listAnswer([]) })
  renderScreen(<NotificationList />, { at: '/admin/user/notificationQueue/list' })
  const empty = (await screen.findByText('Info! No notifications.')).parentElement!
  expect(empty.textContent).not.toMatch(/\d/)
})
