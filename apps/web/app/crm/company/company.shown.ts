import { countryName, isCountryCode } from '@tradewind/contract/countries'
import { type CompanyType, typeNames } from '@tradewind/contract/crm/company.words'
import type { Say } from '#kit/text'
import { inWords } from '#ui/values/words'

const isType = (value: unknown): value is CompanyType => typeof value === 'string' && Object.hasOwn(typeNames, value)

/** A field's value in words. The country stands as its name or, in the history, as its code. */
export const showIn =
  (t: Say) =>
  (field: string, value: unknown): string =>
    inWords(
      [value].flat().map((one: unknown) => {
        if (isType(one)) return t(typeNames[one])
        return field === 'country' && typeof one === 'string' && isCountryCode(one) ? countryName(one) : one
      }),
    )
