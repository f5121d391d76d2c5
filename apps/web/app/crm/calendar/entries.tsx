import { type Icon, IconAddressBook, IconCalendarEvent, IconChecklist, IconReport } from '@tabler/icons-react'
import { type CalendarKind, calendarKinds } from '@tradewind/contract/crm/calendar.constants'
import { eventPolicy, meetingReportPolicy, nextStepsPolicy, projectCompanyPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import type { DragEvent } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#kit/api/calls'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { type Translate, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { splitMoment } from '#ui/form/moment'
import styles from './calendar.module.css'

export type Entry = Answer<'GET /api/calendar/'>['entries'][number]

/** The labels of each kind, and the rules of who sees any of it. */
export const kindWords: Record<CalendarKind, { singular: string; plural: string; icon: Icon; rules: Rules }> = {
  event: { singular: phrase('Event'), plural: phrase('Events'), icon: IconCalendarEvent, rules: eventPolicy.see },
  meetingReport: { singular: phrase('Meeting'), plural: phrase('Meetings'), icon: IconReport, rules: meetingReportPolicy.see },
  nextSteps: { singular: phrase('Task'), plural: phrase('Tasks'), icon: IconChecklist, rules: nextStepsPolicy.see },
  projectCompany: {
    singular: phrase('Next contact'),
    plural: phrase('Next contacts'),
    icon: IconAddressBook,
    rules: projectCompanyPolicy.see,
  },
}

/** The kinds of which the actor may see any records. */
export const useKinds = () => {
  const actor = useActor()
  return calendarKinds.filter((kind) => can(actor, kindWords[kind].rules))
}

/** The detail next to the title: of a meeting its type, translated; of all others what a user has typed. */
export const detailOf = ({ kind, detail }: Pick<Entry, 'kind' | 'detail'>, t: Translate) =>
  kind === 'meetingReport' ? t(detail) : detail

/** The key of an entry: a record is on one day only. */
export const keyOf = ({ kind, uniqueId }: Pick<Entry, 'kind' | 'uniqueId'>) => `${kind}-${uniqueId}`

/** Groups entries by day, in their order. */
export const byDayOf = (entries: readonly Entry[]) => Map.groupBy(entries, ({ day }) => day)

/** Formats the time of an entry that has one, in the user's time zone. */
export const useTimeOf = () => {
  const zone = useZone()
  return ({ moment }: Entry) => moment && splitMoment(moment, zone).time
}

interface EntryLinkProps {
  entry: Entry
  /** It is being moved, by keyboard or with the mouse. */
  isMoving: boolean
  onDragStart: (entry: Entry, event: DragEvent<HTMLElement>) => void
  onDragEnd: () => void
}

/** An entry in a cell of the calendar, in one line: a link to its record, draggable to another day. */
export const EntryLink = ({ entry, isMoving, onDragStart, onDragEnd }: EntryLinkProps) => {
  const t = useText()
  const at = useArea()
  const time = useTimeOf()(entry)
  const { kind, uniqueId, title, mayMove } = entry
  const { singular, icon: Sign } = kindWords[kind]
  const name = [t(singular), title, detailOf(entry, t)].filter(Boolean).join(' · ')
  return (
    <Link
      to={at(`${kind}/show/${uniqueId}`)}
      prefetch="intent"
      className={styles.entry}
      title={name}
      aria-label={`${t(singular)}: ${[time, title].filter(Boolean).join(' ')}`}
      data-kind={kind}
      data-entry={keyOf(entry)}
      data-carried={isMoving || undefined}
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
