import type { ReviewResults } from '@tradewind/contract/trust/reviewAnswer.contract'
import { expect, test } from 'vitest'
import { meanSeriesOf } from './Charts.tsx'
import { formatDifference } from './Period.tsx'

const none = { answers: 0, mean: null }
const question = (questionId: string, others: number | null = null) => ({
  questionId,
  headline: `On ${questionId}`,
  question: `How is ${questionId}?`,
  now: none,
  before: none,
  others,
})
const results = (questions: ReturnType<typeof question>[], history: ReviewResults['history']) =>
  ({ questions, history, score: { now: none, before: none, others: 3.5 } }) as unknown as ReviewResults

test('lists the score first, then each question; dates without answers are null, questions without any are left out', () => {
  const history = [
    { date: '2026-01-01', score: 4, means: [4, null, null] },
    { date: '2026-01-02', score: 3.5, means: [3, 4, null] },
  ]
  const found = meanSeriesOf(results([question('price', 3), question('quality'), question('retired')], history), 'Score')
  expect(found.map(({ label, values, others }) => [label, values, others])).toEqual([
    ['Score', [4, 3.5], 3.5],
    ['On price', [4, 3], 3],
    ['On quality', [null, 4], null],
  ])
})

test('shows the difference of the displayed figures with its sign, and none if one of them is missing', () => {
  expect(formatDifference(4.04, 3.96, 'en')).toBe('0.0')
  expect(formatDifference(4.26, 3.94, 'en')).toBe('+0.4')
  expect(formatDifference(2, 3.5, 'de')).toBe('-1,5')
  expect([formatDifference(null, 3, 'en'), formatDifference(3, null, 'en')]).toEqual([null, null])
})
