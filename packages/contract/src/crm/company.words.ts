import type { Company } from './company.contract.ts'

const phrase = (english: string) => english

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
