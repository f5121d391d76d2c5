import { type AssessmentCategory, bandOf } from '@tradewind/contract/site/assessment.words'
import { phrase } from '#kit/text'
import { feedbackTexts } from './feedback.texts.ts'

const unknown = phrase('Invalid category')
const outOfRange = phrase('Score out of range')

const textsOf = (category: string) =>
  Object.hasOwn(feedbackTexts, category) ? feedbackTexts[category as AssessmentCategory] : undefined

/** Why an area matters, in English. */
export const whyOf = (category: string) => textsOf(category)?.why ?? unknown

/** What follows from an average in an area, in English. */
export const feedbackOn = (category: string, average: number) => {
  const texts = textsOf(category)
  if (!texts) return unknown
  const band = bandOf(average)
  return band ? texts[band] : outOfRange
}
