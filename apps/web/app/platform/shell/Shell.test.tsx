// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { asLeft } from '#kit/browser/leftScreens'
import { session } from '#kit/session'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Shell } from './Shell.tsx'

const openPage = async () => {
  mockCalls({})
  renderScreen(<Shell bell={null}>A company</Shell>, { at: '/crm/company/show/7?tab=reports' })
  await screen.findByText('A company')
}
const change = (of: StorageEventInit) => dispatchEvent(new StorageEvent('storage', of))

test('a session whose end another tab has noticed leads back to the page of this tab, and its user is told', async () => {
  await openPage()
  change({ key: 'accessToken', newValue: null })
  expect(session.endedAt()).toBe('/crm/company/show/7?tab=reports')
  expect(session.hasUnreadEnd()).toBe(true)
})

test('who signs out in another tab is told nothing', async () => {
  await openPage()
  change({ key: null })
  expect([session.endedAt(), session.hasUnreadEnd()]).toEqual([null, false])
})

test('a screen is found again as it was left', async () => {
  await openPage()
  expect(asLeft('/crm/company/show/7')).toBe('/crm/company/show/7?tab=reports')
  expect(asLeft('/crm/company/show/8')).toBe('/crm/company/show/8')
})
