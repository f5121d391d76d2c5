import { scoreColour } from '@tradewind/contract/trust/review.constants'
import { scoreText } from '@tradewind/contract/trust/star'
import { expect, test } from 'vitest'

test('scores that display the same have the same colour', () => {
  expect([3.99, 4].map((score) => [scoreText(score, 'en'), scoreColour(score)])).toEqual([
    ['4.0', 'green'],
    ['4.0', 'green'],
  ])
  expect([3.99, 4].map((score) => [scoreText(score, 'en', 2), scoreColour(score, 2)])).toEqual([
    ['3.99', 'orange'],
    ['4.00', 'green'],
  ])
  const colours = new Map<string, Set<string>>()
  for (let thousandths = 0; thousandths <= 5000; thousandths++) {
    const score = thousandths / 1000
    const text = scoreText(score, 'en')
    colours.set(text, (colours.get(text) ?? new Set()).add(scoreColour(score)))
  }
  expect([...colours.values()].map(({ size }) => size)).toEqual([...colours].map(() => 1))
  expect([0, 2, 2.1, 3.9, 5].map((score) => scoreColour(score))).toEqual(['red', 'red', 'orange', 'orange', 'green'])
})
