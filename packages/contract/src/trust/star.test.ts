import { expect, test } from 'vitest'
import { fullStarPoints, halfStarPoints, scoreText, starFillsOf } from './star.ts'

const renderStars = (score: number) =>
  starFillsOf(score)
    .map((fill) => ({ full: '*', half: '+', empty: '-' })[fill])
    .join('')

test.each([
  [0, '-----'],
  [0.24, '-----'],
  [0.25, '+----'],
  [0.5, '+----'],
  [2.74, '**+--'],
  [2.75, '***--'],
  [4.74, '****+'],
  [4.75, '*****'],
  [5, '*****'],
])('a score of %d is drawn rounded to the nearest half star', (score, stars) => {
  expect(renderStars(score)).toBe(stars)
})

test('a score is formatted with one decimal, or with two, in the number format of the reader', () => {
  expect([scoreText(3.96, 'en'), scoreText(3.96, 'de'), scoreText(3.955, 'en', 2)]).toEqual(['4.0', '4,0', '3.96'])
  expect([scoreText(0, 'en'), scoreText(0, 'en', 2), scoreText(5, 'fr', 2)]).toEqual(['0.0', '0.00', '5,00'])
})

const xCoordinates = (corners: string) => corners.split(' ').map((corner) => Number(corner.split(',')[0]))

test('the half star ends at the middle of the full star', () => {
  expect(Math.max(...xCoordinates(halfStarPoints))).toBe(12)
  expect(Math.min(...xCoordinates(halfStarPoints))).toBe(Math.min(...xCoordinates(fullStarPoints)))
})
