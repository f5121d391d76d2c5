// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import NextStepsShow from './NextStepsShow.tsx'

const uniqueId = '00000000-0000-4000-8000-000000000007'
const task = {
  uniqueId,
  todo: 'Call Bergwald',
  nextStepsStatus: 'OPEN',
  byWhen: '2026-03-01',
  assignedUser: { uniqueId: myUserId, fullName: 'Kim Berg' },
  summaryUID: '00000000-0000-4000-8000-000000000008',
  company: { uniqueId: '00000000-0000-4000-8000-000000000009', legalName: 'Bergwald' },
  country: 'Norway',
  createdBy: myUserId,
  createdByName: 'Kim Berg',
  dateCreated: '2026-02-01T10:00:00.000Z',
  updatedAt: '2026-02-01T10:00:00.000Z',
  isOverdue: true,
} as unknown as NextStep

test('after Mark Closed, whose button goes, the focus is on the page', async () => {
  let status: NextStep['nextStepsStatus'] = 'OPEN'
  mockCalls({
    'GET /api/nextSteps/:uniqueId': () => ({ ...task, nextStepsStatus: status }),
    'GET /api/summary/:uniqueId': () => throwFailure(new Failure(404, 'Summary not found')),
    'PATCH /api/nextSteps/markClosed/:uniqueId': () => {
      status = 'CLOSED'
      return { ...task, nextStepsStatus: status }
    },
  })
  const { user } = renderScreen(<NextStepsShow />, {
    at: `/crm/nextSteps/show/${uniqueId}`,
    path: '/crm/nextSteps/show/:uniqueId',
  })
  await user.click(await screen.findByRole('button', { name: 'Mark Closed' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark Closed' })).toBeNull())
  expect(document.activeElement).toBe(document.getElementById('main'))
})

test('a user of a level, who may not see closed tasks, does not request the task again after closing it', async () => {
  let status: NextStep['nextStepsStatus'] = 'OPEN'
  const { inputsOf } = mockCalls({
    'GET /api/nextSteps/:uniqueId': () => (status === 'OPEN' ? task : throwFailure(new Failure(404, 'Task not found'))),
    'GET /api/summary/:uniqueId': () => throwFailure(new Failure(404, 'Summary not found')),
    'PATCH /api/nextSteps/markClosed/:uniqueId': () => {
      status = 'CLOSED'
      return { ...task, nextStepsStatus: status, isOverdue: false }
    },
    'PATCH /api/nextSteps/reopen/:uniqueId': () => {
      status = 'OPEN'
      return task
    },
  })
  const { user, client } = renderScreen(<NextStepsShow />, {
    at: `/crm/nextSteps/show/${uniqueId}`,
    path: '/crm/nextSteps/show/:uniqueId',
    role: 'ROLE_LEVEL1',
  })
  await user.click(await screen.findByRole('button', { name: 'Mark Closed' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(await screen.findByText('Closed')).toBeTruthy()
  expect(inputsOf('GET /api/nextSteps/:uniqueId')).toHaveLength(1)
  // The server has no such task for them any more: neither is it edited, nor has it a history.
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'History' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Todo/ })).toBeNull()
  await client.refetchQueries({ queryKey: ['nextSteps'] }) // as when the user returns to the page later
  expect(screen.getByText('Closed')).toBeTruthy()
  await user.click(undo)
  expect(await screen.findByRole('button', { name: 'Mark Closed' })).toBeTruthy()
})
