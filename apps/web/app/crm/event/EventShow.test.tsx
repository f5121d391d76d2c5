// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { sampleContact } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import EventShow from './EventShow.tsx'

const event = {
  uniqueId: '00000000-0000-4000-8000-000000000005',
  title: 'Export breakfast',
  description: 'Coffee',
  location: 'Hamburg',
  organizer: 'Tradewind',
  organizerContact: 'sam@sample.example',
  eventDateTime: '2031-05-05T22:30:00.000Z',
  dateCreated: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  createdBy: myUserId,
}

test('an event is added to a calendar from its page', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/event/:uniqueId': () => event,
    'GET /api/event/calendar/:uniqueId': () => new File(['BEGIN:VCALENDAR'], 'event.ics'),
  })
  URL.createObjectURL = () => 'blob:event'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = renderScreen(<EventShow />, {
    at: `/crm/event/show/${event.uniqueId}`,
    path: '/crm/event/show/:uniqueId',
    role: 'ROLE_LEVEL3',
  })
  await user.click(await screen.findByRole('button', { name: 'Add to calendar' }))
  await waitFor(() => expect(inputsOf('GET /api/event/calendar/:uniqueId')).toEqual([{ uniqueId: event.uniqueId }]))
})

test('who is invited is asked from the first field on, and contacts are named with their companies', async () => {
  const { inputsOf } = mockCalls({
    'GET /api/event/:uniqueId': () => event,
    'GET /api/event/history/:uniqueId': () => listAnswer([]),
    'GET /api/event/invited/:uniqueId': () => listAnswer([]),
    'GET /api/contact/': () => listAnswer([sampleContact(1), sampleContact(2)]),
    'GET /api/admin/options': () => listAnswer([]),
    'POST /api/event/invite/:uniqueId': () => [],
  })
  const { user } = renderScreen(<EventShow />, { at: `/crm/event/show/${event.uniqueId}`, path: '/crm/event/show/:uniqueId' })
  await user.click(await screen.findByRole('button', { name: 'Invite people' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Contacts' })))
  await user.keyboard('contact')
  await user.click(await screen.findByRole('option', { name: 'Contact 2 · Company 2' }))
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await waitFor(() =>
    expect(inputsOf('POST /api/event/invite/:uniqueId')).toMatchObject([{ contacts: [sampleContact(2).uniqueId], users: [] }]),
  )
})
