import { useLanguage } from '#kit/text'

/** A score to 2 decimals, or to fewer, as the language writes them. */
export const scoreText = (average: number, language: string, digits = 2) =>
  average.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** What has changed, with its sign: '+0.50'. What rounds to none has none. */
export const changeText = (change: number, language: string) =>
  change.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })

export const useScore = () => {
  const language = useLanguage()
  return (average: number) => scoreText(average, language)
}

/** The chart's measures, in the units of its view box. */
export const view = { width: 360, height: 376 }
const middle = { x: 180, y: 190 }
const radius = 126

/** The axes reach beyond the highest score, so that its ring is seen as one. */
export const reach = 6
export const rings = [1, 2, 3, 4, 5] as const

export interface Point {
  x: number
  y: number
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** Where a score is on an axis: the first points up, the others follow clockwise. */
export const pointAt = (axis: number, score: number, axes = 6): Point => {
  const angle = (axis / axes) * 2 * Math.PI - Math.PI / 2
  const far = (Math.min(Math.max(score, 0), reach) / reach) * radius
  return { x: rounded(middle.x + far * Math.cos(angle)), y: rounded(middle.y + far * Math.sin(angle)) }
}

export const pathOf = (points: readonly Point[]) =>
  points.length === 0 ? '' : `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`

const lineHeight = 14

/** About so many letters are in a line beside the chart without reaching it, and above and below it, where there is more room. */
const lettersAt = (axis: number, axes: number) => (axis % (axes / 2) === 0 ? 24 : 17)

/** The words of an axis' label in lines: a word that is longer than a line has one of its own. */
export const linesOf = (text: string, axis: number, axes = 6): string[] => {
  const letters = lettersAt(axis, axes)
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > letters) return [...lines, word]
    return [...lines.slice(0, -1), `${last} ${word}`]
  }, [])
}

/** Where the lines of an axis' label stand: above or below its end, at the chart's edge on either side. */
export const labelAt = (axis: number, lines: number, axes = 6) => {
  const end = pointAt(axis, reach, axes)
  const side = Math.sign(rounded(end.x - middle.x))
  const isAbove = end.y < middle.y
  const gap = side === 0 ? 6 : 8
  return {
    x: side === 0 ? middle.x : side > 0 ? view.width - 2 : 2,
    y: isAbove ? end.y - gap - (lines - 1) * lineHeight : end.y + gap + 11,
    anchor: side === 0 ? ('middle' as const) : side > 0 ? ('end' as const) : ('start' as const),
    lineHeight,
  }
}
