// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { ReviewTrigger } from '@tradewind/contract/trust/reviewCampaign.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/visit.tsx'
import CampaignList from './CampaignList.tsx'

const trigger: ReviewTrigger = {
  kind: 'MEETING_REPORT',
  isOn: true,
  days: 7,
  reminders: false,
  sentence: null,
  language: null,
  since: '2026-11-01',
  waiting: 0,
  next: [],
}

const open = (save: (input: object) => ReviewTrigger) => {
  const { inputsOf } = mockCalls({
    'GET /api/reviewReminder/campaign': () => listAnswer([]),
    'GET /api/reviewTrigger/': () => ({ triggers: [trigger] }),
    'PATCH /api/reviewTrigger/': save,
  })
  return { ...renderScreen(<CampaignList />, { at: '/user/campaign/list', role: 'ROLE_PRO' }), inputsOf }
}

const days = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Days after the meeting' })

test('saves the fields that were changed, and shows what was changed elsewhere meanwhile', async () => {
  const { user, inputsOf } = open((input) => ({ ...trigger, ...input, reminders: true }))
  await user.clear(await days())
  await user.type(await days(), '12')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Automatically remind/ }).checked).toBe(true))
  expect(inputsOf('PATCH /api/reviewTrigger/')).toEqual([{ kind: 'MEETING_REPORT', days: 12 }])
  expect((await days()).value).toBe('12')
})

test('days that are not a number stay as typed, with the reason', async () => {
  const refusal = new Failure(422, 'Check the fields.', { days: 'From 1 to 90 days' })
  const { user, inputsOf } = open(() => throwFailure(refusal))
  await user.type(await days(), 'x')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('From 1 to 90 days')).toBeTruthy()
  expect((await days()).value).toBe('7x')
  expect(inputsOf('PATCH /api/reviewTrigger/')).toEqual([{ kind: 'MEETING_REPORT', days: '7x' }])
})
