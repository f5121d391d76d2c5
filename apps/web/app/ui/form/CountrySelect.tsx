import { countries, territories } from '@tradewind/contract/countries'
import { type Say, useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { MultiPicker, Picker } from '#ui/picker/Picker'

const all = (t: Say) => [
  { group: t('Countries'), items: countries.map(({ name }) => name) },
  { group: t('Territories'), items: territories.map(({ name }) => name) },
]

interface CountrySelectProps extends FieldProps {
  description?: string
  /** Several can be chosen. */
  multiple?: boolean
}

/** A country by its English short name, found by any part of it. Where none is required, it can be emptied. */
export const CountrySelect = ({ multiple = false, onChange, ...field }: CountrySelectProps) => {
  const t = useText()
  const offered = { data: all(t), nothingFoundMessage: t('No such country') }
  if (multiple) return <MultiPicker {...field} {...offered} onChange={onChange} />
  return <Picker {...field} {...offered} onChange={(country) => onChange(country ?? '')} clearable={!field.required} />
}
