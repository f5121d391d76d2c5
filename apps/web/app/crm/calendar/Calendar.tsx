import { Alert, Anchor, Button, Group, Kbd, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCalendar, IconCalendarShare } from '@tabler/icons-react'
import { MAX_ENTRIES } from '@tradewind/contract/crm/calendar.constants'
import { calendarPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useState } from 'react'
import { Link } from 'react-router'
import { CloseTaskButton } from '#crm/nextSteps/CloseTaskButton'
import { useCachedAnswer, useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { guard } from '#kit/guard'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { Menu } from '#ui/page/floating'
import { EmptyState, ErrorState } from '#ui/page/states'
import { RowMenu } from '#ui/record/RowMenu'
import { Badge } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { today } from '#ui/values/dates'
import { useFormatCount } from '#ui/values/figures'
import { CalendarHead, useCreateActions } from './CalendarHead.tsx'
import { DayTable, useFullDay } from './DayTable.tsx'
import { byDayOf, detailOf, type Entry, keyOf, kindWords, useTimeOf } from './entries.tsx'
import { MoveTo, useMove } from './MoveTo.tsx'
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
  const { data, error, refetch } = useCall('GET /api/calendar/', query, { keepsPreviousData: true })
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
          entries={data?.entries}
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
const Agenda = ({ entries, onMoveTo }: AgendaProps) => (
  <Stack gap="lg" className="quiet-links">
    {[...byDayOf(entries.toSorted((one, other) => one.day.localeCompare(other.day)))].map(([day, ofDay]) => (
      <Day key={day} day={day} entries={ofDay} onMoveTo={onMoveTo} />
    ))}
  </Stack>
)

const Day = ({ day, entries, onMoveTo }: AgendaProps & { day: string }) => {
  const t = useText()
  const full = useFullDay()
  const zone = useZone()
  return (
    <section aria-labelledby={`day-${day}`}>
      <Group gap="xs" mb={4}>
        <Title order={3} size="h5" id={`day-${day}`}>
          {full(day)}
        </Title>
        {day === today(zone) && <Badge>{t('Today')}</Badge>}
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
