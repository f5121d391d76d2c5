import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import type { PublicRemark, PublicScore } from '@tradewind/contract/trust/reviewPage.contract'
import { call } from '#kit/api/call'
import { session } from '#kit/session'
import { zoneOf } from '#kit/zone'
import { REMARKS_PER_PAGE } from './company.figures.ts'
import { withRemarkDays } from './remarkDays.ts'

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
