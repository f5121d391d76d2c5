import { assessmentCategories } from '@tradewind/contract/site/assessment.words'
import { expect, test } from 'vitest'
import { pictureOf, scoreText } from './radar.ts'

const averages = (...scores: number[]) => scores.map((average, at) => ({ category: assessmentCategories[at]!, average }))

test('a score is shown to 2 decimals, as the language writes them', () => {
  expect([3, 3.456, 3.333, 4.0000001, 1.9999, 0].map((score) => scoreText(score, 'en'))).toEqual([
    '3.00',
    '3.46',
    '3.33',
    '4.00',
    '2.00',
    '0.00',
  ])
  expect(scoreText(3.4, 'de')).toBe('3,40')
})

test('the picture counts the areas by band and names the first and the last', () => {
  expect(pictureOf(averages(4.2, 4, 2, 1.9, 5, 0))).toEqual({
    insufficient: 2,
    notReady: 2,
    ends: { highest: { category: 'DEVELOPMENT', average: 5 }, lowest: { category: 'SYSTEMS', average: 0 } },
  })
})

test('of equals the one that is asked first is named, and of equals alone none', () => {
  expect(pictureOf(averages(3, 4, 3, 4)).ends).toEqual({
    highest: { category: 'OPPORTUNITY', average: 4 },
    lowest: { category: 'LEADERSHIP', average: 3 },
  })
  expect(pictureOf(averages(3, 3, 3)).ends).toBeUndefined()
  expect(pictureOf([])).toEqual({ insufficient: 0, notReady: 0, ends: undefined })
})
