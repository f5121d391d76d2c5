// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { Summary } from '@tradewind/contract/crm/summary.contract'
import { expect, test } from 'vitest'
import { addDays, formatDay, today } from '#ui/values/dates'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId, sampleCompany } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import NextStepsCreate from './NextStepsCreate.tsx'

const summary = {
  uniqueId: companyId(7),
  plainText: 'They want a sample.',
  meetingDate: '2026-03-10',
  meetingReport: { eventType: 'CALL' },
} as Summary
const calls = {
  'GET /api/company/': () => listAnswer([sampleCompany(1)]),
  'GET /api/company/:uniqueId': () => sampleCompany(1),
  'GET /api/summary/': () => listAnswer([summary]),
  'GET /api/summary/:uniqueId': () => summary,
  'GET /api/admin/options': () => listAnswer([]),
  'POST /api/nextSteps/': () => ({ uniqueId: companyId(9) }) as never,
} as const
const open = () => renderScreen(<NextStepsCreate />, { at: '/crm/nextSteps/create', path: '/crm/nextSteps/create' })

const chooseCompany = async ({ user }: ReturnType<typeof open>) => {
  await user.click(await screen.findByRole('combobox', { name: /Company/ }))
  await user.click(await screen.findByRole('option', { name: /Company 1/ }))
}

test('a task is created for a company, from its latest summary; the company has the focus first', async () => {
  const { inputsOf } = mockCalls(calls)
  const opened = open()
  expect(await screen.findByRole('combobox', { name: /Company/ })).toBe(document.activeElement)
  await chooseCompany(opened)
  await opened.user.type(await screen.findByRole('textbox', { name: /Todo/ }), 'Send a sample')
  await opened.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(inputsOf('POST /api/nextSteps/')).toMatchObject([{ todo: 'Send a sample', summaryUID: summary.uniqueId }]),
  )
  expect(inputsOf('GET /api/summary/')[0]).toMatchObject({ companyUid: companyId(1), sort: '-meetingDate' })
})

test('without any company it says what to do', async () => {
  mockCalls({ ...calls, 'GET /api/company/': () => listAnswer([]) })
  open()
  expect(await screen.findByText('There are no companies yet. A task is written down with the report on a meeting.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'New report with this task' }).getAttribute('href')).toBe(
    '/crm/meeting/create?task=new',
  )
})

test('for a company without a summary, the form of a meeting creates the task too', async () => {
  mockCalls({ ...calls, 'GET /api/summary/': () => listAnswer([]) })
  await chooseCompany(open())
  expect((await screen.findByRole('link', { name: 'New report with this task' })).getAttribute('href')).toBe(
    `/crm/meeting/create?company=${companyId(1)}&task=new`,
  )
})

test('the day that a task is due is chosen by keyboard from suggested days, or typed', async () => {
  const { inputsOf } = mockCalls(calls)
  const opened = open()
  const { user } = opened
  await chooseCompany(opened)
  await user.type(await screen.findByRole('textbox', { name: /Todo/ }), 'Send a sample')
  const day = screen.getByRole<HTMLInputElement>('textbox', { name: /By When/ })
  const suggested = within(screen.getByRole('group', { name: 'Suggested days' }))
  const expected = { Today: 0, Tomorrow: 1, 'Next week': 7, 'In two weeks': 14 }
  for (const [name, days] of Object.entries(expected)) {
    suggested.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
    expect(day.value).toBe(formatDay(addDays(today(), days)))
    expect(suggested.getByRole('button', { name, pressed: true })).toBe(document.activeElement)
  }
  await user.clear(day)
  await user.type(day, '31-12-2030')
  expect(suggested.queryByRole('button', { pressed: true })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(inputsOf('POST /api/nextSteps/')).toMatchObject([{ byWhen: '2030-12-31' }]))
})
