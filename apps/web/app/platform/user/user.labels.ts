import { specsOf } from '@tradewind/contract/kit/entityFields'
import type { User } from '@tradewind/contract/platform/user.contract'
import { roleNames, stateNames, userFields } from '@tradewind/contract/platform/user.fields'
import { type Role, roles } from '@tradewind/contract/roles'
import { type Translate } from '#kit/text'
import { countryLabel } from '#ui/entity/useCountryOptions'
import { formatValue } from '#ui/entity/words'

/** The labels of the fields, in forms, details and history. */
export const labelsIn = (t: Translate) => {
  const labels = Object.fromEntries(specsOf(userFields).map(([field, { label }]) => [field, t(label)]))
  return { ...(labels as Record<keyof typeof userFields, string>), allowedCountries: t('Allowed Countries') }
}

const isRole = (value: unknown): value is Role => (roles as readonly unknown[]).includes(value)
const isState = (value: unknown): value is User['state'] => typeof value === 'string' && Object.hasOwn(stateNames, value)

const inPlainWords = (t: Translate, value: unknown): unknown => {
  if (isRole(value)) return t(roleNames[value])
  if (isState(value)) return t(stateNames[value])
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  return value
}

/** A field's value as text. Countries are names or, in the history, codes. */
export const showIn =
  (t: Translate) =>
  (field: string, value: unknown): string => {
    const values = [value].flat()
    if (field !== 'allowedCountries' && field !== 'userCompanyCountry')
      return formatValue(values.map((one) => inPlainWords(t, one)))
    return formatValue(values.map((one) => (typeof one === 'string' ? countryLabel(one, t) : one)))
  }
