// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { PublicRemark } from '@tradewind/contract/trust/reviewPage.contract'
import { act } from 'react'
import { expect, test } from 'vitest'
import { listAnswer, mockCalls } from '../../../test/answers.ts'
import { myUserId, renderScreen } from '../../../test/visit.tsx'
import Company from './Company.tsx'

const remarkOf = (page: number): PublicRemark => ({
  uniqueId: `00000000-0000-4000-8000-00000000001${page}`,
  date: '2026-03-10T10:00:00.000Z',
  contact: { firstName: 'Ada', lastName: 'B' },
  score: 4,
  remark: `Remark of page ${page}`,
  ownerReply: null,
  isEarlier: false,
  viaLink: false,
  met: null,
})
const mean = { score: 4, answers: 30 }

test('an answer that arrives late does not replace that of the page which is open now', async () => {
  const first = Promise.withResolvers<void>()
  mockCalls({
    'GET /api/message/translations/': () => ({}),
    'GET /api/review/userReviewDetails/:uniqueId': () => ({
      uniqueId: myUserId,
      score: 4,
      totalReviewsSent: 30,
      totalAnsweredReviews: 30,
      totalUnansweredReviews: 0,
      totalEarlierReviews: 0,
      companyName: 'Bergwald',
      brandLogoUID: null,
      isPartner: false,
      breakDownScore: { totalReviews: 30, breakdown: [], remarks: [] },
    }),
    'GET /api/review/companyDescription/:uniqueId': () => ({ uniqueId: myUserId, companyDescriptionMarkup: null }),
    'GET /api/review/public/:uniqueId': () => ({
      allTime: mean,
      last12Months: { ...mean, from: '2025-03-10', to: '2026-03-10' },
      stars: [],
      remarks: { shown: 30, notShown: 0, removed: [] },
    }),
    'GET /api/review/public/:uniqueId/remarks': async ({ page }) => {
      if (Number(page) === 0) await first.promise
      return listAnswer([remarkOf(Number(page) + 1)], 30)
    },
  })
  const { router } = renderScreen(<Company />, { at: `/company/${myUserId}`, path: '/company/:uniqueId', loaderData: null })
  await act(() => router.navigate(`/company/${myUserId}?page=2`))
  expect(await screen.findByText(/Remark of page 2/)).toBeTruthy()
  await act(async () => {
    first.resolve()
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(screen.queryByText(/Remark of page 1/)).toBeNull()
  expect(screen.getByText(/Remark of page 2/)).toBeTruthy()
})
