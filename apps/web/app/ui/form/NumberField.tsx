import { TextInput, type TextInputProps } from '@mantine/core'
import { type NumberSign, parseNumber } from '@tradewind/contract/kit/number'
import { useState } from 'react'
import { useLanguage } from '#kit/text'

/** What people write numbers with. */
const otherSigns = /[^\d.,'’\s+\-−]/g

/** The sign between thousands, if it is one that other languages put before the decimals. */
const groupSignOf = (language: string) => {
  const sign = new Intl.NumberFormat(language).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value
  return sign === '.' || sign === ',' ? (sign satisfies NumberSign) : undefined
}

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A text if it is not a number. */
  value: number | string
  /** Called with the text itself if that is not a number, or longer than a number can hold exactly. */
  onChange: (value: number | string) => void
}

/** A number, as the reader's language writes it: in German '1.234' is 1234. What was typed stands until the field is left; then it shows how it was read. */
export const NumberField = ({ value, onChange, onBlur, ...field }: NumberFieldProps) => {
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  const valueOf = (text: string) => {
    const number = parseNumber(text, groupSignOf(language))
    return number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text.trim()
  }
  const written =
    typeof value === 'number' ? value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: 20 }) : value
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={typed !== null && valueOf(typed) === value ? typed : written}
      onChange={(event) => {
        const text = event.currentTarget.value.replace(otherSigns, '')
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
