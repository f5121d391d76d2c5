import { Button, Group, Stack, Text } from '@mantine/core'
import type { CalendarKind } from '@tradewind/contract/crm/calendar.constants'
import { useRef, useState } from 'react'
import type { Input } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useCachedAnswer, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { Dialog } from '#ui/dialog/Dialog'
import { DateInput, parseDay } from '#ui/form/DateInput'
import { splitMoment, toInstant } from '#ui/form/moment'
import { useToast } from '#ui/page/toast'
import { dayInSentence } from '#ui/values/dayInSentence'
import { type Entry, keyOf } from './entries.tsx'

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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit">{t('Move')}</Button>
        </Group>
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

/** Moves an entry to another day by the call of its kind. Optimistic: shown there immediately, reverted if the server rejects it. Offers Undo. */
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
  const send = async (entry: Entry) => {
    const own = written.current.get(keyOf(entry)) ?? ''
    const updatedAt = own > entry.updatedAt ? own : entry.updatedAt
    const reply = await changes[entry.kind].mutateAsync(inputOf({ ...entry, updatedAt }))
    written.current.set(keyOf(entry), (reply.data as { updatedAt: string }).updatedAt)
    return reply
  }
  const showEntry = (entry: Entry) =>
    change(({ entries, ...rest }) => ({
      ...rest,
      entries: entries.map((one) => (keyOf(one) === keyOf(entry) ? entry : one)),
    }))
  const save = async (entry: Entry, before: Entry) => {
    await showEntry(entry)
    try {
      const sent = lastMove.current.then(() => send(entry))
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
