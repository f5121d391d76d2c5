import { z } from 'zod'
import { countryIn, countryOut } from '../kit/country.ts'
import { byId, crud, needle, stamped } from '../kit/endpoint.ts'
import { exported } from '../kit/export.ts'
import { atMost, optionalText, text, webAddress, yesOrNo } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { massUpload } from '../kit/massUpload.ts'
import { historyOf } from '../platform/audit.policy.ts'
import { companyPolicy } from './company.policy.ts'

export const companyTypes = [
  'MANUFACTURER_BRAND',
  'IMPORTER_DISTRIBUTOR',
  'TECH_SOLUTION_PROVIDER',
  'ENGINEERING_SERVICES',
  'SYSTEM_INTEGRATORS',
  'CONSULTING_ADVISORY',
  'HR_ACCOUNTING_LEGAL',
  'ASSOCIATION',
  'END_USER',
] as const

export const CompanyInput = z.object({
  legalName: text('Legal name'),
  country: countryIn,
  website: webAddress('Website'),
  companyTypeList: atMost(
    z
      .array(z.enum(companyTypes, 'This is not a company type'), 'Choose at least one type')
      .min(1, 'Choose at least one type')
      .transform((types) => [...new Set(types)]),
    100,
  ),
  address: optionalText('Address', 2000),
  taxRefNumber: optionalText('Tax reference number'),
})

export const Company = z.object({
  ...stamped,
  legalName: z.string(),
  country: countryOut,
  website: z.string(),
  companyTypeList: z.array(z.enum(companyTypes)),
  address: z.string().nullable(),
  taxRefNumber: z.string().nullable(),
})
export type Company = z.output<typeof Company>
export type CompanyInput = z.output<typeof CompanyInput>

const sorts = ['dateCreated', 'legalName', 'country'] as const
const filters = { legalName: needle, country: needle }

const calls = crud('/api/company', {
  name: 'company',
  record: Company,
  input: CompanyInput,
  policy: companyPolicy,
  sorts,
  filters,
})

export const companyApi = {
  ...calls,
  remove: {
    ...calls.remove,
    about:
      'Moves a company to the trash, for 30 days. Where contacts, reports or places in projects belong to it: 409 with how many; with cascade they go with it, and come back with it.',
    input: byId.extend({ cascade: yesOrNo.optional() }),
  },
  ...history('/api/company', 'company', historyOf(companyPolicy)),
  ...massUpload('/api/company', 'companies', companyPolicy.create),
  ...exported('/api/company', 'companies', { who: companyPolicy.export, sorts, filters }),
}
