import { Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { DateInput, leaveAfterPress, parseTime } from '#ui/form/DateInput'
import type { FieldProps } from '#ui/form/FormPage'
import { joinMoment, splitMoment } from './moment.ts'

/** A day and a time, in the user's time zone. */
export const MomentInput = ({ value, onChange, id, name, required, error }: FieldProps) => {
  const t = useText()
  const zone = useZone()
  const { day, time } = splitMoment(String(value), zone)
  const commonProps = { required, error: error !== null }
  return (
    <div>
      <Group align="flex-start" gap="sm">
        <DateInput
          {...commonProps}
          id={id}
          name={name}
          label={t('Date')}
          value={day}
          aria-describedby={`${id}-about`}
          onChange={(typed) => onChange(joinMoment(typed, time))}
        />
        <TimeInput
          {...commonProps}
          label={t('Time')}
          value={time}
          aria-describedby={`${id}-about`}
          onChange={(typed) => onChange(joinMoment(day, typed))}
        />
      </Group>
      <Text id={`${id}-about`} size="xs" mt={4} c={error ? 'var(--mantine-color-error)' : 'dimmed'}>
        {error ?? t('In the time zone {zone}', { zone })}
      </Text>
    </div>
  )
}

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** The time as 'HH:MM', empty, or the typed text if it is not a time. */
  value: string
  onChange: (value: string) => void
}

/** A time of day, typed, shown as HH:MM. */
export const TimeInput = ({ value, onChange, error, ...rest }: TimeInputProps) => {
  const t = useText()
  const [text, setText] = useState(value)
  const [isTyping, setTyping] = useState(false)
  const displayed = (parseTime(text) ?? text.trim()) === value ? text : value
  const isWrong = displayed.trim() !== '' && parseTime(displayed) === null && (!isTyping || Boolean(error))
  return (
    <TextInput
      {...rest}
      value={displayed}
      error={isWrong ? t('This is not a time. Write it like 14:30.') : error}
      inputMode="numeric"
      autoComplete="off"
      onChange={({ currentTarget: { value: typed } }) => {
        setTyping(true)
        setText(typed)
        onChange(parseTime(typed) ?? typed.trim())
      }}
      onBlur={(event) =>
        leaveAfterPress(event, () => {
          setTyping(false)
          setText(value)
        })
      }
    />
  )
}
