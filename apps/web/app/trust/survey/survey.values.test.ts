import { isRating } from '@tradewind/contract/trust/review.constants'
import { expect, test } from 'vitest'
import { collectRatings, hashSecret, ratings, stageOf } from './survey.values.ts'

const questions = ['a', 'b', 'c'].map((uniqueId) => ({ uniqueId, headline: uniqueId, question: uniqueId }))

test('a survey offers exactly the ratings that the contract accepts', () => {
  expect(ratings).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5])
  expect(ratings.every(isRating)).toBe(true)
})

test('separates the ratings from the missing answers, in the order of the questions', () => {
  expect(collectRatings({ c: '0.5', a: '4.5', remarks: 'Fine' }, questions)).toEqual({
    answers: [
      { questionId: 'a', answer: 4.5 },
      { questionId: 'c', answer: 0.5 },
    ],
    missing: ['b'],
  })
  expect(collectRatings({}, questions)).toEqual({ answers: [], missing: ['a', 'b', 'c'] })
})

test('the page depends on the state of the invitation', () => {
  expect((['QUEUED', 'SENDING', 'SENT', 'UNCERTAIN'] as const).map(stageOf)).toEqual(['open', 'open', 'open', 'open'])
  expect((['ANSWERED', 'EXPIRED', 'FAILED'] as const).map(stageOf)).toEqual(['thanks', 'over', 'over'])
})

test('a draft is named by a hash of its link that does not reveal it, and no two links share one', () => {
  const token = '01a1fa1e-3d29-77e7-b57c-00a77a811b5b.NnNXoxktQ3DiFcA7gz3va467gCgqX'
  expect(hashSecret(token)).toBe(hashSecret(token))
  expect(hashSecret(token)).toMatch(/^[0-9a-z]{1,11}$/)
  expect(new Set(Array.from({ length: 2000 }, (_, at) => hashSecret(token + at))).size).toBe(2000)
})
