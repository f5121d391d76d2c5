import { expect, test } from 'vitest'
import { byCategory, collectAnswers, estimateMinutes } from './contact.values.ts'

const questions = [
  { uniqueId: 'a', category: 'SYSTEMS' },
  { uniqueId: 'b', category: 'LEADERSHIP' },
  { uniqueId: 'c', category: 'SYSTEMS' },
] as const

test('a 0 is an answer, and what was not answered is told in the order of the questions', () => {
  expect(collectAnswers({ a: '0', website: '', gone: '3' }, questions)).toEqual({
    answers: [{ questionId: 'a', score: 0 }],
    missing: ['b', 'c'],
  })
})

test('the questions stand by category, in the order of the categories, and empty ones are left out', () => {
  expect(
    byCategory(questions).map(({ category, questions: asked }) => [category, asked.map(({ uniqueId }) => uniqueId)]),
  ).toEqual([
    ['LEADERSHIP', ['b']],
    ['SYSTEMS', ['a', 'c']],
  ])
})

test('30 statements take about 8 minutes', () => {
  expect([30, 1, 0].map(estimateMinutes)).toEqual([8, 1, 0])
})
