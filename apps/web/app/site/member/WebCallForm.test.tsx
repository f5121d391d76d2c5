// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import WebCallForm from './WebCallForm.tsx'

test('a time that somebody else has booked meanwhile is no longer offered', async () => {
  const slots = ['2031-01-06T09:00:00.000Z', '2031-01-06T10:00:00.000Z']
  let isTaken = false
  mockCalls({
    'GET /api/webCall/slots': () => ({ slots: isTaken ? slots.slice(1) : slots }),
    'GET /api/webCall/remaining': () => ({ most: 2, used: 0, left: 2, renews: '2031-02-01', month: '2031-01' }),
    'POST /api/webCall/': () => {
      isTaken = true
      return throwFailure(new Failure(409, 'This time is no longer free. Please choose another one.'))
    },
  })
  const { user } = renderScreen(<WebCallForm />, { role: 'ROLE_PRO', at: '/user/webCall/create', path: '/user/webCall/create' })
  await user.type(await screen.findByLabelText(/What it is about/), 'A first market')
  const [taken] = await screen.findAllByRole('button', { name: /, \d\d:00$/ })
  await user.click(taken!)
  await user.click(screen.getByRole('button', { name: 'Book' }))
  await screen.findByText('This time is no longer free. Please choose another one.')
  await waitFor(() => expect(screen.getAllByRole('button', { name: /, \d\d:00$/ })).toHaveLength(1))
})
