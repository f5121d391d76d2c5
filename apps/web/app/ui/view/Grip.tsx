import { columnWidth } from '@tradewind/contract/kit/view'
import styles from './view.module.css'

interface GripProps {
  /** The widths of all columns in pixels, by field, after this one was drawn wider or narrower. */
  onWidths: (widths: Readonly<Record<string, number>>) => void
}

const within = (width: number) => Math.round(Math.max(columnWidth.least, Math.min(columnWidth.most, width)))

/** The edge of a column's head, which is drawn by the pointer; by the keyboard widths are changed in the menu of columns. */
export const Grip = ({ onWidths }: GripProps) => {
  const draw = (event: React.PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget
    const head = edge.closest('th')!
    const heads = [...head.parentElement!.querySelectorAll<HTMLElement>('th[data-field]')]
    const before = new Map(heads.map((one) => [one.dataset['field']!, one.offsetWidth]))
    const begun = event.clientX
    const widthAt = (x: number) => within(head.offsetWidth + x - begun)
    edge.setPointerCapture(event.pointerId)
    const drawn = new AbortController()
    const follow = (move: PointerEvent) => edge.style.setProperty('--moved', `${move.clientX - begun}px`)
    const finish = (end: PointerEvent) => {
      drawn.abort()
      edge.style.removeProperty('--moved')
      if (end.clientX === begun) return
      const widths = [...before].map(([field, width]) => [field, within(width)] as const)
      onWidths({ ...Object.fromEntries(widths), [head.dataset['field']!]: widthAt(end.clientX) })
    }
    edge.addEventListener('pointermove', follow, { signal: drawn.signal })
    edge.addEventListener('pointerup', finish, { signal: drawn.signal })
  }
  return <span className={styles.grip} aria-hidden onPointerDown={draw} />
}
