// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
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

const openIn = (zone: string, calls: Parameters<typeof mockCalls>[0] = {}) => {
  const { inputsOf } = mockCalls({ 'GET /api/message/translations/': () => ({}), ...calls })
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: zone }
  const mocked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  const page = renderScreen(<EventAnswer />, { at: '/invitation/aa.bb', path: '/invitation/:token', loaderData: invitation })
  const close = () => {
    page.close()
    mocked.mockRestore()
  }
  return { ...page, close, inputsOf }
}

test('a guest in another time zone reads the time there, too', () => {
  const { close } = openIn('America/Chicago')
  expect(screen.getByText(/^Tuesday, 6 May 2031 at 00:30/).textContent).toContain('(Europe/Berlin)')
  expect(screen.getByText('In your time zone: Monday, 5 May 2031 at 17:30')).toBeTruthy()
  close()
  openIn('Europe/Paris') // another zone with the same time
  expect(screen.queryByText(/In your time zone/)).toBeNull()
})

test('an event that is still ahead can be added to a calendar', () => {
  const { close } = openIn('Europe/Berlin')
  const link = screen.getByRole('link', { name: 'Add to calendar' })
  expect(link.getAttribute('href')).toBe('/api/event/invitation/aa.bb/calendar')
  close()
})

test('an answer names the time that the page showed, and says why it was not taken', async () => {
  const refusal = 'The time of the event has changed. Please answer again.'
  const { user, close, inputsOf } = openIn('Europe/Berlin', {
    'POST /api/event/invitation/:token': () => throwFailure(new Failure(409, refusal)),
  })
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText(refusal)).toBeTruthy()
  const { eventDateTime } = invitation
  expect(inputsOf('POST /api/event/invitation/:token')).toEqual([{ token: 'aa.bb', answer: 'ACCEPTED', eventDateTime }])
  close()
})
