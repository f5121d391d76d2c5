import { Select } from '@mantine/core'
import { countries, territories } from '@tradewind/contract/countries'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'

/** A country by its English short name, found by any part of it. */
export const CountrySelect = (field: FieldProps) => {
  const t = useText()
  const data = [
    { group: t('Countries'), items: countries.map(({ name }) => name) },
    { group: t('Territories'), items: territories.map(({ name }) => name) },
  ]
  return (
    <Select {...field} data={data} searchable clearable={false} nothingFoundMessage={t('No such country')} autoComplete="off" />
  )
}
