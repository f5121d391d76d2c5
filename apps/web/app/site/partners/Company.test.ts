import type { PageServices } from '@tradewind/contract/kit/page'
import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { pageServicesContext } from '#kit/page/fetchApi'
import { loader } from './Company.tsx'
import type { TrustPageData } from './trustPageData.ts'

test('remarks have the day of the tenant’s time zone, as the score and its calculation', async () => {
  const remark = { uniqueId: 'r', date: '2026-03-10T00:30:00.000Z' }
  const replies: Record<string, { data: unknown; total: number | null }> = {
    userReviewDetails: { data: { breakDownScore: { totalReviews: 1, remarks: [remark] } }, total: null },
    companyDescription: { data: { companyDescriptionMarkup: null }, total: null },
    remarks: { data: [remark], total: 1 },
    public: { data: {}, total: null },
  }
  const context = new RouterContextProvider()
  context.set(pageServicesContext, {
    language: 'en',
    timeZone: 'America/New_York',
    callApi: (path: string) => Promise.resolve(replies[Object.keys(replies).find((name) => path.includes(name))!]),
  } as unknown as PageServices)
  const request = new Request('https://x.test/company/a')
  const found = (await loader({ params: { uniqueId: 'a' }, request, context } as unknown as LoaderFunctionArgs)) as TrustPageData
  expect(found.remarks.map(({ date }) => date)).toEqual(['2026-03-09'])
  expect(found.summary.breakDownScore.remarks.map(({ date }) => date)).toEqual(['2026-03-09'])
})
