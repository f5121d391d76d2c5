import type { ReviewSummary } from '@tradewind/contract/trust/review.schemas'
import type { PublicRemark } from '@tradewind/contract/trust/reviewPage.contract'
import { dayIn } from '#site/dayIn'

const inDays = <Remark extends { date: string }>(remarks: readonly Remark[], timeZone: string): Remark[] =>
  remarks.map((remark) => ({ ...remark, date: dayIn(timeZone, remark.date) }))

/** The data of a trust page, with the day of each remark in a time zone instead of the instant. */
export const withRemarkDays = <Data extends { summary: ReviewSummary; remarks: readonly PublicRemark[] }>(
  data: Data,
  timeZone: string,
): Data => {
  const { summary, remarks } = data
  const { breakDownScore } = summary
  const testimonials = inDays(breakDownScore.remarks, timeZone)
  return {
    ...data,
    summary: { ...summary, breakDownScore: { ...breakDownScore, remarks: testimonials } },
    remarks: inDays(remarks, timeZone),
  }
}
