import { UnstyledButton } from '@mantine/core'
import { legendText } from '#ui/chart/scale'
import styles from '#ui/chart/chart.module.css'

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

export const toneOf = ({ key, isMain }: Line, chosen: string | null) => {
  if (isMain) return styles.main
  return key === chosen ? styles.chosen : undefined
}

/** Names the lines of a chart, and chooses the one that stands out. */
export const Legend = ({ lines, chosen, onChoose, onRest, places, width }: LegendProps) => (
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
