import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import type { PublicRemark, PublicScore } from '@tradewind/contract/trust/reviewPage.contract'
import { call } from '#kit/api/call'
import { remarksOfPage } from './company.words.ts'

/** What a trust page shows. */
export interface Shown {
  summary: ReviewSummary
  /** Clean markup. */
  description: string | null
  score: PublicScore
  /** The public remarks of a page of them, which are counted from 1. */
  remarks: readonly PublicRemark[]
  page: number
}

/** What the page shows at this moment, asked for in the browser: with what visitors alone do not see left out. */
export const shownNow = async (uniqueId: string, lang: Language, page: number): Promise<Shown> => {
  const [summary, { companyDescriptionMarkup }, score, remarks] = await Promise.all([
    call('GET /api/review/userReviewDetails/:uniqueId', { uniqueId, lang }),
    call('GET /api/review/companyDescription/:uniqueId', { uniqueId }),
    call('GET /api/review/public/:uniqueId', { uniqueId }),
    call('GET /api/review/public/:uniqueId/remarks', { uniqueId, page: page - 1, size: remarksOfPage }),
  ])
  return { summary, description: companyDescriptionMarkup, score, remarks: remarks.rows, page }
}
