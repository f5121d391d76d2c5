import { countries, type CountryCode, countryName, isCountryCode, territories } from '@tradewind/contract/countries'
import { useMemo } from 'react'
import { type Translate, useLanguage, useText } from '#kit/text'

/** The name of a country in the reader's language, by its code or its English name. The texts of each language have the names of all countries. */
export const countryLabel = (country: string, t: Translate) => t(isCountryCode(country) ? countryName(country) : country)

interface Country {
  code: CountryCode
  /** The English short name. */
  name: string
}

/**
 * All countries and territories by their names in the reader's language, as options of a picker, which finds them by their English names, too. `value`:
 * the property of a country that is the option's value.
 */
export const useCountryOptions = (value: keyof Country) => {
  const t = useText()
  const language = useLanguage()
  return useMemo(() => {
    const { compare } = new Intl.Collator(language)
    const toOptions = (all: readonly Country[]) =>
      all
        .map((country) => ({ value: country[value], label: t(country.name), alias: country.name }))
        .toSorted((one, other) => compare(one.label, other.label))
    return [
      { group: t('Countries'), items: toOptions(countries) },
      { group: t('Territories'), items: toOptions(territories) },
    ]
  }, [t, language, value])
}
