import { UnstyledButton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { axisOf, dayTicks, legendText, nearest, scale, spread } from '#ui/chart/scale'
import { dayOf } from '#ui/values/dates'
import styles from '#ui/chart/chart.module.css'

interface LineChartProps {
  label: string
  /** The days on which there is something, as 'YYYY-MM-DD', the first one first: one at least. */
  days: readonly string[]
  lines: readonly Line[]
  /** The upper end of the other axis; it begins at 0. */
  most: number
  /** What the other axis names: every whole number unless said. */
  ticks?: readonly number[]
  figure: (value: number) => string
}

const HEIGHT = 400
const BESIDE = 210
const [TOP, BOTTOM, LEFT] = [16, HEIGHT - 32, 28]
/** What a day needs on the axis. */
const TICK = 88

/** Lines over days. One leads; another is chosen in the legend, which is at their ends where there is room. */
export const LineChart = (chart: LineChartProps) => {
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} className={styles.chart} style={{ minHeight: HEIGHT }}>
      {width > 0 && <Drawing {...chart} width={width} />}
    </div>
  )
}

const placing = ({ days, lines, most, width }: LineChartProps & { width: number }) => {
  const y = scale([0, most], [BOTTOM, TOP])
  const ends = lines.map(({ values }) => y(values.findLast((value) => value !== null) ?? 0))
  const beside = width >= 680 ? spread(ends, 24, [TOP, BOTTOM]) : undefined
  const right = beside ? width - BESIDE - 8 : width - 12
  const ofTime = scale(axisOf(days), [LEFT, right])
  const x = (day: string) => ofTime(Date.parse(day))
  return { x, y, beside, right, places: days.map(x) }
}
type Placed = ReturnType<typeof placing>

const Drawing = (chart: LineChartProps & { width: number }) => {
  const { label, days, lines, figure, width } = chart
  const [chosen, choose] = useState<string | null>(null)
  const [rested, rest] = useState<string | null>(null)
  const [pointed, point] = useState<number | null>(null)
  const shown = rested ?? chosen
  const placed = placing(chart)
  const told = lines.filter((line) => line.isMain || line.key === shown)
  const tellingOf = (at: number) =>
    told.map(({ label: name, values }) => `${name}: ${values[at] === null ? '–' : figure(values[at]!)}`)
  const at = pointed === null ? null : Math.min(pointed, days.length - 1)
  return (
    <>
      <svg width={width} height={HEIGHT} aria-hidden>
        <Axes {...chart} placed={placed} />
        {at !== null && <line className={styles.rule} x1={placed.places[at]} x2={placed.places[at]} y1={TOP} y2={BOTTOM} />}
        {lines
          .toSorted((one, other) => rankOf(one, shown) - rankOf(other, shown))
          .map((line) => (
            <Course key={line.key} line={line} chosen={shown} placed={placed} />
          ))}
      </svg>
      <Pointer
        label={label}
        left={LEFT}
        top={TOP}
        width={placed.right - LEFT}
        height={BOTTOM - TOP}
        places={placed.places}
        saying={(step) => [dayOf(days[step]!), ...tellingOf(step)].join(', ')}
        onPoint={point}
      />
      {at !== null && <Tip x={placed.places[at]!} right={placed.right} lines={[dayOf(days[at]!) ?? '', ...tellingOf(at)]} />}
      <Legend lines={lines} chosen={shown} onChoose={choose} onRest={rest} places={placed.beside} width={BESIDE} />
    </>
  )
}

/** What stands out is drawn over the others. */
const rankOf = (line: Line, chosen: string | null) => {
  if (line.isMain) return 1
  return line.key === chosen ? 2 : 0
}

/** There is little room for it. */
const short = new Intl.NumberFormat('en', { notation: 'compact' })
const wholeNumbers = (most: number) => Array.from({ length: most + 1 }, (_, value) => value)

const Axes = ({ days, most, ticks = wholeNumbers(most), placed: { x, y, right } }: LineChartProps & { placed: Placed }) => (
  <>
    {ticks.map((value) => (
      <g key={value}>
        <line className={value === 0 ? styles.base : styles.grid} x1={LEFT} x2={right} y1={y(value)} y2={y(value)} />
        <text x={LEFT - 10} y={y(value)} textAnchor="end" dominantBaseline="central">
          {short.format(value)}
        </text>
      </g>
    ))}
    {dayTicks(days, Math.floor((right - LEFT) / TICK)).map((day) => (
      <text key={day} {...anchored(x(day), right)} y={BOTTOM + 20}>
        {dayOf(day)}
      </text>
    ))}
  </>
)

const HALF_LABEL = 34

