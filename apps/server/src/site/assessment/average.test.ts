import { assessmentCategories, type AssessmentCategory, bandOf } from '@tradewind/contract/site/assessment.constants'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averagesOf } from './assessment.queries.ts'

const scored = fc.record({ category: fc.constantFrom(...assessmentCategories), score: fc.integer({ min: 0, max: 5 }) })

/** By running sums, category by category. */
const means = (answers: readonly { category: AssessmentCategory; score: number }[]) => {
  const sums = new Map<AssessmentCategory, [sum: number, count: number]>()
  for (const { category, score } of answers) {
    const [sum, count] = sums.get(category) ?? [0, 0]
    sums.set(category, [sum + score, count + 1])
  }
  return assessmentCategories.flatMap((category) => {
    const [sum, count] = sums.get(category) ?? [0, 0]
    return count > 0 ? [{ category, average: sum / count }] : []
  })
}

test('the average of a category is the unrounded mean of its scores, and averages follow the order of the categories', () => {
  fc.assert(
    fc.property(fc.array(scored, { minLength: 1, maxLength: 300 }), (answers) => {
      const asked = answers.toSorted(
        (one, other) => assessmentCategories.indexOf(one.category) - assessmentCategories.indexOf(other.category),
      )
      const averages = averagesOf(asked)
      expect(averages).toEqual(means(answers))
      for (const { average } of averages) expect(bandOf(average)).toBeDefined()
    }),
    { numRuns: 300 },
  )
})

test('whole band limits are met exactly, whatever number of scores is averaged', () => {
  for (let count = 1; count <= 50; count++)
    for (const edge of [2, 4]) {
      const answers = Array.from({ length: count * 2 }, (_, at) => ({
        category: 'ASSETS' as const,
        score: at % 2 ? edge + 1 : edge - 1,
      }))
      const { average } = averagesOf(answers)[0]!
      expect([average, bandOf(average)]).toEqual([edge, 'INSUFFICIENT'])
    }
})
