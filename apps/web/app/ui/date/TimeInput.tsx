import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useText } from '#kit/text'
import { timeOf } from '#ui/date/dates'

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** The time as 'HH:MM', nothing, or what was typed where that is no time. */
  value: string
  onChange: (held: string) => void
}

/** A time of day, typed, shown as HH:MM. */
export const TimeInput = ({ value, onChange, error, ...rest }: TimeInputProps) => {
  const t = useText()
  const [text, setText] = useState(value)
  const [isTyping, setTyping] = useState(false)
  const shown = (timeOf(text) ?? text.trim()) === value ? text : value
  const isWrong = shown.trim() !== '' && timeOf(shown) === null && (!isTyping || Boolean(error))
  return (
    <TextInput
      {...rest}
      value={shown}
      error={isWrong ? t('This is not a time. Write it like 14:30.') : error}
      inputMode="numeric"
      autoComplete="off"
      onChange={({ currentTarget: { value: typed } }) => {
        setTyping(true)
        setText(typed)
        onChange(timeOf(typed) ?? typed.trim())
      }}
      onBlur={() => {
        setTyping(false)
        setText(value)
      }}
    />
  )
}
