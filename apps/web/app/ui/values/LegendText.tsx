import { VisuallyHidden } from '@mantine/core'
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