/** The middle of a label lies over its day, but where it would leave the chart. */
const anchored = (x: number, right: number) => {
  if (x < HALF_LABEL) return { x: 0, textAnchor: 'start' } as const
  return x > right - HALF_LABEL + 12 ? ({ x: right + 12, textAnchor: 'end' } as const) : ({ x, textAnchor: 'middle' } as const)
}

const DOTS = 40

const Course = ({ line, chosen, placed: { places, y } }: { line: Line; chosen: string | null; placed: Placed }) => {
  const tone = toneOf(line, chosen) ?? ''
  const points = line.values.flatMap((value, at) => (value === null ? [] : [[places[at]!, y(value)] as const]))
  return (
    <>
      <polyline
        className={`${styles.line} ${tone}`}
        points={points.map(([x, high]) => `${x.toFixed(1)},${high.toFixed(1)}`).join(' ')}
      />
      {points.length <= DOTS &&
        points.map(([x, high]) => <circle key={x} className={`${styles.dot} ${tone}`} cx={x} cy={high} r={tone ? 4 : 2.5} />)}
    </>
  )
}

const Tip = ({ x, right, lines: [day, ...values] }: { x: number; right: number; lines: string[] }) => (
  <div className={styles.tip} style={x > right / 2 ? { right: `calc(100% - ${x - 12}px)` } : { left: x + 12 }} aria-hidden>
    <strong>{day}</strong>
    {values.map((value) => (
      <div key={value}>{value}</div>
    ))}
  </div>
)

interface PointerProps {
  label: string
  /** The plot in the chart. */
  left: number
  top: number
  width: number
  height: number
  /** Where the steps lie in the chart, from left to right, and each in words. */
  places: readonly number[]
  saying: (at: number) => string
  onPoint: (at: number | null) => void
}

const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
}

/** Goes along the steps of a chart, by pointer and by keys, and says the one that it is on. */
const Pointer = ({ label, left, top, width, height, places, saying, onPoint }: PointerProps) => {
  const last = places.length - 1
  const [stood, stand] = useState(last)
  const at = Math.min(stood, last)
  const go = (next: number) => {
    stand(next)
    onPoint(next)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    go(Math.max(0, Math.min(last, at + move)))
  }
  return (
    <div
      className={styles.pointer}
      style={{ left, top, width, height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={places.length}
      aria-valuenow={at + 1}
      aria-valuetext={saying(at)}
      onKeyDown={onKeyDown}
      onFocus={() => onPoint(at)}
      onBlur={() => onPoint(null)}
      onPointerMove={({ clientX, currentTarget }) =>
        go(nearest(places, clientX - currentTarget.getBoundingClientRect().left + left))
      }
      onPointerLeave={() => onPoint(null)}
    />
  )
}

/** A line over days: a value for each, where there is one. */
export interface Line {
  key: string
  label: string
  values: readonly (number | null)[]
  /** The line that leads. The others are chosen one at a time. */
  isMain?: boolean
}

interface LegendProps {
  lines: readonly Line[]
  chosen: string | null
  onChoose: (key: string | null) => void
  onRest: (key: string | null) => void
  /** Beside the ends of the lines, at these heights and so wide; without them beneath the chart. */
  places: readonly number[] | undefined
  width: number
}

const toneOf = ({ key, isMain }: Line, chosen: string | null) => {
  if (isMain) return styles.main
  return key === chosen ? styles.chosen : undefined
}

/** Names the lines of a chart, and chooses the one that stands out. */
const Legend = ({ lines, chosen, onChoose, onRest, places, width }: LegendProps) => (
  <ul className={styles.legend} data-beside={places ? true : undefined} style={places && { width }}>
    {lines.map((line, at) => (
      <li key={line.key} style={places && { top: places[at] }}>
        {line.isMain ? (
          <div className={styles.entry} data-main>
            <Sample line={line} chosen={chosen} />
          </div>
        ) : (
          <UnstyledButton
            className={styles.entry}
            aria-pressed={line.key === chosen}
            title={line.label}
            onClick={() => onChoose(line.key === chosen ? null : line.key)}
            onMouseEnter={() => onRest(line.key)}
            onMouseLeave={() => onRest(null)}
          >
            <Sample line={line} chosen={chosen} />
          </UnstyledButton>
        )}
      </li>
    ))}
  </ul>
)

const Sample = ({ line, chosen }: { line: Line; chosen: string | null }) => (
  <>
    <svg width={18} height={8} aria-hidden>
      <line x1={0} x2={18} y1={4} y2={4} className={`${styles.line} ${toneOf(line, chosen) ?? ''}`} />
    </svg>
    <span>{legendText(line.label)}</span>
  </>
)
