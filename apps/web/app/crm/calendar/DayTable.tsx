import { Box, Text, VisuallyHidden } from '@mantine/core'
import { dateLocale } from '@tradewind/contract/kit/locale'
import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentDay } from '#crm/useCurrentDay'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useLanguage, useText } from '#kit/text'
import { byDayOf, type Entry, EntryLink, keyOf } from './entries.tsx'
import { dayByKey } from './span.ts'
import styles from './calendar.module.css'

/** An entry that is being moved, and the day where it would be dropped. */
interface PendingMove {
  entry: Entry
  targetDay: string
}

type Move = (entry: Entry, day: string) => void

/** Shows the entry at the pointer while it drags, as it looks in its cell: for a link the browser would show its address. */
const setDragImage = ({ currentTarget, dataTransfer, clientX, clientY }: DragEvent<HTMLElement>) => {
  const { left, top, width } = currentTarget.getBoundingClientRect()
  const image = currentTarget.cloneNode(true) as HTMLElement
  image.classList.add(styles.dragged!)
  image.style.width = `${width}px`
  document.body.append(image)
  dataTransfer.setDragImage(image, clientX - left, clientY - top)
  setTimeout(() => image.remove()) // the browser has drawn it by then
}

/** Moves entries to another day with the mouse. */
const useDrag = (onMove: Move) => {
  const [dragged, setDragged] = useState<Entry | null>(null)
  const [over, setOver] = useState<string>()
  const end = () => {
    setDragged(null)
    setOver(undefined)
  }
  return {
    dragged,
    over,
    /** The drag handlers of an entry. */
    dragOf: {
      onDragStart: (entry: Entry, event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', entry.title)
        setDragImage(event)
        setDragged(entry)
      },
      onDragEnd: end,
    },
    /** The drop handlers of a day's cell. */
    dropOn: (day: string) => ({
      onDragOver: (event: DragEvent) => {
        if (!dragged) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setOver(day)
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver((now) => (now === day ? undefined : now))
      },
      onDrop: (event: DragEvent) => {
        if (!dragged) return
        event.preventDefault()
        end()
        onMove(dragged, day)
      },
    }),
  }
}

