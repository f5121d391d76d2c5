import type { ReviewSummary } from '@tradewind/contract/review/review.fields'

type Counts = Pick<ReviewSummary, 'totalReviewsSent' | 'totalAnsweredReviews'>

/**
 * How many of those who were asked have answered. Whole percents, but tenths where these would claim nobody or everybody; never rounded
 * up, and less than a tenth is said to be that. Null: nobody was asked.
 */
export const responseRate = ({ totalReviewsSent: sent, totalAnsweredReviews: answered }: Counts, language: string) => {
  if (sent === 0) return null
  const share = Math.min(answered / sent, 1)
  const isEdge = (share > 0 && share < 0.01) || (share > 0.99 && share < 1)
  const step = isEdge ? 1000 : 100
  const shown = Math.floor(share * step + 1e-9) / step
  const percent = (of: number) => of.toLocaleString(language, { style: 'percent', maximumFractionDigits: isEdge ? 1 : 0 })
  return share > 0 && shown === 0 ? `<${percent(1 / step)}` : percent(shown)
}

/** Answers that were taken out of the score. */
export const removedFrom = ({ totalAnsweredReviews, breakDownScore }: ReviewSummary) =>
  Math.max(0, totalAnsweredReviews - breakDownScore.totalReviews)

/** A reviewer as the public may know them: 'Anna B.' */
export const reviewerName = ({ firstName, lastName }: { firstName: string; lastName: string }) => {
  const initial = Array.from(lastName.trim())[0]
  return initial ? `${firstName} ${initial.toUpperCase()}.` : firstName
}

/** A day in full as the language writes it. The same on the server and in every browser. */
export const dayIn = (language: string, instant: string) =>
  new Date(instant).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' })
