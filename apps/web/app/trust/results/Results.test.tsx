// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Answer } from '#kit/api/calls'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { companyId } from '../../../test/samples.ts'
import { renderScreen } from '../../../test/visit.tsx'
import Results from './Results.tsx'

const none = { answers: 0, mean: null }

const resultsAfter = (totalReviews: number, totalReviewsSent = totalReviews): Answer<'GET /api/review/results'> => ({
  summary: {
    uniqueId: companyId(1),
    score: totalReviews > 0 ? 4 : 0,
    totalReviewsSent,
    totalAnsweredReviews: totalReviews,
    totalUnansweredReviews: totalReviewsSent - totalReviews,
    totalEarlierReviews: 0,
    companyName: 'Berg GmbH',
    brandLogoUID: null,
    isPartner: false,
    breakDownScore: { totalReviews, breakdown: [] },
  },
  period: { from: '2026-01-01', to: '2026-01-31' },
  before: { from: '2025-12-01', to: '2025-12-31' },
  score: { now: none, before: none, others: null },
  questions: [],
  ownQuestions: [],
  stars: [],
  countries: [],
  words: [],
  history: [],
})

const visitResults = (results: Answer<'GET /api/review/results'>) => {
  mockCalls({ 'GET /api/review/results': () => results, 'GET /api/review/remarks': () => listAnswer([]) })
  renderScreen(<Results />, { at: '/user/trends', path: 'user/trends' })
}

const tiles = async () => {
  const [score] = await screen.findAllByText('Review Score out of 5')
  return within(score!.closest('ul')!)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

test('without invitations, the four figures are zero, and it says that there is no data before what to do', async () => {
  visitResults(resultsAfter(0))
  expect(await tiles()).toEqual(['0.00Review Score out of 5', '0Total Invites Sent', '0Answered Invites', '0Unanswered Invites'])
  const text = screen.getByText('No Data available to show!')
  const guidance = screen.getByText('Ask your first customers')
  expect(text.compareDocumentPosition(guidance)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('with invitations and no answers, it says that there is no data', async () => {
  visitResults(resultsAfter(0, 3))
  expect(await tiles()).toContain('3Total Invites Sent')
  expect(screen.getByText('No Data available to show!')).toBeDefined()
  expect(screen.getByText('Nobody has answered yet')).toBeDefined()
})

test('a period without answers says that there is no data, and what to choose', async () => {
  visitResults(resultsAfter(2))
  const [status] = (await screen.findAllByRole('status')).filter(({ textContent }) => textContent.includes('longer period'))
  expect(status!.textContent).toMatch(/^No Data available to show!No answer was given/)
})
