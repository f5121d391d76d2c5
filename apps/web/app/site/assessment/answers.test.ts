import { expect, test } from 'vitest'
import { byCategory, collectAnswers, estimateMinutes } from './contact.values.ts'

const questions = [
  { uniqueId: 'a', category: 'Systems & Processes' },
  { uniqueId: 'b', category: 'Leadership & Management Endorsement' },
  { uniqueId: 'c', category: 'Systems & Processes' },
] as const

test('counts a 0 as an answer, and lists unanswered questions in the order of the questions', () => {
  expect(collectAnswers({ a: '0', website: '', gone: '3' }, questions)).toEqual({
    answers: [{ questionId: 'a', score: 0 }],
    missing: ['b', 'c'],
  })
})

test('groups the questions by category, in the order of the categories, without empty ones', () => {
  expect(
    byCategory(questions).map(({ category, questions: query }) => [category, query.map(({ uniqueId }) => uniqueId)]),
  ).toEqual([
    ['Leadership & Management Endorsement', ['b']],
    ['Systems & Processes', ['a', 'c']],
  ])
})

test('estimates about 8 minutes for 30 statements', () => {
  expect([30, 1, 0].map(estimateMinutes)).toEqual([8, 1, 0])
})
