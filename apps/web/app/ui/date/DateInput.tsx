import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { Calendar } from '#ui/date/Calendar'
import { isoFromInput, isoOf, isWrongDay, inputFromIso } from '#ui/date/dates'

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** The day as 'YYYY-MM-DD', nothing, or what was typed where that is no day. */
  value: string
  onChange: (held: string) => void
}

/** A day, typed or picked, shown as DD-MM-YYYY. A text that is no day is kept, and said to be none once the field is left. */
export const DateInput = ({ value, onChange, error, ...rest }: DateInputProps) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { text, isTyping, type, leave } = useTypedText(value, onChange)
  const isWrong = isWrongDay(text) && (!isTyping || Boolean(error))
  const choose = (day: string) => {
    onChange(day)
    setOpen(false)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <TextInput
      placeholder={t('DD-MM-YYYY')}
      {...rest}
      ref={input}
      value={text}
      error={isWrong ? t('This is not a date. Write it like 31-12-2026.') : error}
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={onKeyDown}
      rightSectionPointerEvents="all"
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} onClose={() => input.current?.focus()} position="bottom-end" trapFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={rest.disabled ?? false}
              aria-label={t('Open the calendar')}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('Calendar')}>
            <Calendar chosen={isoOf(text)} onChoose={choose} />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}

/** The text of a field whose form holds a day: as it is typed, and as DD-MM-YYYY once the field is left or another day is put in. */
const useTypedText = (value: string, onChange: (held: string) => void) => {
  const [text, setText] = useState(inputFromIso(value))
  const [before, setBefore] = useState(value)
  const [isTyping, setTyping] = useState(false)
  if (value !== before) {
    setBefore(value)
    if (isoFromInput(text) !== value) setText(inputFromIso(value))
  }
  const type = (typed: string) => {
    setTyping(true)
    setText(typed)
    onChange(isoFromInput(typed))
  }
  const leave = () => {
    setTyping(false)
    setText(inputFromIso(text))
  }
  return { text, isTyping, type, leave }
}
