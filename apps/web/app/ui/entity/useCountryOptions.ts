import { countries, type CountryCode, territories } from '@tradewind/contract/countries'
import { useMemo } from 'react'
import { useLanguage, useText } from '#kit/text'

interface Country {
  code: CountryCode
  /** The English short name. */
  name: string
}

/**
 * All countries and territories, as options of a picker. One with a different name in the reader's language is found by either name: 'Germany
 * (Deutschland)'. `value`: the property of a country that is the option's value.
 */
export const useCountryOptions = (value: keyof Country) => {
  const t = useText()
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    const labelOf = ({ code, name }: Country) => {
      const localName = language === 'en' ? name : names.of(code)
      return localName && localName !== name ? `${name} (${localName})` : name
    }
    const toOptions = (all: readonly Country[]) => all.map((country) => ({ value: country[value], label: labelOf(country) }))
    return [
      { group: t('Countries'), items: toOptions(countries) },
      { group: t('Territories'), items: toOptions(territories) },
    ]
  }, [t, language, value])
}
