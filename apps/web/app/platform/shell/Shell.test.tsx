// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asLeft } from '#kit/browser/search-params'
import { session } from '#kit/session'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import { Shell } from './Shell.tsx'

const openPage = async () => {
  mockCalls({})
  renderScreen(<Shell bell={null}>A company</Shell>, { at: '/crm/company/show/7?tab=reports' })
  await screen.findByText('A company')
}
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})
afterEach(() => {
  document.querySelector('dialog')?.remove()
  vi.unstubAllGlobals()
})

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

test('who signs out in another tab without a connection reads that here, and nothing else', async () => {
  await openPage()
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('away')))
  change({ key: null })
  const cover = await screen.findByRole('alertdialog', { name: 'You are logged out on this device' })
  expect(cover.textContent).toContain('You have logged out in another tab.')
})

test('a screen is found again as it was left', async () => {
  await openPage()
  expect(asLeft('/crm/company/show/7')).toBe('/crm/company/show/7?tab=reports')
  expect(asLeft('/crm/company/show/8')).toBe('/crm/company/show/8')
})
