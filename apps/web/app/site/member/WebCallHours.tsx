import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { WebCallHours as Hours } from '@tradewind/contract/site/member/webCall.contract'
import { webCallPolicy } from '@tradewind/contract/site/policies'
import { useEffect, useRef } from 'react'
import { useCachedAnswer, useCall, useSend } from '#kit/api/query'
import { guard } from '#kit/guard'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { DateInput } from '#ui/form/DateInput'
import { Picker } from '#ui/form/Picker'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useStoredDraft'
import { Card } from '#ui/page/Card'
import { Notice } from '#ui/page/Notice'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { formatDay } from '#ui/values/dates'

export const handle = { name: phrase('My hours') }
export const clientLoader = guard({ rules: webCallPolicy.hours })

/** The hours when members can book calls with the signed-in user. */
export default function WebCallHours() {
  const t = useText()
  const timeZone = useZone()
  const read = useCall('GET /api/webCall/hours', {}, { refetchOnMount: true })
  return (
    <Stack>
      <PageHeader title={t('My hours')} trail={[{ text: t('Web calls'), path: 'webCall/list' }]} />
      <QueryContent of={read} height={420}>
        {(hours) => <HoursForm hours={hours ?? { timeZone, weekly: [], daysOff: [], meetingLink: null }} />}
      </QueryContent>
    </Stack>
  )
}

const example = '09:00-12:00, 14:00-16:30'
const days = [1, 2, 3, 4, 5, 6, 7]
/** All time zones, with the saved one: `UTC` is not in the browser's list. */
const zonesWith = (zone: string) =>
  [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))

/** The values of the form. The times of each day are as they are typed. */
interface Values extends Pick<Hours, 'timeZone' | 'daysOff'> {
  times: Readonly<Record<number, string>>
  meetingLink: string
  /** Days off that are entered, and not added yet. */
  enteredOff: DaysOffEntry
}
type DaysOffEntry = Hours['daysOff'][number]

const noDaysOff: DaysOffEntry = { from: '', until: '' }

/** The days off with those that are entered, one day if the other end is missing. */
const withEntered = (daysOff: Hours['daysOff'], { from, until }: DaysOffEntry) =>
  from || until ? [...daysOff, { from: from || until, until: until || from }] : daysOff

const valuesOf = ({ timeZone, weekly, daysOff, meetingLink }: Hours): Values => ({
  timeZone,
  times: Object.fromEntries(days.map((day) => [day, formatTimes(weekly, day)])),
  daysOff,
  meetingLink: meetingLink ?? '',
  enteredOff: noDaysOff,
})

/** What was typed over the saved hours: it survives a reload, an ended session, and leaving the page. */
const useHours = (hours: Hours) => {
  const draft = useDraft('webCall/hours', JSON.stringify(valuesOf(hours)))
  // A draft of an earlier version has no entered days.
  const values: Values = { enteredOff: noDaysOff, ...(JSON.parse(draft.text) as Omit<Values, 'enteredOff'>) }
  const { timeZone, times, daysOff, meetingLink, enteredOff } = values
  const read = days.map((day) => ({ day, times: parseTimes(times[day] ?? '', day) }))
  const wrong = read.filter(({ times: found }) => !found).map(({ day }) => day)
  const sent = {
    timeZone,
    weekly: read.flatMap(({ times: found }) => found ?? []),
    daysOff: withEntered(daysOff, enteredOff),
    meetingLink,
  }
  return { draft, values, type: (change: Partial<Values>) => draft.type(JSON.stringify({ ...values, ...change })), wrong, sent }
}

/** Saves the hours and shows them. What is typed meanwhile stays. */
const useSaveHours = ({ draft, sent }: ReturnType<typeof useHours>) => {
  const toast = useToast()
  const { refresh } = useCachedAnswer('GET /api/webCall/hours', {})
  const { mutateAsync, isPending, error } = useSend('PUT /api/webCall/hours')
  const save = async () => {
    const reply = await mutateAsync(sent).catch(() => null) // the error is shown above the form
    if (!reply) return
    toast.reply(reply)
    await refresh()
    draft.settle(draft.text, JSON.stringify(valuesOf(reply.data)))
  }
  return { save, isPending, error }
}

