import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import type { PublicRemark, PublicScore } from '@tradewind/contract/trust/reviewPage.contract'
import { call } from '#kit/api/call'
import { failureOf } from '#kit/api/failure'
import { session } from '#kit/session'
import { zoneOf } from '#kit/zone'
import { dayIn } from '#site/dayIn'
import { REMARKS_PER_PAGE } from './company.figures.ts'

/** The data of a trust page. */
export interface TrustPageData {
  summary: ReviewSummary
  /** Sanitized markup. */
  description: string | null
  score: PublicScore
  /** The public remarks of the page; pages count from 1. */
  remarks: readonly PublicRemark[]
  page: number
}

const inDays = <Remark extends { date: string }>(remarks: readonly Remark[], timeZone: string): Remark[] =>
  remarks.map((remark) => ({ ...remark, date: dayIn(timeZone, remark.date) }))

/** The data of a trust page, with the day of each remark in a time zone instead of the instant. */
export const withRemarkDays = <Data extends Pick<TrustPageData, 'summary' | 'remarks'>>(data: Data, timeZone: string): Data => {
  const { summary, remarks } = data
  const { breakDownScore } = summary
  const testimonials = inDays(breakDownScore.remarks, timeZone)
  return {
    ...data,
    summary: { ...summary, breakDownScore: { ...breakDownScore, remarks: testimonials } },
    remarks: inDays(remarks, timeZone),
  }
}

/** Loads the page's current data in the browser, as the signed-in user may see it. */
export const loadTrustPageData = async (uniqueId: string, lang: Language, page: number): Promise<TrustPageData> => {
  const [summary, { companyDescriptionMarkup }, score, remarks] = await Promise.all([
    call('GET /api/review/userReviewDetails/:uniqueId', { uniqueId, lang }),
    call('GET /api/review/companyDescription/:uniqueId', { uniqueId }),
    call('GET /api/review/public/:uniqueId', { uniqueId }),
    call('GET /api/review/public/:uniqueId/remarks', { uniqueId, page: page - 1, size: REMARKS_PER_PAGE }),
  ])
  const loaded = { summary, description: companyDescriptionMarkup, score, remarks: remarks.rows, page }
  return withRemarkDays(
    loaded,
    zoneOf({ timeZone: null, tenantTimeZone: session.choices()?.tenantTimeZone ?? '' }, () => 'UTC'),
  )
}

/** The data of a page, or the code of the error page that takes its place. */
export interface Preview {
  loaded?: TrustPageData
  code?: '404' | '500'
}

/** Loads a page for the preview of its owner. Never rejects. */
export const loadPreview = (...page: Parameters<typeof loadTrustPageData>): Promise<Preview> =>
  loadTrustPageData(...page).then(
    (loaded) => ({ loaded }),
    (error: unknown) => ({ code: failureOf(error).status === 404 ? '404' : '500' }),
  )
