import { Alert, Anchor, Button, Group, Kbd, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCalendar, IconCalendarShare } from '@tabler/icons-react'
import { type CalendarKind, MAX_ENTRIES } from '@tradewind/contract/crm/calendar.constants'
import { calendarPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { CloseTaskButton } from '#crm/nextSteps/Task'
import { useCurrentDay } from '#crm/useCurrentDay'
import type { Input } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useCachedAnswer, useCall, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { guard } from '#kit/guard'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { DateInput, parseDay } from '#ui/form/DateInput'
import { splitMoment, toInstant } from '#ui/form/moment'
import { conflictingRecord } from '#ui/form/useRecordForm'
import { Menu } from '#ui/page/floating'
import { EmptyState, ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { dayInSentence } from '#ui/values/dates'
import { useFormatCount } from '#ui/values/figures'
import { CalendarHead, useCreateActions } from './CalendarHead.tsx'
import { DayTable, useFullDay } from './DayTable.tsx'
import { byDayOf, detailOf, type Entry, keyOf, kindWords, useTimeOf } from './entries.tsx'
import { queryOf, spanTitle, useCalendarAddress, weeksIn } from './span.ts'
import styles from './calendar.module.css'

export const handle = { name: phrase('Calendar') }
export const clientLoader = guard({ rules: calendarPolicy.see })

/** The most entries that a day of the month shows. */
const MAX_PER_DAY = 3

/** Events, meetings, tasks and next contacts by day: a month, a week, a day, or the agenda of the next weeks. */
export default function Calendar() {
  const address = useCalendarAddress()
  const query = queryOf(address)
  const { data, error, refetch, isPlaceholderData } = useCall('GET /api/calendar/', query, { keepsPreviousData: true })
  // Until they are loaded, those of the previous days that are among these.
  const entries = data?.entries.filter(({ day }) => query.from <= day && day <= query.to)
  const move = useMove(query)
  const [movingTo, setMovingTo] = useState<Entry | null>(null)
  const [newOn, setNewOn] = useState<string | null>(null)
  return (
    <Stack gap="md">
      <CalendarHead address={address} newEntryDay={newOn} onNew={setNewOn} />
      {data?.hasMore && <CutOff />}
      {error && !data ? (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      ) : (
        <Days
          address={address}
          entries={isPlaceholderData && entries?.length === 0 ? undefined : entries}
          onMove={(entry, to) => void move(entry, to)}
          onMoveTo={setMovingTo}
          onNew={setNewOn}
        />
      )}
      <MoveTo entry={movingTo} onMove={(entry, to) => void move(entry, to)} onClose={() => setMovingTo(null)} />
    </Stack>
  )
}

const CutOff = () => {
  const t = useText()
  const figure = useFormatCount()
  return (
    <Alert color="signal" role="status">
      {t('These are the first {count} entries. Choose fewer kinds, or fewer days.', { count: figure(MAX_ENTRIES) })}
    </Alert>
  )
}

interface DaysProps {
  address: ReturnType<typeof useCalendarAddress>
  /** Undefined while they are loading. */
  entries: readonly Entry[] | undefined
  onMove: (entry: Entry, day: string) => void
  onMoveTo: (entry: Entry) => void
  onNew: (day: string) => void
}

const Days = ({ address, entries, onMove, onMoveTo, onNew }: DaysProps) => {
  const language = useLanguage()
  const isNarrow = useIsNarrow()
  const { view, day, change, addressAfter } = address
  useFocusInView(view)
  const isTable = view === 'month' || (view === 'week' && !isNarrow)
  if (!isTable) return <Listed entries={entries} onMoveTo={onMoveTo} onNew={() => onNew(day)} />
  return (
    <>
      <DayTable
        weeks={weeksIn(view, day)}
        {...(view === 'month' && { month: day.slice(0, 7) })}
        maxEntries={view === 'month' ? MAX_PER_DAY : Infinity}
        day={day}
        entries={entries ?? []}
        label={spanTitle(view, day, language)}
        addressOf={(to) => addressAfter({ view: 'day', day: to })}
        onDay={(to) => change({ day: to }, { replace: true })}
        onNew={onNew}
        onMove={onMove}
      />
      {!isNarrow && <KeyHints mayMove={entries?.some((entry) => entry.mayMove) ?? false} />}
    </>
  )
}

/** A day that is opened, and Back from it, replace the link that had the focus: moves it to the first entry of the day, or to the day in the table. */
const useFocusInView = (view: string) => {
  const lastView = useRef(view)
  useEffect(() => {
    if (lastView.current === view) return
    lastView.current = view
    if (document.activeElement !== document.body) return
    const shown = document.querySelector<HTMLElement>('[data-opens][tabindex="0"], li[data-kind] a')
    ;(shown ?? document.getElementById('main'))?.focus()
  }, [view])
}

/** The keys that nothing else in the calendar shows, for users who can use them. */
const KeyHints = ({ mayMove }: { mayMove: boolean }) => {
  const t = useText()
  const mayCreate = useCreateActions().length > 0
  const hints = [
    { key: 'N', text: t('New on the focused day'), isUseful: mayCreate },
    { key: 'M', text: t('Move the focused entry'), isUseful: mayMove },
  ]
  return (
    <Group gap="md" className={styles.hints}>
      {hints.map(
        ({ key, text, isUseful }) =>
          isUseful && (
            <span key={key}>
              <Kbd size="xs">{key}</Kbd> {text}
            </span>
          ),
      )}
    </Group>
  )
}

const Listed = ({ entries, onMoveTo, onNew }: Pick<DaysProps, 'entries' | 'onMoveTo'> & { onNew: () => void }) => {
  const t = useText()
  const mayMake = useCreateActions().length > 0
  if (!entries) return <Skeleton height={320} />
  if (entries.length > 0) return <Agenda entries={entries} onMoveTo={onMoveTo} />
  return (
    <EmptyState
      icon={IconCalendar}
      title={t('Nothing planned on these days')}
      text={t('Events, meetings, tasks and next contacts are shown here on their day.')}
    >
      {mayMake && (
        <Button variant="default" onClick={onNew}>
          {t('New')}
        </Button>
      )}
    </EmptyState>
  )
}

interface AgendaProps {
  entries: readonly Entry[]
  /** Opens the dialog that moves an entry. */
  onMoveTo: (entry: Entry) => void
}

/** The days that have entries, one after another. */
const Agenda = ({ entries, onMoveTo }: AgendaProps) => {
  const currentDay = useCurrentDay()
  return (
    <Stack gap="lg" className="quiet-links">
      {[...byDayOf(entries.toSorted((one, other) => one.day.localeCompare(other.day)))].map(([day, ofDay]) => (
        <Day key={day} day={day} isToday={day === currentDay} entries={ofDay} onMoveTo={onMoveTo} />
      ))}
    </Stack>
  )
}

const Day = ({ day, isToday, entries, onMoveTo }: AgendaProps & { day: string; isToday: boolean }) => {
  const t = useText()
  const full = useFullDay()
  return (
    <section aria-labelledby={`day-${day}`}>
      <Group gap="xs" mb={4}>
        <Title order={3} size="h5" id={`day-${day}`}>
          {full(day)}
        </Title>
        {isToday && <Badge>{t('Today')}</Badge>}
      </Group>
      <ul className={styles.agenda}>
        {entries.map((entry) => (
          <Line key={keyOf(entry)} entry={entry} onMoveTo={onMoveTo} />
        ))}
      </ul>
    </section>
  )
}

const Line = ({ entry, onMoveTo }: { entry: Entry; onMoveTo: (entry: Entry) => void }) => {
  const t = useText()
  const at = useArea()
  const time = useTimeOf()(entry)
  const { kind, uniqueId, title, mayMove } = entry
  const { singular, icon: Sign } = kindWords[kind]
  return (
    <li className={styles.line} data-kind={kind}>
      <Sign size={18} stroke={1.6} aria-hidden className={styles.sign} />
      <div className={styles.what}>
        <Anchor component={Link} to={at(`${kind}/show/${uniqueId}`)} prefetch="intent" fw={600} miw={0}>
          <Clip lines={1}>{title}</Clip>
        </Anchor>
        <Text size="sm" c="dimmed" component="div">
          <Clip lines={1}>{[time, t(singular), detailOf(entry, t)].filter(Boolean).join(' · ')}</Clip>
        </Text>
      </div>
      {kind === 'nextSteps' && <CloseTask entry={entry} />}
      {mayMove && (
        <RowMenu name={title}>
          <Menu.Item leftSection={<IconCalendarShare size={16} aria-hidden />} onClick={() => onMoveTo(entry)}>
            {t('Move to …')}
          </Menu.Item>
        </RowMenu>
      )}
    </li>
  )
}

/** Closes a task, which leaves the calendar. */
const CloseTask = ({ entry: { uniqueId, title } }: { entry: Entry }) => {
  const calendar = useCachedAnswer('GET /api/calendar/', queryOf(useCalendarAddress()))
  const isOther = (one: Entry) => one.kind !== 'nextSteps' || one.uniqueId !== uniqueId
  return (
    <CloseTaskButton
      task={{ uniqueId, todo: title }}
      className={styles.close}
      onClose={() => calendar.change(({ entries, ...rest }) => ({ ...rest, entries: entries.filter(isOther) }))}
      onRefused={calendar.refresh}
    />
  )
}

interface MoveToProps {
  /** The entry to move; without one the dialog is closed. */
  entry: Entry | null
  onMove: (entry: Entry, day: string) => void
  onClose: () => void
}

/** Asks for the day to which an entry is moved. */
export const MoveTo = ({ entry, onMove, onClose }: MoveToProps) => {
  const t = useText()
  return (
    <Dialog opened={entry !== null} onClose={onClose} title={t('Move to …')}>
      {entry && <Form key={entry.uniqueId} entry={entry} onMove={onMove} onClose={onClose} />}
    </Dialog>
  )
}

const Form = ({ entry, onMove, onClose }: MoveToProps & { entry: Entry }) => {
  const t = useText()
  const [dayText, setDayText] = useState(entry.day)
  const [isRefused, setRefused] = useState(false)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const day = parseDay(dayText)
    if (!day) return setRefused(true)
    onClose()
    onMove(entry, day)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {entry.title}
        </Text>
        <DateInput
          label={t('Date')}
          value={dayText}
          onChange={setDayText}
          error={isRefused && !parseDay(dayText) ? t('This is not a date. Write it like 31-12-2026.') : null}
          data-autofocus
          required
        />
        <FormButtons onCancel={onClose}>{t('Move')}</FormButtons>
      </Stack>
    </form>
  )
}

/** The date field of each kind. */
const dateFields: Record<CalendarKind, string> = {
  event: 'eventDateTime',
  meetingReport: 'date',
  nextSteps: 'byWhen',
  projectCompany: 'nextContact',
}

/** An entry on another day: one with a time keeps its local time there. */
export const movedTo = (entry: Entry, day: string, zone: string): Entry => ({
  ...entry,
  day,
  moment: entry.moment && toInstant(`${day}T${splitMoment(entry.moment, zone).time}`, zone),
})

const inputOf = ({ kind, uniqueId, day, moment, updatedAt }: Entry) => ({
  uniqueId,
  [dateFields[kind]]: moment ?? day,
  updatedAt,
})

/** Whether a record is still when its entry was: others have changed other fields of it. */
const isOnDayOf = (record: object, { kind, day, moment }: Entry) => {
  const date = (record as Readonly<Record<string, string | null>>)[dateFields[kind]] ?? ''
  return moment ? Date.parse(date) === Date.parse(moment) : date === day
}

/** Moves an entry to another day by the call of its kind. Optimistic: shown there immediately, reverted if the server rejects it, as if others have moved it. Offers Undo. */
export const useMove = (query: Input<'GET /api/calendar/'>) => {
  const t = useText()
  const toast = useToast()
  const zone = useZone()
  const { change, refresh } = useCachedAnswer('GET /api/calendar/', query)
  const changes = {
    event: useSend('PATCH /api/event/'),
    meetingReport: useSend('PATCH /api/meetingReport/'),
    nextSteps: useSend('PATCH /api/nextSteps/'),
    projectCompany: useSend('PATCH /api/projectCompany/'),
  }
  /** The versions that this page has written, by entry: the calendar shows older ones until it is refetched. */
  const written = useRef(new Map<string, string>())
  /** Moves are sent one after another, so that each names the version that the one before it has written. */
  const lastMove = useRef<Promise<unknown>>(Promise.resolve())
  const send = async (entry: Entry, before: Entry) => {
    const own = written.current.get(keyOf(entry)) ?? ''
    for (let updatedAt = own > entry.updatedAt ? own : entry.updatedAt; ;) {
      try {
        const reply = await changes[entry.kind].mutateAsync(inputOf({ ...entry, updatedAt }))
        written.current.set(keyOf(entry), (reply.data as { updatedAt: string }).updatedAt)
        return reply
      } catch (error) {
        const current = conflictingRecord(failureOf(error))
        if (!current || ![before, entry].some((one) => isOnDayOf(current, one))) throw error
        updatedAt = current.updatedAt
      }
    }
  }
  const showEntry = (entry: Entry) =>
    change(({ entries, ...rest }) => ({
      ...rest,
      entries: entries.map((one) => (keyOf(one) === keyOf(entry) ? entry : one)),
    }))
  const save = async (entry: Entry, before: Entry) => {
    await showEntry(entry)
    try {
      const sent = lastMove.current.then(() => send(entry, before))
      lastMove.current = sent.catch(() => undefined)
      return await sent
    } catch (error) {
      await showEntry(before)
      void refresh()
      toast.failure(failureOf(error))
      return undefined
    }
  }
  return async (entry: Entry, day: string) => {
    if (day === entry.day) return
    const moved = movedTo(entry, day, zone)
    const reply = await save(moved, entry)
    if (!reply) return
    const { updatedAt } = reply.data as { updatedAt: string }
    const undo = () => void save({ ...entry, updatedAt }, { ...moved, updatedAt })
    toast.show({
      title: t(reply.responseStatus),
      text: t('“{title}” is now on {day}.', { title: entry.title, day: dayInSentence(day) }),
      action: toast.undoAction(undo),
    })
  }
}
