import { expect, test } from 'vitest'
import { assessmentCategories, assessmentCategoryList } from './assessment.constants.ts'
import { feedbackFor, feedbackTexts, whyItMatters } from './assessment.feedback.ts'

const bandsAt = (average: number) =>
  assessmentCategories.map((category) => {
    const { STRONG, INSUFFICIENT, NOT_READY } = feedbackTexts[category]
    const feedback = feedbackFor(category, average)
    return feedback === STRONG
      ? 'strong'
      : feedback === INSUFFICIENT
        ? 'insufficient'
        : feedback === NOT_READY
          ? 'not ready'
          : feedback
  })
const repeatForAll = (word: string) => assessmentCategories.map(() => word)

test('feedback changes at the exact thresholds: above 4 strong, 2 to 4 insufficient, below 2 not ready', () => {
  for (const average of [5, 4.0000001, 4.5]) expect(bandsAt(average)).toEqual(repeatForAll('strong'))
  for (const average of [4, 3, 2]) expect(bandsAt(average)).toEqual(repeatForAll('insufficient'))
  for (const average of [1.9999, 1, 0]) expect(bandsAt(average)).toEqual(repeatForAll('not ready'))
})

test('an out-of-range score and an invalid category are reported', () => {
  for (const average of [-0.1, 5.1, Number.NaN]) expect(bandsAt(average)).toEqual(repeatForAll('Score out of range'))
  for (const word of ['MARKETING', 'toString', '']) {
    expect(feedbackFor(word, 3)).toBe('Invalid category')
    expect(whyItMatters(word)).toBe('Invalid category')
  }
})

test('the texts of a category are found by its name', () => {
  expect(assessmentCategoryList.map(whyItMatters)).toEqual(assessmentCategories.map((key) => feedbackTexts[key].why))
})

test('strong areas are asked to review their progress, and the text for areas that are not ready says so first', () => {
  for (const { STRONG, NOT_READY } of Object.values(feedbackTexts)) {
    expect(STRONG).toMatch(/[Rr]eview (the|your) progress/)
    expect(NOT_READY).toMatch(/^You're not ready yet: /)
  }
  expect(new Set(Object.values(feedbackTexts).flatMap((texts) => Object.values(texts))).size).toBe(24)
})
