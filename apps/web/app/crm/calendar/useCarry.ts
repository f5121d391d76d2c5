import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Entry, keyOf } from './entries.tsx'
import { dayByKey } from './span.ts'

/** An entry on its way, and the day that it would be put on. */
interface Carrying {
  entry: Entry
  over: string
}

type Move = (entry: Entry, day: string) => void

/** Moving entries to another day with the mouse. */
export const useDrag = (onMove: Move) => {
  const dragged = useRef<Entry>(null)
  const [over, setOver] = useState<string>()
  return {
    over,
    /** What an entry listens to. */
    dragOf: {
      onDragStart: (entry: Entry, { dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', entry.title)
        dragged.current = entry
      },
      onDragEnd: () => {
        dragged.current = null
        setOver(undefined)
      },
    },
    /** What a day's cell listens to. */
    dropOn: (day: string) => ({
      onDragOver: (event: DragEvent) => {
        if (!dragged.current) return
        event.preventDefault()
        setOver(day)
      },
      onDrop: (event: DragEvent) => {
        const entry = dragged.current
        if (!entry) return
        event.preventDefault()
        dragged.current = null
        setOver(undefined)
        onMove(entry, day)
      },
    }),
  }
}

/** After a move the link that had the focus is drawn anew in another cell: the focus goes there. */
const useFollowedEntry = (table: RefObject<HTMLTableElement | null>, entries: readonly Entry[]) => {
  const followed = useRef<string>(null)
  useEffect(() => {
    if (!followed.current) return
    const moved = table.current?.querySelector<HTMLElement>(`[data-entry="${followed.current}"]`)
    if (moved && document.activeElement !== moved) moved.focus()
  }, [entries, table])
  return (key: string | null) => {
    followed.current = key
  }
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey

interface Asked {
  table: RefObject<HTMLTableElement | null>
  /** The days in sight: an entry is moved among these. */
  days: readonly string[]
  entries: readonly Entry[]
  onMove: Move
}

/** Moving entries by keyboard: M takes the one that has the focus, arrows carry it, Enter puts it down. Escape leaves everything as it is. */
export const useCarry = ({ table, days, entries, onMove }: Asked) => {
  const [carried, setCarried] = useState<Carrying | null>(null)
  const follow = useFollowedEntry(table, entries)

  const whileCarrying = ({ entry, over }: Carrying, key: string) => {
    if (key === 'Enter') {
      follow(keyOf(entry))
      onMove(entry, over)
    }
    if (key === 'Enter' || key === 'Escape') return setCarried(null)
    const reached = dayByKey(key, over)
    if (reached && days.includes(reached)) setCarried({ entry, over: reached })
  }
  const take = ({ target }: KeyboardEvent) => {
    const key = (target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset['entry']
    const entry = entries.find((one) => keyOf(one) === key)
    if (!entry?.mayMove) return false
    setCarried({ entry, over: entry.day })
    return true
  }

  return {
    carried,
    /** Says whether the key was one of these. */
    onKey: (event: KeyboardEvent) => {
      if (carried && event.key !== 'Tab') whileCarrying(carried, event.key)
      else if (event.key.toLowerCase() !== 'm' || !isPlain(event) || !take(event)) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    /** Focus that goes elsewhere leaves the entry where it was. */
    onBlur: () => {
      if (carried) setCarried(null)
      follow(null)
    },
  }
}
