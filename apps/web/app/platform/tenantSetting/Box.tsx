import { NumberInput, type NumberInputProps, TextInput } from '@mantine/core'
import { languageNames } from '#kit/languages'
import { useLanguage, useText } from '#kit/text'
import { Picker } from '#ui/picker/Picker'
import type { Decision } from './decisions.ts'

interface BoxProps {
  decision: Decision
  value: string
  onChange: (value: string) => void
  error: string | null
}

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }))
const timeZones = Intl.supportedValuesOf('timeZone')

/** Where a value is written or chosen, as its type asks. */
export const Box = ({ decision: { dataType, name }, value, onChange, error }: BoxProps) => {
  const t = useText()
  const shared = { 'aria-label': t(name), error, flex: 1, maw: 360, value }
  const choosing = { ...shared, onChange: (chosen: string | null) => onChange(chosen ?? '') }
  if (dataType === 'NUMBER') return <Figure {...shared} onFigure={onChange} />
  if (dataType === 'LANGUAGE') return <Picker {...choosing} data={languages} />
  if (dataType === 'TIME_ZONE')
    return (
      <Picker
        {...choosing}
        value={value || null}
        data={timeZones}
        clearable
        placeholder={t('Follows each browser')}
        nothingFoundMessage={t('No such time zone')}
      />
    )
  const isAddress = dataType === 'EMAIL'
  return (
    <TextInput
      {...shared}
      type={isAddress ? 'email' : 'text'}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type FigureProps = Pick<NumberInputProps, 'aria-label' | 'error' | 'flex' | 'maw' | 'value'> & {
  onFigure: (figure: string) => void
}

/** A whole number, its thousands parted as the reader's language does it. */
const Figure = ({ onFigure, ...shared }: FigureProps) => {
  const parts = new Intl.NumberFormat(useLanguage()).formatToParts(1_000_000)
  const thousands = parts.find(({ type }) => type === 'group')?.value ?? ' '
  return (
    <NumberInput
      {...shared}
      allowDecimal={false}
      thousandSeparator={thousands}
      decimalSeparator={thousands === ',' ? '.' : ','}
      onChange={(figure) => onFigure(String(figure))}
    />
  )
}
