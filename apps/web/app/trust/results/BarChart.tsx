import { Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { legendText, scale } from '#ui/chart/scale'
import styles from '#ui/chart/chart.module.css'

interface Bar {
  key: string
  label: string
  value: number
  /** The value as it is read, and all that there is to say of it. */
  figure: string
  told: string
}

interface BarChartProps {
  label: string
  bars: readonly Bar[]
  /** The upper end of the axis; it begins at 0. */
  most: number
}

const HEIGHT = 400
const AXIS = 28
/** What a bar needs with its label above. */
const LEAST = 32
const ROOM_FOR_FIGURE = 40

/** Bars that lie, each under its label and with its figure at its end. */
export const BarChart = (chart: BarChartProps) => {
  const { ref, width } = useElementSize()
  const height = Math.max(HEIGHT, chart.bars.length * LEAST + AXIS)
  return (
    <div ref={ref} className={styles.chart} style={{ minHeight: height }}>
      {width > 0 && <Drawing {...chart} width={width} height={height} />}
    </div>
  )
}

const Drawing = ({ label, bars, most, width, height }: BarChartProps & { width: number; height: number }) => {
  const x = scale([0, most], [0, width - ROOM_FOR_FIGURE])
  const bottom = height - AXIS
  const room = Math.min(72, bottom / bars.length)
  return (
    <svg width={width} height={height} role="group" aria-label={label}>
      {Array.from({ length: most + 1 }, (_, value) => (
        <g key={value} aria-hidden>
          <line className={value === 0 ? styles.base : styles.grid} x1={x(value)} x2={x(value)} y1={0} y2={bottom} />
          <text x={x(value)} y={bottom + 18} textAnchor={value === 0 ? 'start' : 'middle'}>
            {value}
          </text>
        </g>
      ))}
      {bars.map((bar, at) => (
        <One key={bar.key} bar={bar} top={at * room} room={room} width={x(bar.value)} full={x(most)} />
      ))}
    </svg>
  )
}

const One = ({ bar, top, room, width, full }: { bar: Bar; top: number; room: number; width: number; full: number }) => {
  const thick = Math.min(20, room - 18)
  const middle = top + 18 + thick / 2
  return (
    <Tooltip label={bar.told} multiline maw={320} style={{ overflowWrap: 'anywhere' }}>
      <g className={styles.one} role="img" aria-label={bar.told} tabIndex={0}>
        <rect x={0} y={top} width={full} height={room} fill="transparent" stroke="none" />
        <text x={4} y={top + 13}>
          {legendText(bar.label)}
        </text>
        <rect className={styles.bar} x={0} y={middle - thick / 2} width={Math.max(width, 1)} height={thick} rx={2} />
        <text className={styles.said} x={width + 8} y={middle} dominantBaseline="central">
          {bar.figure}
        </text>
      </g>
    </Tooltip>
  )
}
