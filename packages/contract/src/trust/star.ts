import { halfSteps, HIGHEST } from './review.words.ts'

const [centre, outer, inner] = [12, 10.6, 4.4]
const points = Array.from({ length: 10 }, (_, at) => {
  const reach = at % 2 ? inner : outer
  const angle = (at * Math.PI) / 5
  return `${(centre + reach * Math.sin(angle)).toFixed(2)},${(centre - reach * Math.cos(angle)).toFixed(2)}`
})

/** A star in a box of 24 by 24, and the half of it that lies left: the corners of both. */
export const whole = points.join(' ')
export const half = [points[0], ...points.slice(5)].join(' ')

export type Fill = 'full' | 'half' | 'empty'

/** What each of the five stars shows of a score. */
export const fillsOf = (score: number): Fill[] => {
  const lit = halfSteps(score)
  return Array.from({ length: HIGHEST }, (_, at) => {
    if (lit >= at + 1) return 'full'
    return lit > at ? 'half' : 'empty'
  })
}

/** A score as it is read: with one decimal, or with as many as the place asks for. */
export const scoreText = (score: number, language: string, decimals = 1) =>
  score.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
