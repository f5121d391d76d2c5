// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { listAnswer, mockCalls, throwFailure } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import NextStepsList from './NextStepsList.tsx'

const sampleTask = (number: number, fields: Partial<NextStep> = {}): NextStep => ({
  uniqueId: companyId(number),
  todo: `Task ${number}`,
  nextStepsStatus: 'OPEN',
  byWhen: '2026-03-01',
  assignedUser: { uniqueId: myUserId, fullName: 'Kim Berg' },
  summaryUID: companyId(8),
  company: { uniqueId: companyId(9), legalName: 'Bergwald' },
  country: 'Germany',
  createdBy: myUserId,
  createdByName: 'Kim Berg',
  dateCreated: '2026-02-01T10:00:00.000Z',
  updatedAt: '2026-02-01T10:00:00.000Z',
  isOverdue: false,
  ...fields,
})

const open = (tasks: NextStep[], { isRefused = false, query = '' } = {}) => {
  const set = (id: string, nextStepsStatus: NextStep['nextStepsStatus']) =>
    Object.assign(
      tasks.find(({ uniqueId }) => uniqueId === id)!,
      { nextStepsStatus, isOverdue: false },
    )
  const server = mockCalls({
    'GET /api/customField/': () => listAnswer([]),
    'GET /api/view/': () => listAnswer([]),
    'GET /api/nextSteps/': () => listAnswer(tasks.map((task) => ({ ...task }))),
    'PATCH /api/nextSteps/markClosed/:uniqueId': ({ uniqueId }) =>
      isRefused ? throwFailure(new Failure(409, 'Not now')) : set(uniqueId, 'CLOSED'),
    'PATCH /api/nextSteps/reopen/:uniqueId': ({ uniqueId }) => set(uniqueId, 'OPEN'),
  })
  return { ...server, ...renderScreen(<NextStepsList />, { at: `/crm/nextSteps/list${query}`, path: '/crm/nextSteps/list' }) }
}
const closeButton = (name: string) => screen.findByRole('button', { name: `Mark Closed: ${name}` })

test('a task of the list is closed by one press; the focus goes to the next one, and Undo opens it again', async () => {
  const { user, inputsOf } = open([
    sampleTask(1, { isOverdue: true }),
    sampleTask(2),
    sampleTask(3, { nextStepsStatus: 'CLOSED' }),
  ])
  ;(await closeButton('Task 1, Overdue')).focus()
  expect(screen.queryByRole('button', { name: /^Mark Closed: Task 3/ })).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(inputsOf('PATCH /api/nextSteps/markClosed/:uniqueId')).toEqual([{ uniqueId: companyId(1) }]))
  expect(screen.queryByRole('button', { name: /^Mark Closed: Task 1/ })).toBeNull()
  expect(document.activeElement).toBe(await closeButton('Task 2, Open'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await closeButton('Task 1, Open')).toBeTruthy()
})

test('a task that could not be closed is open again, and the message says why', async () => {
  const { user } = open([sampleTask(1)], { isRefused: true })
  await user.click(await closeButton('Task 1, Open'))
  expect(await screen.findByText('Not now')).toBeTruthy()
  expect(await closeButton('Task 1, Open')).toBeTruthy()
})

test('Enter that is held down closes one task, not those to which the focus goes on', async () => {
  open([sampleTask(1), sampleTask(2)])
  const button = await closeButton('Task 1, Open')
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
})

test('arrow keys move between the buttons that close tasks', async () => {
  const { user } = open([sampleTask(1), sampleTask(2)])
  ;(await closeButton('Task 1, Open')).focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(await closeButton('Task 2, Open'))
})

test('U undoes also from the checkbox of a row, where the focus is after a change of ticked tasks', async () => {
  const { user, inputsOf } = open([sampleTask(1), sampleTask(2)])
  await user.click(await closeButton('Task 1, Open'))
  await screen.findByRole('button', { name: 'Undo' })
  screen.getByRole('checkbox', { name: 'Select Task 2' }).focus()
  await user.keyboard('u')
  await waitFor(() => expect(inputsOf('PATCH /api/nextSteps/reopen/:uniqueId')).toEqual([{ uniqueId: companyId(1) }]))
})

test('tasks that are sorted by country are grouped by it, and can be shown with it', async () => {
  open([sampleTask(1), sampleTask(2), sampleTask(3, { country: 'Italy' })], { query: '?sort=country&cols=todo,country' })
  const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent)
  expect(rows.map((text) => /^(Germany|Italy)$/.exec(text)?.[0] ?? /(Country|Germany|Italy)/.exec(text)?.[0])).toEqual([
    'Country',
    'Germany',
    'Germany',
    'Germany',
    'Italy',
    'Italy',
  ])
})
