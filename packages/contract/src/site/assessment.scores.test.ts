import { expect, test } from 'vitest'
import { assessmentCategories } from './assessment.constants.ts'
import { changesOf, headlineOf, overallOf, overviewOf, weakestOf } from './assessment.scores.ts'

const averages = (...scores: number[]) => scores.map((average, at) => ({ category: assessmentCategories[at]!, average }))

test('the overview counts the areas by band and names the highest and the lowest', () => {
  expect(overviewOf(averages(4.2, 4, 2, 1.9, 5, 0))).toEqual({
    insufficient: 2,
    notReady: 2,
    ends: { highest: { category: 'DEVELOPMENT', average: 5 }, lowest: { category: 'SYSTEMS', average: 0 } },
  })
})

test('among equal areas the one asked first is named, and none if all are equal', () => {
  expect(overviewOf(averages(3, 4, 3, 4)).ends).toEqual({
    highest: { category: 'OPPORTUNITY', average: 4 },
    lowest: { category: 'LEADERSHIP', average: 3 },
  })
  expect(overviewOf(averages(3, 3, 3)).ends).toBeUndefined()
  expect(overviewOf([])).toEqual({ insufficient: 0, notReady: 0, ends: undefined })
})

test('the overall score is the mean of the areas, and undefined if no area was asked', () => {
  expect([overallOf(averages(5, 4, 0)), overallOf([])]).toEqual([3, undefined])
})

test('the headline counts the areas that are not ready before those that are insufficient', () => {
  expect(headlineOf(averages(1, 1.9, 3)).count).toBe(2)
  expect(headlineOf(averages(4, 2, 5))).toMatchObject({ count: 2, text: expect.stringContaining('on the way') })
  expect(headlineOf(averages(4.5, 5)).text).toBe('You are ready for the next market')
})

const weakestCategories = (...scores: number[]) => weakestOf(averages(...scores)).map(({ category }) => category)

test('the weakest areas are the two lowest that are not strong, the lowest first', () => {
  expect(weakestCategories(3, 1, 2, 1)).toEqual(['OPPORTUNITY', 'ASSETS'])
  expect(weakestCategories(5, 4, 4.1)).toEqual(['OPPORTUNITY'])
  expect(weakestCategories(5, 4.5)).toEqual([])
})

test('changes are reported only for the areas that were asked both times', () => {
  expect(changesOf(averages(3, 2.5), averages(2))).toEqual([{ category: 'LEADERSHIP', average: 3, before: 2, change: 1 }])
})
