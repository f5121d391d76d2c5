import type { DragEvent } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { clockAt } from '#ui/form/moment'
import { detailOf, type Entry, keyOf, kindWords } from './kinds.ts'
import styles from './calendar.module.css'

/** The time of day of an entry that has one, where whoever looks is. */
export const useTimeOf = () => {
  const zone = useZone()
  return ({ moment }: Entry) => moment && clockAt(moment, zone).slice(11)
}

interface EntryLinkProps {
  entry: Entry
  /** It is being moved by keyboard. */
  isCarried: boolean
  onDragStart: (entry: Entry, event: DragEvent) => void
  onDragEnd: () => void
}

/** An entry in a cell of the calendar, one line: the way to its record, and what can be dragged to another day. */
export const EntryLink = ({ entry, isCarried, onDragStart, onDragEnd }: EntryLinkProps) => {
  const t = useText()
  const at = useArea()
  const time = useTimeOf()(entry)
  const { kind, uniqueId, title, mayMove } = entry
  const { one, icon: Sign } = kindWords[kind]
  const name = [t(one), title, detailOf(entry, t)].filter(Boolean).join(' · ')
  return (
    <Link
      to={at(`${kind}/show/${uniqueId}`)}
      prefetch="intent"
      className={styles.entry}
      title={name}
      aria-label={`${t(one)}: ${[time, title].filter(Boolean).join(' ')}`}
      data-kind={kind}
      data-entry={keyOf(entry)}
      data-carried={isCarried || undefined}
      aria-keyshortcuts={mayMove ? 'M' : undefined}
      draggable={mayMove}
      onDragStart={(event) => onDragStart(entry, event)}
      onDragEnd={onDragEnd}
    >
      <Sign size={13} stroke={1.8} aria-hidden className={styles.sign} />
      {time && <span className={styles.time}>{time} </span>}
      <span className={styles.title}>{title}</span>
    </Link>
  )
}
