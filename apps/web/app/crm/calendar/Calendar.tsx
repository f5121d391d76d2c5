import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { MOST_ENTRIES } from '@tradewind/contract/crm/calendar.kinds'
import { calendarPolicy } from '@tradewind/contract/crm/policies'
import { useState } from 'react'
import { useCall } from '#kit/api/query'
import { useNarrow } from '#kit/browser/narrow'
import { guard } from '#kit/guard'
import { phrase, useLanguage, useText } from '#kit/text'
import { EmptyState } from '#ui/page/EmptyState'
import { ErrorState } from '#ui/page/ErrorState'
import { useFigure } from '#ui/values/useFigure'
import { Agenda } from './Agenda.tsx'
import { CalendarHead, useMakes } from './CalendarHead.tsx'
import { DayTable } from './DayTable.tsx'
import type { Entry } from './kinds.ts'
import { MoveTo } from './MoveTo.tsx'
import { spanOf, spanTitle, weeksIn } from './span.ts'
import { useCalendarAddress } from './useCalendarAddress.ts'
import { useMove } from './useMove.ts'

export const handle = { name: phrase('Calendar') }
export const clientLoader = guard({ rules: calendarPolicy.see })

/** Entries that a day of the month shows. */
const MOST_OF_DAY = 3

/** Events, meetings, tasks and next contacts by day: a month, a week, a day, or the agenda of the next weeks. */
export default function Calendar() {
  const address = useCalendarAddress()
  const { view, day, kinds, mine } = address
  const asked = { ...spanOf(view, day), kinds: kinds.join(','), ...(mine && { mine }) }
  const { data, error, refetch } = useCall('GET /api/calendar/', asked, { keeps: true })
  const move = useMove(asked)
  const [movingTo, setMovingTo] = useState<Entry | null>(null)
  const [newOn, setNewOn] = useState<string | null>(null)
  return (
    <Stack gap="md">
      <CalendarHead address={address} newOn={newOn} onNew={setNewOn} />
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
  const figure = useFigure()
  return (
    <Alert color="signal" role="status">
      {t('These are the first {count} entries. Choose fewer kinds, or fewer days.', { count: figure(MOST_ENTRIES) })}
    </Alert>
  )
}

interface DaysProps {
  address: ReturnType<typeof useCalendarAddress>
  /** Undefined while they are on their way. */
  entries: readonly Entry[] | undefined
  onMove: (entry: Entry, day: string) => void
  onMoveTo: (entry: Entry) => void
  onNew: (day: string) => void
}

const Days = ({ address, entries, onMove, onMoveTo, onNew }: DaysProps) => {
  const language = useLanguage()
  const isNarrow = useNarrow()
  const { view, day, change, addressAfter } = address
  const isTable = view === 'month' || (view === 'week' && !isNarrow)
  if (!isTable) return <Listed entries={entries} onMoveTo={onMoveTo} onNew={() => onNew(day)} />
  return (
    <DayTable
      weeks={weeksIn(view, day)}
      {...(view === 'month' && { month: day.slice(0, 7) })}
      most={view === 'month' ? MOST_OF_DAY : Infinity}
      day={day}
      entries={entries ?? []}
      label={spanTitle(view, day, language)}
      addressOf={(to) => addressAfter({ view: 'day', day: to })}
      onDay={(to) => change({ day: to }, { replace: true })}
      onNew={onNew}
      onMove={onMove}
    />
  )
}

const Listed = ({ entries, onMoveTo, onNew }: Pick<DaysProps, 'entries' | 'onMoveTo'> & { onNew: () => void }) => {
  const t = useText()
  const mayMake = useMakes().length > 0
  if (!entries) return <Skeleton height={320} />
  if (entries.length > 0) return <Agenda entries={entries} onMoveTo={onMoveTo} />
  return (
    <EmptyState
      icon={IconCalendar}
      title={t('Nothing on these days')}
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
