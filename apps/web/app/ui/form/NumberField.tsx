import { TextInput, type TextInputProps } from '@mantine/core'
import { type NumberSign, parseNumber } from '@tradewind/contract/kit/number'
import { useState } from 'react'
import { useLanguage, useText } from '#kit/text'

/** The sign between thousands, if it is one that other languages put before the decimals. */
const groupSignOf = (language: string) => {
  const sign = new Intl.NumberFormat(language).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value
  return sign === '.' || sign === ',' ? (sign satisfies NumberSign) : undefined
}

/** The number that a filter or setting holds as text, or the text itself if it is not one, or too long to be exact. */
const numberOrText = (text: string) => (/^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text)

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A number, also as text; another text is shown as it is, with an error. */
  value: number | string
  /** Called with the text itself if that is not a number, or longer than a number can hold exactly. */
  onChange: (value: number | string) => void
  /** Whether thousands are separated. */
  isGrouped?: boolean
}

/**
 * A number, as the reader's language writes it: in German '1.234' is 1234. What was typed stands until the field is left; then it shows how it was read,
 * or that it is not a number.
 */
export const NumberField = ({ value: given, onChange, onBlur, error, isGrouped = false, ...field }: NumberFieldProps) => {
  const t = useText()
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  const value = typeof given === 'number' ? given : numberOrText(given)
  const valueOf = (text: string) => {
    const number = parseNumber(text, groupSignOf(language))
    return number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text.trim()
  }
  const written =
    typeof value === 'number' ? value.toLocaleString(language, { useGrouping: isGrouped, maximumFractionDigits: 20 }) : value
  const isWrong = typed === null && typeof value === 'string' && value.trim() !== ''
  const fault = isWrong && t(parseNumber(value) === undefined ? 'This is not a number' : 'This is too large')
  return (
    <TextInput
      {...field}
      error={error ?? fault}
      inputMode="decimal"
      autoComplete="off"
      value={typed !== null && valueOf(typed) === value ? typed : written}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(valueOf(text))
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
