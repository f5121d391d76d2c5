import type { Company } from '@tradewind/contract/company/company.contract'
import { phrase, type Say } from '#kit/text'
import { inWords } from '#ui/values/words'

export type CompanyType = Company['companyTypeList'][number]

/** The types of company, in the order of the forms. */
export const typeNames: Readonly<Record<CompanyType, string>> = {
  MANUFACTURER_BRAND: phrase('Manufacturer / Brand'),
  IMPORTER_DISTRIBUTOR: phrase('Importer / Distributor'),
  TECH_SOLUTION_PROVIDER: phrase('Tech Solution Provider'),
  ENGINEERING_SERVICES: phrase('Engineering Services'),
  SYSTEM_INTEGRATORS: phrase('System Integrators'),
  CONSULTING_ADVISORY: phrase('Consulting / Advisory'),
  HR_ACCOUNTING_LEGAL: phrase('HR / Accounting / Legal'),
  ASSOCIATION: phrase('Association'),
  END_USER: phrase('End User'),
}

/** How the fields are called, in forms, details and history. */
export const labelsIn = (t: Say) => ({
  legalName: t('Legal Name'),
  country: t('Country'),
  website: t('Website'),
  companyTypeList: t('Company Types'),
  address: t('Address'),
  taxRefNumber: t('Tax Ref Number'),
})

const isType = (value: unknown): value is CompanyType => typeof value === 'string' && Object.hasOwn(typeNames, value)

/** A field's value in words. */
export const showIn =
  (t: Say) =>
  (_: string, value: unknown): string =>
    inWords([value].flat().map((one) => (isType(one) ? t(typeNames[one]) : one)))
