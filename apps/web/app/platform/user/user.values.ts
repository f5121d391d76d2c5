import type { Role } from '@tradewind/contract/roles'

/** What is in the form of a new user. */
export const emptyUser = {
  firstName: '',
  middleName: '',
  lastName: '',
  emailAddress: '',
  adminRole: '' as Role | '',
  allowedCountries: [] as string[],
  userCompanyName: '',
  userCompanyCountry: '',
  isPartner: false,
}
export type UserValues = typeof emptyUser

/** The fields that belong to the chosen role and to the account: what was typed and then hidden is not sent. */
export const sentUser = (fields: Partial<UserValues>, { adminRole }: Pick<UserValues, 'adminRole'>, isMain: boolean) => {
  const { allowedCountries, userCompanyName, userCompanyCountry, isPartner, ...others } = fields
  const given = (name: keyof UserValues, value: unknown) => (value === undefined ? {} : { [name]: value })
  return {
    ...others,
    ...(adminRole === 'ROLE_LEVEL3' && given('allowedCountries', allowedCountries)),
    ...(isMain && {
      ...given('userCompanyName', userCompanyName),
      ...given('userCompanyCountry', userCompanyCountry),
      ...given('isPartner', isPartner),
    }),
  }
}