const HoursForm = ({ hours }: { hours: Hours }) => {
  const t = useText()
  const language = useLanguage()
  const edited = useHours(hours)
  const { draft, type, wrong } = edited
  const { timeZone, times, daysOff, meetingLink, enteredOff } = edited.values
  const { save, isPending, error } = useSaveHours(edited)
  const dayNames = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  const nameOf = (day: number) => dayNames.format(Date.UTC(2024, 0, day))
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  // The button is disabled while the hours are sent, which takes its focus.
  useEffect(() => {
    if (error) focusInvalid()
  }, [error])
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (wrong.length === 0) void save()
    else focusInvalid()
  }
  return (
    <form noValidate ref={form} onSubmit={submit}>
      <Stack maw={720}>
        {draft.isRestored && <Restored onDiscard={draft.discard} isOutdated={draft.isOutdated} />}
        {error && (
          <Notice kind="bad">{[t(error.message), ...Object.values(error.fields).map((fault) => t(fault))].join(' · ')}</Notice>
        )}
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack>
            <Picker
              name="timeZone"
              label={t('Time zone')}
              data={zonesWith(timeZone)}
              value={timeZone}
              onChange={(zone) => type({ timeZone: zone ?? timeZone })}
            />
            <Text size="sm" c="dimmed">
              {t('Write full and half hours, such as {example}. Nobody can book on a day that is empty.', { example })}
            </Text>
            {days.map((day) => (
              <TextInput
                key={day}
                label={nameOf(day)}
                value={times[day] ?? ''}
                placeholder={example}
                onChange={({ currentTarget: { value } }) => type({ times: { ...times, [day]: value } })}
                error={wrong.includes(day) && t('Write full and half hours, such as {example}', { example })}
              />
            ))}
            <TextInput
              type="url"
              label={t('Link of the meeting')}
              description={t('Used for new calls. You can set another link for each call.')}
              placeholder="https://"
              value={meetingLink}
              onChange={({ currentTarget: { value } }) => type({ meetingLink: value })}
              error={error?.fields['meetingLink'] && t(error.fields['meetingLink'])}
            />
          </Stack>
        </Paper>
        <DaysOff of={daysOff} entered={enteredOff} onChange={type} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface DaysOffProps {
  of: Hours['daysOff']
  entered: DaysOffEntry
  onChange: (change: Partial<Pick<Values, 'daysOff' | 'enteredOff'>>) => void
}

/** Days on which nobody can book. Those that are entered are saved, too. */
const DaysOff = ({ of, entered, onChange }: DaysOffProps) => {
  const t = useText()
  const { from, until } = entered
  const enter = (change: Partial<DaysOffEntry>) => onChange({ enteredOff: { ...entered, ...change } })
  const add = () => onChange({ daysOff: withEntered(of, entered), enteredOff: noDaysOff })
  return (
    <Card title={t('Days off')} description={t('Calls that are booked on them stay: cancel them one by one.')}>
      {of.map((off) => (
        <Group key={`${off.from} ${off.until}`} justify="space-between">
          <Text>{[...new Set([formatDay(off.from), formatDay(off.until)])].join(' – ')}</Text>
          <Button variant="default" size="compact-md" onClick={() => onChange({ daysOff: of.filter((one) => one !== off) })}>
            {t('Remove')}
          </Button>
        </Group>
      ))}
      <Group align="flex-end">
        <DateInput name="offFrom" label={t('First day')} value={from} onChange={(day) => enter({ from: day })} maw={180} />
        <DateInput name="offUntil" label={t('Last day')} value={until} onChange={(day) => enter({ until: day })} maw={180} />
        <Button variant="default" disabled={!from || (until !== '' && until < from)} onClick={add}>
          {t('Add')}
        </Button>
      </Group>
    </Card>
  )
}

type Times = Hours['weekly']

const timeRangePattern = /^(\d{1,2}):([03]0)\s*[-–]\s*(\d{1,2}):([03]0)$/

/** Parses the times of a day: `09:00-12:00, 14:00-16:30`. Undefined if they are invalid. */
const parseTimes = (typed: string, day: number): Times | undefined => {
  const parts = typed
    .split(/[,;]/)
    .map((text) => text.trim())
    .filter(Boolean)
  const found = parts.map((text) => {
    const [, hour = '', minute, endHour = '', endMinute] = timeRangePattern.exec(text) ?? []
    const [from, until] = [`${hour.padStart(2, '0')}:${minute}`, `${endHour.padStart(2, '0')}:${endMinute}`]
    return hour && from < until && until <= '24:00' ? { day, from, until } : undefined
  })
  return found.every((one) => one !== undefined) ? found : undefined
}

/** Formats times in the same way. */
const formatTimes = (weekly: Times, day: number) =>
  weekly
    .filter((times) => times.day === day)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
    .map(({ from, until }) => `${from}-${until}`)
    .join(', ')
