import { halfSteps, MAX_STARS } from './review.constants.ts'

const [centre, outer, inner] = [12, 10.6, 4.4]
const points = Array.from({ length: 10 }, (_, at) => {
  const radius = at % 2 ? inner : outer
  const angle = (at * Math.PI) / 5
  return `${(centre + radius * Math.sin(angle)).toFixed(2)},${(centre - radius * Math.cos(angle)).toFixed(2)}`
})

/** A star in a box of 24 by 24, and the half of it that lies left: the corners of both. */
export const fullStarPoints = points.join(' ')
export const halfStarPoints = [points[0], ...points.slice(5)].join(' ')

export type StarFill = 'full' | 'half' | 'empty'

/** What each of the five stars shows of a score. */
export const starFillsOf = (score: number): StarFill[] => {
  const filledHalves = halfSteps(score)
  return Array.from({ length: MAX_STARS }, (_, at) => {
    if (filledHalves >= at + 1) return 'full'
    return filledHalves > at ? 'half' : 'empty'
  })
}

/** A score as it is read: with one decimal, or with as many as the place asks for. */
export const scoreText = (score: number, language: string, decimals = 1) =>
  score.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
