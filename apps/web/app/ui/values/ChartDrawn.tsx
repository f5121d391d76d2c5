import { VisuallyHidden } from '@mantine/core'
import { Bar, BarChart, CartesianGrid, LabelList, Legend, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { formatDay } from './dates.ts'
import styles from './chart.module.css'

const MAX_LENGTH = 30

/** The name of a series in a legend. A longer one is cut: the whole name is in the tooltip, and read by screen readers. */
export const LegendText = ({ name }: { name: string }) => {
  if (name.length <= MAX_LENGTH) return <span className={styles.legend}>{name}</span>
  return (
    <span className={styles.legend} title={name}>
      <span aria-hidden>{name.slice(0, MAX_LENGTH).trimEnd()}…</span>
      <VisuallyHidden component="span">{name}</VisuallyHidden>
    </span>
  )
}

export interface LinesProps {
  /** The title of the chart, and a description if it needs one. */
  label: string
  description?: string
  /** The days with a value, as 'YYYY-MM-DD', in ascending order; at least one. */
  days: readonly string[]
  /** One line each: its name, and a value per day, null if there is none. The first is the main one; several are named in a legend. */
  series: readonly { name: string; values: readonly (number | null)[] }[]
  /** The ticks of its axis, including the ends; it begins at 0. */
  ticks: readonly number[]
  figure: (value: number) => string
  height: number
  /** Charts of one group highlight the same day together. */
  group?: string
  /** A reference level. */
  level?: number | null
}

const HALF_DAY = 43_200_000
/** A line with more days has no dots. */
const MAX_DOTS = 40
const dayAt = (time: number) => formatDay(new Date(time).toISOString().slice(0, 10)) ?? ''
const compactFormat = new Intl.NumberFormat('en', { notation: 'compact' })
const label = { fill: 'var(--mantine-color-dimmed)' }
const tooltipProps = {
  // In the order of the series, not by name.
  itemSorter: () => 0,
  isAnimationActive: false,
  separator: ': ',
  wrapperClassName: styles.tip ?? '',
  itemStyle: { color: 'inherit' },
  contentStyle: { border: 0, background: 'none', padding: 0 },
} as const

/** Colour and dashes of each line: they differ in lightness and in their dashes as well, for those who do not tell the colours apart. */
const lines = [
  { stroke: 'var(--mantine-color-text)', strokeWidth: 2.75 },
  { stroke: 'var(--tw-line-1)' },
  { stroke: 'var(--tw-line-2)', strokeDasharray: '8 3' },
  { stroke: 'var(--tw-line-3)', strokeDasharray: '2 3' },
  { stroke: 'var(--tw-line-4)', strokeDasharray: '9 3 2 3' },
  { stroke: 'var(--tw-line-5)', strokeDasharray: '5 3' },
] as const
const lineAt = (at: number) => (at === 0 ? lines[0] : lines[1 + ((at - 1) % (lines.length - 1))]!)

const legendText = (name: unknown) => <LegendText name={String(name)} />
/** The sign of a line is long enough to show its dashes. */
const lineLegend = <Legend itemSorter={null} iconSize={22} formatter={legendText} />

/** Values over days. The arrow keys move along the days, and the values are announced. */
export const LineChartBody = ({ label: title, description, days, series, ticks, figure, height, group, level }: LinesProps) => {
  const data = days.map((day, at) => ({ time: Date.parse(day), values: series.map(({ values }) => values[at]) }))
  return (
    <LineChart
      responsive
      className={styles.chart ?? ''}
      style={{ width: '100%', height }}
      data={data}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
      aria-label={title}
      {...(description && { desc: description })}
      {...(group && { syncId: group })}
    >
      <CartesianGrid vertical={false} stroke="var(--tw-hairline)" />
      <XAxis
        dataKey="time"
        type="number"
        domain={[(least: number) => least - HALF_DAY, (most: number) => most + HALF_DAY]}
        ticks={data.map(({ time }) => time)}
        tickFormatter={dayAt}
        tick={label}
        tickLine={false}
        axisLine={{ stroke: 'var(--tw-border)' }}
        interval="preserveStartEnd"
        minTickGap={24}
      />
      <YAxis
        domain={[0, ticks.at(-1)!]}
        ticks={ticks}
        tickFormatter={(value: number) => compactFormat.format(value)}
        tick={label}
        width={30}
        interval={0}
        axisLine={false}
        tickLine={false}
      />
      <Tooltip
        {...tooltipProps}
        cursor={{ stroke: 'var(--tw-border)' }}
        labelFormatter={(time) => dayAt(Number(time))}
        formatter={(value) => figure(Number(value))}
      />
      {typeof level === 'number' && <ReferenceLine y={level} stroke="var(--tw-signal)" strokeDasharray="6 3" strokeWidth={1.5} />}
      {series.length > 1 && lineLegend}
      {series.map(({ name }, at) => (
        <Line
          key={at}
          dataKey={({ values }: (typeof data)[number]) => values[at]}
          name={name}
          legendType="plainline"
          strokeWidth={2.25}
          {...lineAt(at)}
          dot={days.length <= MAX_DOTS && { r: 3, fill: lineAt(at).stroke, strokeWidth: 0 }}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  )
}

export interface BarsProps {
  label: string
  description?: string
  /** The name of each bar or group of bars. */
  names: readonly string[]
  /** One bar of each group. The first is the main one, the second is for comparison. */
  series: readonly { name: string; values: readonly (number | null)[] }[]
  /** The upper end of the axis; it begins at 0. */
  max: number
  figure: (value: number) => string
  /** The least height, which grows with the names. */
  minHeight?: number
}

const fills = ['var(--tw-chart)', 'var(--tw-chart-before)']
const NAME_WIDTH = 132

/** Horizontal bars, each with its name before it and its value at its end. */
export const BarChartBody = ({ label: title, description, names, series, max, figure, minHeight = 0 }: BarsProps) => {
  const data = names.map((name, at) => ({ name, values: series.map(({ values }) => values[at]) }))
  const formatBarValue = (value: unknown) => (typeof value === 'number' ? figure(value) : '')
  return (
    <BarChart
      responsive
      layout="vertical"
      className={styles.chart ?? ''}
      style={{ width: '100%', height: Math.max(minHeight, heightOf({ names, series })) }}
      data={data}
      margin={{ top: 0, right: 44, bottom: 0, left: 0 }}
      barGap={2}
      barCategoryGap="22%"
      aria-label={title}
      {...(description && { desc: description })}
    >
      <XAxis type="number" domain={[0, max]} hide />
      <YAxis
        type="category"
        dataKey="name"
        width={NAME_WIDTH}
        tick={label}
        interval={0}
        axisLine={{ stroke: 'var(--tw-border)' }}
        tickLine={false}
      />
      <Tooltip {...tooltipProps} cursor={{ fill: 'var(--tw-hover)' }} formatter={formatBarValue} />
      {series.length > 1 && <Legend itemSorter={null} formatter={legendText} />}
      {series.map(({ name }, at) => (
        <Bar
          key={name}
          dataKey={({ values }: (typeof data)[number]) => values[at]}
          name={name}
          fill={fills[at]!}
          radius={2}
          maxBarSize={20}
          isAnimationActive={false}
        >
          <LabelList position="right" formatter={formatBarValue} fill="var(--mantine-color-text)" fontWeight={600} />
        </Bar>
      ))}
    </BarChart>
  )
}

/** The height of the bars and their legend. */
const heightOf = ({ names, series }: Pick<BarsProps, 'names' | 'series'>) =>
  names.length * (series.length * 22 + 16) + (series.length > 1 ? 28 : 0)
