// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { WebCallHours as Hours } from '@tradewind/contract/site/member/webCall.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import WebCallHours from './WebCallHours.tsx'

const monday = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Monday' })
const restored = 'Your unsaved text was restored'

test('hours that were typed survive leaving the page and a session that ends, until they are saved', async () => {
  let saved: Hours = {
    timeZone: 'Europe/Berlin',
    weekly: [{ day: 1, from: '09:00', until: '12:00' }],
    daysOff: [],
    meetingLink: null,
  }
  const refusals = [new Failure(503, 'away')]
  const { inputsOf } = mockCalls({
    'GET /api/webCall/hours': () => saved,
    'PUT /api/webCall/hours': (input) => {
      const refusal = refusals.pop()
      if (refusal) throwFailure(refusal)
      saved = { ...saved, ...input } as Hours
      return saved
    },
  })
  const first = renderScreen(<WebCallHours />)
  await first.user.type(await monday(), ', 14:00-16:30')
  await first.user.click(screen.getByRole('textbox', { name: 'First day' }))
  await first.user.paste('24-12-2026')
  first.close()

  const second = renderScreen(<WebCallHours />)
  expect((await monday()).value).toBe('09:00-12:00, 14:00-16:30')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First day' }).value).toBe('24-12-2026')
  await second.user.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First day' }).value).toBe('')
  expect(screen.getByText(restored)).toBeTruthy()
  await second.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/cannot be reached/)
  expect((await monday()).value).toBe('09:00-12:00, 14:00-16:30')
  await second.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText(restored)).toBeNull())
  expect(inputsOf('PUT /api/webCall/hours').at(-1)).toMatchObject({
    weekly: [{ day: 1, until: '12:00' }, { from: '14:00' }],
    daysOff: [{ from: '2026-12-24', until: '2026-12-24' }],
  })
  second.close()

  renderScreen(<WebCallHours />)
  expect((await monday()).value).toBe('09:00-12:00, 14:00-16:30')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First day' }).value).toBe('')
  expect(screen.queryByText(restored)).toBeNull()
})
