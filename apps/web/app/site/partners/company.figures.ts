import type { ReviewSummary } from '@tradewind/contract/trust/review.schemas'

/** Number of public remarks on a page. */
export const REMARKS_PER_PAGE = 10

type Counts = Pick<ReviewSummary, 'totalReviewsSent' | 'totalAnsweredReviews'>

/**
 * The share of the people asked who have answered. Whole percents, halves rounded up; tenths where whole percents would be 0% or 100%,
 * and "less than a tenth" for even smaller shares. Null: nobody was asked.
 */
export const responseRate = ({ totalReviewsSent: sent, totalAnsweredReviews: answered }: Counts, language: string) => {
  if (sent === 0) return null
  const share = Math.min(answered / sent, 1)
  const isEdge = (share > 0 && share < 0.01) || (share > 0.99 && share < 1)
  const step = isEdge ? 1000 : 100
  const rounded = Math.floor(share * step + 0.5 + 1e-9) / step
  const clamped = isEdge ? Math.min(rounded, 0.999) : rounded
  const percent = (of: number) => of.toLocaleString(language, { style: 'percent', maximumFractionDigits: isEdge ? 1 : 0 })
  return share > 0 && share < 1 / 1000 ? `<${percent(1 / 1000)}` : percent(clamped)
}

/** The number of answers that were removed from the score. */
export const countRemoved = ({ totalAnsweredReviews, totalEarlierReviews, breakDownScore }: ReviewSummary) =>
  Math.max(0, totalAnsweredReviews - totalEarlierReviews - breakDownScore.totalReviews)

/** A reviewer's public name: 'Anna B.' */
export const reviewerName = ({ firstName, lastName }: { firstName: string; lastName: string }) => {
  const initial = Array.from(lastName.trim())[0]
  return initial ? `${firstName} ${initial.toUpperCase()}.` : firstName
}
