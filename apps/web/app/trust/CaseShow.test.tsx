// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { CaseDetails } from '@tradewind/contract/trust/reviewCase.contract'
import { expect, test } from 'vitest'
import { Failure } from '#kit/api/failure'
import { mockCalls, throwFailure } from '../../test/answers.ts'
import { companyId } from '../../test/samples.ts'
import { renderScreen } from '../../test/visit.tsx'
import CaseShow from './CaseShow.tsx'

const at = '2026-06-01T12:00:00.000Z'

const reported: CaseDetails = {
  uniqueId: companyId(1),
  dateCreated: at,
  updatedAt: at,
  companyId: companyId(2),
  companyName: 'Berg GmbH',
  kind: 'REPORT',
  count: 1,
  state: 'OPEN',
  reason: 'OFFENSIVE',
  note: null,
  decidedBecause: null,
  decisionNote: null,
  decidedAt: null,
  answers: [
    {
      uniqueId: companyId(3),
      date: at,
      score: 2,
      viaLink: false,
      contact: { firstName: 'Ada', lastName: 'B.' },
      remark: 'Rude',
      removed: null,
    },
  ],
}

test('another report of the same remark does not take back a decision that is not saved yet', async () => {
  let count = 1
  mockCalls({ 'GET /api/reviewCase/:uniqueId': () => ({ ...reported, count, updatedAt: `2026-06-0${count}T12:00:00.000Z` }) })
  const { user, client } = renderScreen(<CaseShow />, {
    at: `/crm/reviewCase/show/${reported.uniqueId}`,
    path: 'crm/reviewCase/show/:uniqueId',
  })
  await user.click(await screen.findByRole('radio', { name: 'Remove them from the public page' }))
  await user.selectOptions(screen.getByLabelText(/^Reason/), 'UNLAWFUL')
  count = 2
  await client.invalidateQueries()
  await screen.findByText(/Reported 2 times/)
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>(/^Reason/).value).toBe('UNLAWFUL'))
})

test('a decision over another one that was made meanwhile is not saved: the page shows that, and the note stays', async () => {
  let now = reported
  const { inputsOf } = mockCalls({
    'GET /api/reviewCase/:uniqueId': () => now,
    'POST /api/reviewCase/:uniqueId/decide': ({ decidedAt }) =>
      decidedAt === now.decidedAt
        ? { ...now, state: 'KEPT' }
        : throwFailure(new Failure(409, 'Someone else has decided this in the meantime. Please look at the decision.')),
  })
  const { user } = renderScreen(<CaseShow />, {
    at: `/crm/reviewCase/show/${reported.uniqueId}`,
    path: 'crm/reviewCase/show/:uniqueId',
  })
  await user.type(await screen.findByLabelText('Note'), 'Fine')
  now = { ...reported, state: 'REMOVED', decidedBecause: 'UNLAWFUL', decidedAt: at }
  await user.click(screen.getByRole('button', { name: 'Save decision' }))
  expect(await screen.findByText(/Someone else has decided this in the meantime/)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Remove them from the public page' }).checked).toBe(true),
  )
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Fine')
  await user.click(screen.getByRole('button', { name: 'Save decision' }))
  await waitFor(() =>
    expect(inputsOf('POST /api/reviewCase/:uniqueId/decide').map(({ decidedAt }) => decidedAt)).toEqual([null, at]),
  )
})
