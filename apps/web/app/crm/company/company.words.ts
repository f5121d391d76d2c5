import type { Say } from '#kit/text'

/** How the fields are called, in forms, details and history. */
export const labelsIn = (t: Say) => ({
  legalName: t('Legal Name'),
  country: t('Country'),
  website: t('Website'),
  companyTypeList: t('Company Types'),
  address: t('Address'),
  taxRefNumber: t('Tax Ref Number'),
})
