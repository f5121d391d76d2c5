import { assessmentCategories, type AssessmentCategory, assessmentCategoryNames } from '@tradewind/contract/site/assessment.words'
import type { Averages } from '@tradewind/contract/site/reading.words'
import { useState } from 'react'
import { useText } from '#kit/text'
import { labelAt, linesOf, pathOf, type Point, pointAt, reach, rings, useScore, view } from './radar.ts'
import styles from './radar.module.css'

/** The average score of each category on an axis of its own, with its figure beside it; a point says both again. */
export const Radar = ({ averages }: { averages: Averages }) => {
  const t = useText()
  const [pointed, setPointed] = useState<AssessmentCategory | null>(null)
  const scored = assessmentCategories.flatMap((category, axis) => {
    const average = averages.find((one) => one.category === category)?.average
    return average === undefined ? [] : [{ category, average, at: pointAt(axis, average) }]
  })
  const tip = scored.find(({ category }) => category === pointed)
  return (
    <div className={styles.radar}>
      <svg viewBox={`0 0 ${view.width} ${view.height}`} role="group" aria-label={t('Your scores in the six areas')}>
        <Grid />
        <path className={styles.area} d={pathOf(scored.map(({ at }) => at))} />
        {assessmentCategories.map((category, axis) => (
          <Label
            key={category}
            axis={axis}
            category={category}
            average={averages.find((one) => one.category === category)?.average}
          />
        ))}
        {scored.map(({ category, average, at }) => (
          <Dot key={category} category={category} average={average} at={at} onPoint={setPointed} />
        ))}
      </svg>
      {tip && <Tip {...tip} />}
    </div>
  )
}

const Grid = () => (
  <g aria-hidden="true">
    {rings.map((score) => (
      <path key={score} className={styles.ring} d={pathOf(assessmentCategories.map((_, axis) => pointAt(axis, score)))} />
    ))}
    {assessmentCategories.map((category, axis) => {
      const [from, to] = [pointAt(axis, 0), pointAt(axis, reach)]
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
  category: AssessmentCategory
  average: number | undefined
}

const Label = ({ axis, category, average }: LabelProps) => {
  const t = useText()
  const score = useScore()
  const lines = linesOf(t(assessmentCategoryNames[category]), axis)
  const { x, y, anchor, lineHeight } = labelAt(axis, lines.length + 1)
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
  category: AssessmentCategory
  average: number
  at: Point
  onPoint: (category: AssessmentCategory | null) => void
}

const Dot = ({ category, average, at, onPoint }: DotProps) => {
  const t = useText()
  const score = useScore()
  const name = t('{name}: {score} of 5', { name: t(assessmentCategoryNames[category]), score: score(average) })
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

const Tip = ({ category, average, at }: { category: AssessmentCategory; average: number; at: Point }) => {
  const t = useText()
  const score = useScore()
  return (
    <div
      className={styles.tip}
      aria-hidden="true"
      data-side={at.x < view.width / 2 - 1 ? 'left' : at.x > view.width / 2 + 1 ? 'right' : 'middle'}
      style={{ left: percent(at.x, view.width), top: percent(at.y, view.height) }}
    >
      {t(assessmentCategoryNames[category])} <strong>{score(average)}</strong>
    </div>
  )
}
