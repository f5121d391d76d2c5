import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { Listed } from '#ui/list/columns'

interface Held {
  element: HTMLElement
  /** The place of its row. */
  at: number
}

const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>('tbody > tr, ul[aria-label] > li') ?? [])]

const isLost = (held: Held | null): held is Held =>
  held !== null && !held.element.isConnected && (document.activeElement ?? document.body) === document.body

type Asked<T> = Pick<Listed<T>, 'label' | 'rows' | 'keyOf'>

/** When the row that held the focus has left the list, the focus goes to the one in its place; where none is left, to the page. */
export const useRowFocus = <T>(listed: Asked<T>) => {
  const { rows } = listed
  const box = useRef<HTMLDivElement>(null)
  const held = useRef<Held>(null)
  const remember = useFocusAfterBack(box, listed)
  const hold = useEffectEvent(({ target }: Event) => {
    const at = rowsIn(box.current).findIndex((row) => row.contains(target as Node))
    held.current = at < 0 ? null : { element: target as HTMLElement, at }
    remember(at)
  })
  useEffect(() => {
    const { current } = box
    // Not every browser focuses a link that is clicked.
    for (const event of ['focusin', 'click']) current?.addEventListener(event, hold)
    return () => {
      for (const event of ['focusin', 'click']) current?.removeEventListener(event, hold)
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

/** By entry of the browser's history and list: the key of the row that had the focus last. */
const left = new Map<string, string>()
const most = 100

const isFree = () => {
  const { activeElement: holder } = document
  return !holder || holder === document.body || holder.id === 'main'
}

/** Back leads to the row that was left, unless the focus is somewhere else on the page already. */
const useFocusAfterBack = <T>(box: React.RefObject<HTMLElement | null>, { label, rows, keyOf }: Asked<T>) => {
  const place = `${useLocation().key} ${label}`
  const [isBack] = useState(useNavigationType() === NavigationType.Pop)
  const sought = useRef(isBack ? left.get(place) : undefined)
  const find = useEffectEvent(() => {
    const at = rows.findIndex((record) => keyOf(record) === sought.current)
    const row = at < 0 ? undefined : rowsIn(box.current)[at]
    if (!row) return
    sought.current = undefined
    if (isFree()) row.querySelector<HTMLElement>('a[data-row-focus]')?.focus()
  })
  useEffect(() => {
    if (sought.current !== undefined) find()
  }, [rows])
  return (at: number) => {
    const record = rows[at]
    if (record === undefined) return
    left.delete(place)
    left.set(place, keyOf(record))
    if (left.size > most) left.delete(left.keys().next().value!)
  }
}