/** After a move the focused link is rendered as a new element in another cell: moves the focus there. */
const useFocusMovedEntry = (table: RefObject<HTMLTableElement | null>, entries: readonly Entry[]) => {
  const followed = useRef<string>(null)
  useEffect(() => {
    if (!followed.current) return
    const entryLink = table.current?.querySelector<HTMLElement>(`[data-entry="${followed.current}"]`)
    if (entryLink && document.activeElement !== entryLink) entryLink.focus()
  }, [entries, table])
  return (key: string | null) => {
    followed.current = key
  }
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey

interface KeyboardMoveSpec {
  table: RefObject<HTMLTableElement | null>
  /** The days that are shown: an entry can be moved among these. */
  days: readonly string[]
  entries: readonly Entry[]
  onMove: Move
}

/** Moves entries by keyboard: M picks up the focused entry, arrows move it, Enter drops it, Escape cancels. */
const useKeyboardMove = ({ table, days, entries, onMove }: KeyboardMoveSpec) => {
  const [carried, setCarried] = useState<PendingMove | null>(null)
  const follow = useFocusMovedEntry(table, entries)

  const handleMoveKey = ({ entry, targetDay }: PendingMove, key: string) => {
    if (key === 'Enter') {
      follow(keyOf(entry))
      onMove(entry, targetDay)
    }
    if (key === 'Enter' || key === 'Escape') return setCarried(null)
    const nextDay = dayByKey(key, targetDay)
    if (nextDay && days.includes(nextDay)) setCarried({ entry, targetDay: nextDay })
  }
  const pickUp = ({ target }: KeyboardEvent) => {
    const key = (target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset['entry']
    const entry = entries.find((one) => keyOf(one) === key)
    if (!entry?.mayMove) return false
    setCarried({ entry, targetDay: entry.day })
    return true
  }

  return {
    carried,
    /** Returns whether the key was handled. */
    onKey: (event: KeyboardEvent) => {
      if (carried && event.key !== 'Tab') handleMoveKey(carried, event.key)
      else if (event.key.toLowerCase() !== 'm' || !isPlain(event) || !pickUp(event)) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    /** Moving the focus elsewhere cancels the move. */
    onBlur: () => {
      if (carried) setCarried(null)
      follow(null)
    },
  }
}

interface DayTableProps {
  /** The weeks that are shown, each from Monday to Sunday. */
  weeks: readonly (readonly string[])[]
  /** Days outside of this month are paler: '2026-11'. */
  month?: string
  /** The most entries that a day shows; a link says how many more there are. */
  maxEntries: number
  /** The day that is in the tab order. */
  day: string
  entries: readonly Entry[]
  label: string
  addressOf: (day: string) => string
  onDay: (day: string) => void
  onNew: (day: string) => void
  onMove: (entry: Entry, day: string) => void
}

/** Weeks of days with the entries of each. Arrows move among the days, Enter opens one, N creates something on it; M moves an entry. */
export const DayTable = (props: DayTableProps) => {
  const { weeks, month, maxEntries, day, entries, label, addressOf, onDay, onNew, onMove } = props
  const t = useText()
  const full = useFullDay()
  const currentDay = useCurrentDay()
  const table = useRef<HTMLTableElement>(null)
  const keyboardMove = useKeyboardMove({ table, days: weeks.flat(), entries, onMove })
  const drag = useDrag(onMove)
  const follow = useFocusDay(day, table)
  const { carried } = keyboardMove
  const moved = carried?.entry ?? drag.dragged
  const byDay = byDayOf(entries)
  const onKeyDown = (event: KeyboardEvent) => {
    if (keyboardMove.onKey(event)) return
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-opens]')?.dataset['opens']
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return
    const target = dayByKey(event.key, at)
    const isNew = event.key.toLowerCase() === 'n'
    if (!target && !isNew) return
    event.preventDefault()
    if (target) {
      follow(target)
      onDay(target)
    } else {
      // The menu listens on the document, as React does, and closes at any key outside of it: also at the one that has just opened it.
      event.nativeEvent.stopImmediatePropagation()
      onNew(at)
    }
  }
  return (
    <>
      <Box
        component="table"
        ref={table}
        className={styles.days}
        __vars={{ '--weeks': String(weeks.length) }}
        mod={{ week: weeks.length === 1 }}
        aria-label={label}
        onKeyDown={onKeyDown}
        onBlur={keyboardMove.onBlur}
      >
        <Weekdays />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <DayCell
                  key={one}
                  day={one}
                  isOutsideMonth={month !== undefined && !one.startsWith(month)}
                  isActive={one === day}
                  isToday={one === currentDay}
                  maxEntries={maxEntries}
                  entries={byDay.get(one) ?? []}
                  to={addressOf(one)}
                  targetDay={carried?.targetDay ?? drag.over}
                  movedEntryKey={moved && keyOf(moved)}
                  drag={drag}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      <VisuallyHidden role="status">
        {carried &&
          t('Move “{title}” to {day}: Enter confirms, Escape cancels.', {
            title: carried.entry.title,
            day: full(carried.targetDay),
          })}
      </VisuallyHidden>
    </>
  )
}

/** Formats a day with its full name in the user's language. */
export const useFullDay = () => {
  const format = new Intl.DateTimeFormat(dateLocale(useLanguage()), { dateStyle: 'full', timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}

/**
 * After a key, moves the focus to the new day: immediately if it is shown, since the next key may come before the page is rendered, and again then,
 * unless Tab has led on from the days.
 */
const useFocusDay = (day: string, table: React.RefObject<HTMLTableElement | null>) => {
  const isFollowed = useRef(false)
  const focus = (shown: string) => table.current?.querySelector<HTMLElement>(`[data-opens="${shown}"]`)?.focus()
  const focusRendered = useEffectEvent(() => focus(day))
  useEffect(() => {
    if (!isFollowed.current) return
    isFollowed.current = false
    const focused = document.activeElement
    if (focused === document.body || focused?.hasAttribute('data-opens')) focusRendered()
  }, [day])
  return (target: string) => {
    isFollowed.current = true
    focus(target)
  }
}

interface DayCellProps {
  day: string
  isOutsideMonth: boolean
  isActive: boolean
  isToday: boolean
  maxEntries: number
  entries: readonly Entry[]
  to: string
  /** The day that an entry is dragged over. */
  targetDay: string | undefined
  /** The key of the entry that is being moved. */
  movedEntryKey: string | null
  drag: ReturnType<typeof useDrag>
}

const DayCell = (cell: DayCellProps) => {
  const { day, isOutsideMonth, isActive, isToday, maxEntries, entries, to, targetDay, movedEntryKey, drag } = cell
  const t = useText()
  const full = useFullDay()
  const isNarrow = useIsNarrow()
  // The last line of a full cell says how many more there are.
  const visible = isNarrow ? [] : entries.slice(0, maxEntries)
  const more = entries.length - visible.length
  const count = entries.length > 0 ? `, ${t('{count} entry|{count} entries', { count: entries.length })}` : ''
  return (
    <td
      className={styles.cell}
      data-day={day}
      data-outside={isOutsideMonth || undefined}
      data-over={targetDay === day || undefined}
      {...drag.dropOn(day)}
    >
      <Link
        to={to}
        preventScrollReset
        className={styles.number}
        data-opens={day}
        tabIndex={isActive ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-label={`${full(day)}${count}`}
      >
        {Number(day.slice(8))}
      </Link>
      {isNarrow ? (
        <Dots entries={entries} />
      ) : (
        visible.length > 0 && (
          <ul className={styles.entries}>
            {visible.map((entry) => (
              <li key={keyOf(entry)}>
                <EntryLink entry={entry} isMoving={movedEntryKey === keyOf(entry)} {...drag.dragOf} />
              </li>
            ))}
          </ul>
        )
      )}
      {!isNarrow && more > 0 && (
        <Link
          to={to}
          preventScrollReset
          className={styles.more}
          aria-label={`${t('+{count} more', { count: more })}, ${full(day)}`}
        >
          {t('+{count} more', { count: more })}
        </Link>
      )}
    </td>
  )
}

/** On a phone a day shows the kinds and the number of its entries. */
const Dots = ({ entries }: { entries: readonly Entry[] }) => {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  return (
    <span className={styles.dots} aria-hidden>
      {kinds.map((kind) => (
        <span key={kind} className={styles.dot} data-kind={kind} />
      ))}
      {entries.length > 1 && (
        <Text span fz={11} c="dimmed" lh={1}>
          {entries.length}
        </Text>
      )}
    </span>
  )
}

/** From Monday on, as the language abbreviates them. */
const Weekdays = () => {
  const language = useLanguage()
  const monday = Date.parse('2026-02-02')
  const days = Array.from({ length: 7 }, (_, at) => new Date(monday + at * 86_400_000))
  const [short, long] = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }),
  )
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day.getTime()} scope="col" abbr={long?.format(day)}>
            {short?.format(day)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
