import type { Language } from '@tradewind/contract/kit/language'
import type { ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import { call } from '#kit/api/call'

/** What a trust page shows. */
export interface Shown {
  summary: ReviewSummary
  /** Clean markup. */
  description: string | null
}

/** What the page shows at this moment, asked for in the browser: with what visitors alone do not see left out. */
export const shownNow = async (uniqueId: string, lang: Language): Promise<Shown> => {
  const [summary, { companyDescriptionMarkup }] = await Promise.all([
    call('GET /api/review/userReviewDetails/:uniqueId', { uniqueId, lang }),
    call('GET /api/review/companyDescription/:uniqueId', { uniqueId }),
  ])
  return { summary, description: companyDescriptionMarkup }
}
