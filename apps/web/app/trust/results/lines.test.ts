import { expect, test } from 'vitest'
import { linesOf } from './Trends.tsx'

const mean = (questionId: string, breakdownScore: number) => ({
  questionId,
  headline: `On ${questionId}`,
  question: `How is ${questionId}?`,
  breakdownScore,
  totalReviews: 1,
})
const day = (date: string, score: number, ...breakdown: ReturnType<typeof mean>[]) => ({
  date,
  breakDownScore: { totalReviews: 1, score, breakdown },
})

test('the score leads, and each question has a line of its own; where it had no answer yet, there is nothing', () => {
  const history = [day('2026-01-01', 4, mean('price', 4)), day('2026-01-02', 3.5, mean('price', 3), mean('quality', 4))]
  expect(linesOf(history, 'Score')).toEqual([
    { key: 'score', label: 'Score', values: [4, 3.5], isMain: true },
    { key: 'price', label: 'On price', values: [4, 3] },
    { key: 'quality', label: 'On quality', values: [null, 4] },
  ])
})

test('one day makes lines of one value', () => {
  expect(linesOf([day('2026-01-01', 5, mean('price', 5))], 'Score').map(({ values }) => values)).toEqual([[5], [5]])
})
