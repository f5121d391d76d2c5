// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import EventAnswer from './EventAnswer.tsx'

const invitation = {
  tenantName: 'Tradewind',
  title: 'Export breakfast',
  description: 'Coffee',
  location: 'Hamburg',
  organizer: 'Tradewind',
  eventDateTime: '2031-05-05T22:30:00.000Z',
  timeZone: 'Europe/Berlin',
  answer: null,
  phase: 'OPEN',
}

const openIn = (zone: string) => {
  mockCalls({ 'GET /api/message/translations/': () => ({}) })
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: zone }
  const mocked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  const page = renderScreen(<EventAnswer />, { at: '/invitation/aa.bb', path: '/invitation/:token', loaderData: invitation })
  return () => {
    page.close()
    mocked.mockRestore()
  }
}

test('a guest in another time zone reads the time there, too', () => {
  const close = openIn('America/Chicago')
  expect(screen.getByText(/^Tuesday, 6 May 2031 at 00:30/).textContent).toContain('(Europe/Berlin)')
  expect(screen.getByText('Where you are: Monday, 5 May 2031 at 17:30')).toBeTruthy()
  close()
  openIn('Europe/Paris') // another zone with the same time
  expect(screen.queryByText(/Where you are/)).toBeNull()
})

test('an event that is still ahead can be added to a calendar', () => {
  const close = openIn('Europe/Berlin')
  const link = screen.getByRole('link', { name: 'Add to calendar' })
  expect(link.getAttribute('href')).toBe('/api/event/invitation/aa.bb/calendar')
  close()
})
