// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { NextStep } from '@tradewind/contract/crm/nextSteps.contract'
import { expect, test } from 'vitest'
import { mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import NextStepsEdit from './NextStepsEdit.tsx'

const notice = /^This task is closed and stays closed/

const open = async (nextStepsStatus: NextStep['nextStepsStatus']) => {
  const task = {
    uniqueId: companyId(7),
    todo: 'Call Bergwald',
    nextStepsStatus,
    byWhen: '2026-03-01',
    assignedUser: { uniqueId: myUserId, fullName: 'Kim Berg' },
    summaryUID: companyId(8),
    company: { uniqueId: companyId(9), legalName: 'Bergwald' },
    country: 'Norway',
    createdBy: myUserId,
    createdByName: 'Kim Berg',
    dateCreated: '2026-02-01T10:00:00.000Z',
    updatedAt: '2026-02-01T10:00:00.000Z',
    isOverdue: false,
  } satisfies Partial<NextStep>
  mockCalls({ 'GET /api/nextSteps/:uniqueId': () => task })
  const { close } = renderScreen(<NextStepsEdit />, {
    at: `/crm/nextSteps/edit/${task.uniqueId}`,
    path: '/crm/nextSteps/edit/:uniqueId',
  })
  await screen.findByDisplayValue('Call Bergwald')
  return close
}

test('the form of a closed task says that it stays closed and that nobody is notified; that of an open one does not', async () => {
  const close = await open('CLOSED')
  expect(screen.getByText(notice)).toBeTruthy()
  close()
  await open('OPEN')
  expect(screen.queryByText(notice)).toBeNull()
})
