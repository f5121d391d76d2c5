import { countryName, isCountryCode } from '@tradewind/contract/countries'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { User } from '@tradewind/contract/platform/user.contract'
import { type Role, roles } from '@tradewind/contract/roles'
import { type Translate } from '#kit/text'
import { formatValue } from '#ui/entity/words'

/** The display names of the roles, the highest first. */
export const roleNames: Readonly<Record<Role, string>> = {
  ROLE_SUPER_ADMIN: phrase('Super Admin'),
  ROLE_TENANT_ADMIN: phrase('Tenant Admin'),
  ROLE_ADMIN: phrase('Admin'),
  ROLE_LEVEL3: phrase('Level 3'),
  ROLE_LEVEL2: phrase('Level 2'),
  ROLE_LEVEL1: phrase('Level 1'),
  ROLE_BUISNESS: phrase('Business'),
  ROLE_PRO: phrase('Pro'),
  ROLE_ADVANCE: phrase('Advance'),
  ROLE_BASIC: phrase('Basic'),
  ROLE_STARTER: phrase('Starter'),
  ROLE_FREE: phrase('Free'),
}

export const stateNames: Readonly<Record<User['state'], string>> = {
  INVITED: phrase('Invited'),
  INVITATION_EXPIRED: phrase('Invitation expired'),
  ACTIVE: phrase('Active'),
  DEACTIVATED: phrase('Closed@@account'),
}

/** The labels of the fields, in forms, details and history. */
export const labelsIn = (t: Translate) => ({
  firstName: t('First Name'),
  middleName: t('Middle Name'),
  lastName: t('Last Name'),
  emailAddress: t('Email Address'),
  adminRole: t('Role'),
  allowedCountries: t('Allowed Countries'),
  userCompanyName: t('Company Name'),
  userCompanyCountry: t('Company Country'),
  isPartner: t('Is a Partner'),
})

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
    return formatValue(values.map((one) => (typeof one === 'string' && isCountryCode(one) ? countryName(one) : one)))
  }
