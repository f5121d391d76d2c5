import { countries, territories } from '@tradewind/contract/countries'
import { type Say, useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { MultiPicker, Picker } from '#ui/picker/Picker'

const all = (t: Say) => [
  { group: t('Countries'), items: countries.map(({ name }) => name) },
  { group: t('Territories'), items: territories.map(({ name }) => name) },
]

/** A country by its English short name, found by any part of it. Where none is required, it can be emptied. */
export const CountrySelect = ({ onChange, ...field }: FieldProps) => {
  const t = useText()
  return (
    <Picker
      {...field}
      onChange={(country) => onChange(country ?? '')}
      clearable={!field.required}
      data={all(t)}
      nothingFoundMessage={t('No such country')}
    />
  )
}

interface CountriesSelectProps extends FieldProps {
  description?: string
}

/** Several countries. */
export const CountriesSelect = (field: CountriesSelectProps) => {
  const t = useText()
  return <MultiPicker {...field} data={all(t)} nothingFoundMessage={t('No such country')} />
}
