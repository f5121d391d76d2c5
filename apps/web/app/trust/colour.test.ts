import { scoreColour } from '@tradewind/contract/trust/review.constants'
import { scoreText } from '@tradewind/contract/trust/star'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ScoreFigure, Stars } from './Stars.tsx'

test('scores that display the same have the same colour', () => {
  expect([3.99, 4].map((score) => [scoreText(score, 'en'), scoreColour(score)])).toEqual([
    ['4.0', 'green'],
    ['4.0', 'green'],
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

test('stars and figures of one score have one colour, however many decimals are shown', () => {
  const score = 3.96
  const shown = [
    createElement(Stars, { score }),
    createElement(ScoreFigure, { score }),
    createElement(ScoreFigure, { score, decimals: 2 }),
  ].map((element) => renderToStaticMarkup(element))
  expect(shown.map((html) => /tw-score-(\w+)/.exec(html)?.[1])).toEqual(['green', 'green', 'green'])
  expect(shown[2]).toContain('3.96')
})
