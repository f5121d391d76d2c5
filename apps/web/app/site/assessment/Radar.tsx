import { assessmentCategoryList } from '@tradewind/contract/site/assessment.constants'
import type { Averages } from '@tradewind/contract/site/assessment.scores'
import { useState } from 'react'
import { useLanguage, useText } from '#kit/text'
import styles from './radar.module.css'

/** Formats a score with 2 decimals, or fewer, in the user's language. */
export const scoreText = (average: number, language: string, digits = 2) =>
  average.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Formats a change with its sign: '+0.50'. A change that rounds to zero has no sign. */
export const changeText = (change: number, language: string) =>
  change.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })

export const useScore = () => {
  const language = useLanguage()
  return (average: number) => scoreText(average, language)
}

/** The chart's dimensions, in the units of its view box. */
export const viewBox = { width: 360, height: 376 }
const center = { x: 180, y: 190 }
const radius = 126

/** The axes extend beyond the highest score, so that its ring is visible as a ring. */
export const axisMax = 6
export const rings = [1, 2, 3, 4, 5] as const

interface Point {
  x: number
  y: number
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** The position of a score on an axis. The first axis points up, the others follow clockwise. */
export const pointAt = (axis: number, score: number, axes = 6): Point => {
  const angle = (axis / axes) * 2 * Math.PI - Math.PI / 2
  const distance = (Math.min(Math.max(score, 0), axisMax) / axisMax) * radius
  return { x: rounded(center.x + distance * Math.cos(angle)), y: rounded(center.y + distance * Math.sin(angle)) }
}

export const pathOf = (points: readonly Point[]) =>
  points.length === 0 ? '' : `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`

const LINE_HEIGHT = 14

/** Approximate number of letters in a label's line that fit next to the chart, and above and below it, where there is more room. */
const maxLettersAt = (axis: number, axes: number) => (axis % (axes / 2) === 0 ? 24 : 17)

/** Breaks an axis label into lines. A word that is longer than a line has a line of its own. */
export const wrapLabel = (text: string, axis: number, axes = 6): string[] => {
  const letters = maxLettersAt(axis, axes)
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > letters) return [...lines, word]
    return [...lines.slice(0, -1), `${last} ${word}`]
  }, [])
}

/** The position of an axis label's lines: above or below the end of the axis, at the chart's edge on either side. */
export const labelPosition = (axis: number, lines: number, axes = 6) => {
  const end = pointAt(axis, axisMax, axes)
  const side = Math.sign(rounded(end.x - center.x))
  const isAbove = end.y < center.y
  const gap = side === 0 ? 6 : 8
  return {
    x: side === 0 ? center.x : side > 0 ? viewBox.width - 2 : 2,
    y: isAbove ? end.y - gap - (lines - 1) * LINE_HEIGHT : end.y + gap + 11,
    anchor: side === 0 ? ('middle' as const) : side > 0 ? ('end' as const) : ('start' as const),
    lineHeight: LINE_HEIGHT,
  }
}

/** The average score of each category on its own axis, with its figure next to it, and repeated in the tooltip of its point. */
export const Radar = ({ averages }: { averages: Averages }) => {
  const t = useText()
  const [hoveredCategory, setHoveredCategory] = useState<string | null>(null)
  const scored = assessmentCategoryList.flatMap((category, axis) => {
    const average = averages.find((one) => one.category === category)?.average
    return average === undefined ? [] : [{ category, average, at: pointAt(axis, average) }]
  })
  const tip = scored.find(({ category }) => category === hoveredCategory)
  return (
    <div className={styles.radar}>
      <svg viewBox={`0 0 ${viewBox.width} ${viewBox.height}`} role="group" aria-label={t('Your scores in the six areas')}>
        <Grid />
        <path className={styles.area} d={pathOf(scored.map(({ at }) => at))} />
        {assessmentCategoryList.map((category, axis) => (
          <Label
            key={category}
            axis={axis}
            category={category}
            average={averages.find((one) => one.category === category)?.average}
          />
        ))}
        {scored.map(({ category, average, at }) => (
          <Dot key={category} category={category} average={average} at={at} onPoint={setHoveredCategory} />
        ))}
      </svg>
      {tip && <Tip {...tip} />}
    </div>
  )
}

const Grid = () => (
  <g aria-hidden="true">
    {rings.map((score) => (
      <path key={score} className={styles.ring} d={pathOf(assessmentCategoryList.map((_, axis) => pointAt(axis, score)))} />
    ))}
    {assessmentCategoryList.map((category, axis) => {
      const [from, to] = [pointAt(axis, 0), pointAt(axis, axisMax)]
      return <line key={category} className={styles.ring} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
    })}
    {rings.map((score) => (
      <text key={score} className={styles.figure} x={pointAt(0, score).x + 4} y={pointAt(0, score).y + 11}>
        {score}
      </text>
    ))}
  </g>
)

interface LabelProps {
  axis: number
  category: string
  average: number | undefined
}

const Label = ({ axis, category, average }: LabelProps) => {
  const t = useText()
  const score = useScore()
  const lines = wrapLabel(t(category), axis)
  const { x, y, anchor, lineHeight } = labelPosition(axis, lines.length + 1)
  return (
    <text className={styles.label} x={x} y={y} textAnchor={anchor} aria-hidden="true">
      {lines.map((line, at) => (
        <tspan key={line} x={x} y={y + at * lineHeight}>
          {line}
        </tspan>
      ))}
      <tspan className={styles.score} x={x} y={y + lines.length * lineHeight}>
        {average === undefined ? t('N/A') : score(average)}
      </tspan>
    </text>
  )
}

interface DotProps {
  category: string
  average: number
  at: Point
  onPoint: (category: string | null) => void
}

const Dot = ({ category, average, at, onPoint }: DotProps) => {
  const t = useText()
  const score = useScore()
  const name = t('{name}: {score} of 5', { name: t(category), score: score(average) })
  const [point, leave] = [() => onPoint(category), () => onPoint(null)]
  return (
    <g
      className={styles.dot}
      role="img"
      aria-label={name}
      tabIndex={0}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Escape' && leave()}
    >
      <circle className={styles.hit} cx={at.x} cy={at.y} r={16} />
      <circle cx={at.x} cy={at.y} r={5} />
    </g>
  )
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

const Tip = ({ category, average, at }: { category: string; average: number; at: Point }) => {
  const t = useText()
  const score = useScore()
  return (
    <div
      className={styles.tip}
      aria-hidden="true"
      data-side={at.x < viewBox.width / 2 - 1 ? 'left' : at.x > viewBox.width / 2 + 1 ? 'right' : 'middle'}
      style={{ left: percent(at.x, viewBox.width), top: percent(at.y, viewBox.height) }}
    >
      {t(category)} <strong>{score(average)}</strong>
    </div>
  )
}
