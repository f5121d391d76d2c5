import { useEffect, useRef } from 'react'

interface Held {
  element: HTMLElement
  /** The place of its row. */
  at: number
}

const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>('tbody > tr, ul[aria-label] > li') ?? [])]

const isLost = (held: Held | null): held is Held =>
  held !== null && !held.element.isConnected && (document.activeElement ?? document.body) === document.body

/** When the row that held the focus has left the list, the focus goes to the one in its place; where none is left, to the page. */
export const useRowFocus = (rows: readonly unknown[]) => {
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<Held>(null)
  useEffect(() => {
    const { current } = box
    const hold = ({ target }: FocusEvent) => {
      const at = rowsIn(current).findIndex((row) => row.contains(target as Node))
      held.current = at < 0 ? null : { element: target as HTMLElement, at }
    }
    current?.addEventListener('focusin', hold)
    return () => {
      current?.removeEventListener('focusin', hold)
      if (isLost(held.current)) document.getElementById('main')?.focus()
    }
  }, [])
  useEffect(() => {
    if (!isLost(held.current)) return
    const left = rowsIn(box.current)
    left[Math.min(held.current.at, left.length - 1)]?.querySelector<HTMLElement>('[data-row-focus], a, button')?.focus()
  }, [rows])
  return box
}
