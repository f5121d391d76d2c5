import { useMemo } from 'react'
import { enterStays } from '#kit/browser/enter'
import { useLanguage, useText } from '#kit/text'
import { OpenField } from '#ui/open/OpenField'
import { type CountryOption, everyCountryIn } from './countries.ts'

interface CountryFieldProps {
  label: string
  name: string
  error?: string | undefined
}

/** Chooses one of all countries, by their names in the page's language. Only in parts that are opened later: the list is long. */
export const CountryField = ({ label, name, error }: CountryFieldProps) => {
  const t = useText()
  const language = useLanguage()
  const { countries, territories } = useMemo(() => everyCountryIn(language), [language])
  return (
    <OpenField label={label} error={error} required>
      {(props) => (
        <select {...props} onKeyDown={enterStays} name={name} defaultValue="" autoComplete="country">
          <option value="">{t('Choose a country')}</option>
          <Group label={t('Countries')} among={countries} />
          <Group label={t('Territories')} among={territories} />
        </select>
      )}
    </OpenField>
  )
}

const Group = ({ label, among }: { label: string; among: readonly CountryOption[] }) => (
  <optgroup label={label}>
    {among.map(({ code, name }) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </optgroup>
)
