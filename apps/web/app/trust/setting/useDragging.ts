import { type PointerEvent, useRef, useState } from 'react'

/** An item on its way: where it stood, and where it would stand. */
interface Dragged {
  from: number
  to: number
}

/** Items of a list that are dragged by a handle, with mouse, pen or finger. `list` is the list's ref, `begin` for the handle's `onPointerDown`. */
export const useDragging = (onMove: (from: number, to: number) => void) => {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<Dragged | null>(null)

  const begin = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0 || !list.current) return
    event.preventDefault()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const ended = new AbortController()
    const { signal } = ended
    let to = from
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const boxes = [...(list.current?.children ?? [])].map((item) => item.getBoundingClientRect())
      to = boxes.filter(({ top, height }, at) => at !== from && top + height / 2 < clientY).length
      setDragged({ from, to })
    }
    const stop = () => {
      ended.abort()
      setDragged(null)
    }
    const drop = () => {
      stop()
      if (to !== from) onMove(from, to)
    }
    handle.addEventListener('pointermove', follow, { signal })
    handle.addEventListener('pointerup', drop, { signal })
    handle.addEventListener('pointercancel', stop, { signal })
    setDragged({ from, to })
  }

  /** What an item shows of it: that it is on its way, or at which of its edges that one would stand. */
  const marksOf = (at: number) => {
    if (!dragged) return {}
    if (dragged.from === at) return { 'data-dragged': true }
    const over = dragged.from < at ? 'below' : 'above'
    return dragged.to === at ? { 'data-over': over } : {}
  }
  return { list, begin, marksOf }
}
