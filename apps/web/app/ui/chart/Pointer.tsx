import { useState } from 'react'
import styles from '#ui/chart/chart.module.css'
import { nearest } from '#ui/chart/scale'

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

/** Goes along the steps of a chart, by pointer and by keys, and says the one that it stands on. */
export const Pointer = ({ label, left, top, width, height, places, saying, onPoint }: PointerProps) => {
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
