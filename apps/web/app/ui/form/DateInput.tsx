import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { Calendar, Popover, useOpenOnFirstUse } from '#ui/page/floating'
import { addDays, today } from '#ui/values/dates'
import { sideOf } from './sideOf.ts'

const dayPattern = /^(\d{1,2})(?:\s*[./\s-]\s*)(\d{1,2})(?:\s*[./\s-]\s*)(\d{4}|\d{2})$/
const isoPattern = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/
const digitsPattern = /^(\d{2})(\d{2})(\d{4})$/

const isoFromParts = (year: string, month: string, dayOfMonth: string) => {
  const full = year.length === 2 ? `20${year}` : year
  const isoDay = `${full}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  const time = Date.parse(`${isoDay}T00:00:00Z`)
  // Date parses 31 February as 3 March.
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(isoDay)
  return exists && full >= '0001' ? isoDay : null
}

/** Parses a typed day to 'YYYY-MM-DD': 1.2.2026, 01-02-2026, 1/2/26, 01022026 and 2026-02-01 are 1 February 2026. Null if it is invalid. */
export const parseDay = (text: string) => {
  const typed = text.trim()
  const [, first, month, last] = dayPattern.exec(typed) ?? digitsPattern.exec(typed) ?? []
  if (first && month && last) return isoFromParts(last, month, first)
  const [, year, monthOfYear, dayOfMonth] = isoPattern.exec(typed) ?? []
  return year && monthOfYear && dayOfMonth ? isoFromParts(year, monthOfYear, dayOfMonth) : null
}

/** Whether the text is not empty and not a day. */
export const isInvalidDay = (text: string) => text.trim() !== '' && parseDay(text) === null

/** The text that a date field shows for its value: a day as DD-MM-YYYY, anything else as it was typed. */
export const inputFromIso = (value: string) => {
  const spelled = parseDay(value)
  return spelled ? spelled.split('-').toReversed().join('-') : value
}

const shortPattern = /^(\d{1,2})\s*[./-]\s*(\d{1,2})\.?$/
const daysAheadPattern = /^\+\s*(\d{1,3})$/

/** The day of a day and a month in the year in which it is closest to another day. */
const closestDay = (dayOfMonth: string, month: string, near: string) => {
  const year = Number(near.slice(0, 4))
  const days = [year, year + 1, year - 1].flatMap((one) => isoFromParts(String(one), month, dayOfMonth) ?? [])
  const distanceOf = (day: string) => Math.abs(Date.parse(day) - Date.parse(near))
  return days.toSorted((one, other) => distanceOf(one) - distanceOf(other))[0] ?? null
}

/** Parses what a user may type for a day: also 1.2, 1/2. and 1-2 without a year, +3 for three days from now, and 'today' and 'tomorrow'. `near`: without a year it is the day closest to this one. */
export const parseTypedDay = (text: string, words: { today: string; tomorrow: string }, now = today(), near = now) => {
  const typed = text.trim().replace("'", '’')
  const isWord = (word: string) => typed.localeCompare(word, undefined, { sensitivity: 'base' }) === 0
  if (isWord(words.today)) return now
  if (isWord(words.tomorrow)) return addDays(now, 1)
  const [, ahead] = daysAheadPattern.exec(typed) ?? []
  if (ahead) return addDays(now, Number(ahead))
  const [, dayOfMonth, month] = shortPattern.exec(typed) ?? []
  return dayOfMonth && month ? closestDay(dayOfMonth, month, near) : parseDay(typed)
}

/** Parses a typed time of day to 'HH:MM': 9:30, 09.30, 930 and 9 h 30 are half past nine. Null if it is invalid. */
export const parseTime = (text: string) => {
  const [, hours = '', minutes = ''] = /^(\d{1,2})(?:\s*[:.h]\s*)?(\d{2})$/i.exec(text.trim()) ?? []
  return hours && Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, '0')}:${minutes}` : null
}

/**
 * Handles that a field was left, but not while a submit button is being pressed: an error below the field would move the button from under the
 * pointer, and the click would be lost.
 */
export const leaveAfterPress = ({ relatedTarget }: FocusEvent, leave: () => void) => {
  if (relatedTarget?.matches('[type=submit]')) setTimeout(leave, 250)
  else leave()
}

/** Pixels. */
const CALENDAR_HEIGHT = 360

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** The day as 'YYYY-MM-DD', empty, or the typed text if it is not a day. */
  value: string
  onChange: (value: string) => void
  /** The distance in days from today near which a day without a year is meant. */
  nearDays?: number
}

/** A day, typed or picked, shown as DD-MM-YYYY. A text that is not a day is kept, and marked as invalid once the user leaves the field. */
export const DateInput = ({ value, onChange, error, nearDays = 0, ...rest }: DateInputProps) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const { opened, setOpened: changeOpened, isUsed, target } = useOpenOnFirstUse()
  const [side, setSide] = useState<ReturnType<typeof sideOf>>('bottom')
  const setOpened = (next: boolean) => {
    if (next) setSide(sideOf(input.current, CALENDAR_HEIGHT))
    changeOpened(next)
  }
  const parse = (typed: string) =>
    parseTypedDay(typed, { today: t('Today'), tomorrow: t('Tomorrow') }, today(), addDays(today(), nearDays))
  const { text, isTyping, type, leave } = useTypedText(value, onChange, parse)
  const isWrong = text.trim() !== '' && !parse(text) && (!isTyping || Boolean(error))
  const choose = (day: string) => {
    onChange(day)
    setOpened(false)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape: the calendar receives the focus only after it has been placed.
    if (event.key === 'Escape') setOpened(false)
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpened(true)
  }
  const openLabel = t('Open the calendar')
  const button = (
    <ActionIcon
      ref={target}
      variant="subtle"
      color="gray"
      disabled={rest.disabled ?? false}
      aria-label={openLabel}
      title={openLabel}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpened(!opened)}
    >
      <IconCalendar size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <TextInput
      placeholder={t('DD-MM-YYYY')}
      {...rest}
      ref={input}
      value={text}
      error={isWrong ? t('This is not a date. Write it like 31-12-2026.') : error}
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => leaveAfterPress(event, leave)}
      onKeyDown={onKeyDown}
      rightSectionPointerEvents="all"
      rightSection={
        isUsed ? (
          <Popover opened={opened} onChange={setOpened} onClose={() => input.current?.focus()} position={`${side}-end`} trapFocus>
            <Popover.Target>{button}</Popover.Target>
            <Popover.Dropdown aria-label={t('Calendar')}>
              <Calendar value={parse(text)} onChoose={choose} />
            </Popover.Dropdown>
          </Popover>
        ) : (
          button
        )
      }
    />
  )
}

/** The text of a date field: as it is typed, and as DD-MM-YYYY once the user leaves the field or its value changes. */
const useTypedText = (value: string, onChange: (next: string) => void, parse: (typed: string) => string | null) => {
  const [text, setText] = useState(inputFromIso(value))
  const [previousValue, setPreviousValue] = useState(value)
  const [isTyping, setTyping] = useState(false)
  const valueOf = (typed: string) => parse(typed) ?? typed.trim()
  if (value !== previousValue) {
    setPreviousValue(value)
    if (valueOf(text) !== value) setText(inputFromIso(value))
  }
  const type = (typed: string) => {
    setTyping(true)
    setText(typed)
    onChange(valueOf(typed))
  }
  const leave = () => {
    setTyping(false)
    setText((typed) => inputFromIso(parse(typed) ?? typed))
  }
  return { text, isTyping, type, leave }
}
