import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { dateLocale } from '@tradewind/contract/kit/locale'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '#kit/text'
import { addDays, today } from '#ui/values/dates'
import styles from './calendar.module.css'

/** The same day of another month, or its last day if it is shorter. */
export const addMonths = (from: string, months: number) => {
  const [year = 0, month = 1, dayOfMonth = 1] = from.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(dayOfMonth, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** 0 is Monday. */
const weekdayOf = (at: string) => (new Date(at).getUTCDay() + 6) % 7

/** The six weeks, from Monday to Sunday, that show the month of a day. */
export const weeksOf = (at: string) => {
  const first = `${at.slice(0, 7)}-01`
  const start = addDays(first, -weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (__, weekday) => addDays(start, week * 7 + weekday)))
}

interface CalendarProps {
  /** The chosen day, as 'YYYY-MM-DD'; without one the calendar shows today. */
  value: string | null
  onChoose: (day: string) => void
}

/** The day that a key moves to: arrows by days and weeks, Home and End in the week, Page Up and Page Down by months, with Shift by years. */
const dayAfterKey = ({ key, shiftKey }: KeyboardEvent, from: string) => {
  const months = shiftKey ? 12 : 1
  const dayByKey: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(from, -1),
    ArrowRight: () => addDays(from, 1),
    ArrowUp: () => addDays(from, -7),
    ArrowDown: () => addDays(from, 7),
    Home: () => addDays(from, -weekdayOf(from)),
    End: () => addDays(from, 6 - weekdayOf(from)),
    PageUp: () => addMonths(from, -months),
    PageDown: () => addMonths(from, months),
  }
  return dayByKey[key]?.()
}

/** A month to pick a day from, with the mouse or by keyboard. */
export const Calendar = ({ value, onChoose }: CalendarProps) => {
  const [at, setAt] = useState(value ?? today())
  const [isFollowed, setFollowed] = useState(false)
  const month = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (isFollowed) month.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
  }, [at, isFollowed])
  const onKeyDown = (event: KeyboardEvent) => {
    const target = dayAfterKey(event, at)
    if (!target) return
    event.preventDefault()
    setFollowed(true)
    setAt(target)
  }
  const turnMonths = (months: number) => {
    setFollowed(false)
    setAt(addMonths(at, months))
  }
  return (
    <div className={styles.calendar}>
      <Months at={at} onChangeMonth={turnMonths} />
      <table ref={month} className={styles.month}>
        <Weekdays />
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <Day day={day} at={at} isSelected={day === value} onKeyDown={onKeyDown} onClick={() => onChoose(day)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayProps {
  day: string
  /** The day with keyboard focus: only one day of the month can be reached by Tab. */
  at: string
  isSelected: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onClick: () => void
}

const Day = ({ day, at, isSelected, ...rest }: DayProps) => {
  const inFull = new Intl.DateTimeFormat(dateLocale(useLanguage()), { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <UnstyledButton
      {...rest}
      tabIndex={day === at ? 0 : -1}
      data-autofocus={day === at || undefined}
      className={styles.day}
      aria-label={inFull.format(new Date(day))}
      aria-current={day === today() ? 'date' : undefined}
      aria-pressed={isSelected}
      data-outside={day.slice(0, 7) !== at.slice(0, 7) || undefined}
      data-mantine-stop-propagation="true"
    >
      {Number(day.slice(8))}
    </UnstyledButton>
  )
}

const Months = ({ at, onChangeMonth }: { at: string; onChangeMonth: (months: number) => void }) => {
  const t = useText()
  const month = new Intl.DateTimeFormat(useLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const turns = [
    { months: -12, label: t('Previous year'), Icon: IconChevronsLeft },
    { months: -1, label: t('Previous month'), Icon: IconChevronLeft },
    { months: 1, label: t('Next month'), Icon: IconChevronRight },
    { months: 12, label: t('Next year'), Icon: IconChevronsRight },
  ].map(({ months, label, Icon }) => (
    <ActionIcon
      key={months}
      variant="subtle"
      aria-label={label}
      title={label}
      data-mantine-stop-propagation="true"
      onClick={() => onChangeMonth(months)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  ))
  return (
    <Group justify="space-between" gap={4} mb={4} wrap="nowrap">
      {turns.slice(0, 2)}
      <Text size="sm" fw={600} flex={1} ta="center" aria-live="polite">
        {month.format(new Date(at))}
      </Text>
      {turns.slice(2)}
    </Group>
  )
}

/** Starting with Monday, abbreviated in the user's language. */
const Weekdays = () => {
  const language = useLanguage()
  const [short, long] = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }),
  )
  return (
    <thead>
      <tr>
        {weeksOf('2026-02-01')[0]?.map((day) => (
          <th key={day} scope="col" abbr={long?.format(new Date(day))}>
            {short?.format(new Date(day)).slice(0, 2)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
