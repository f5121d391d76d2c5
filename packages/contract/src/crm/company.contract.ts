import type { z } from 'zod'
import { byId, crud } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, inputSchema, recordSchema, whereOf } from '../kit/entitySchemas.ts'
import { exported } from '../kit/export.ts'
import { yesOrNo } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { massUpload } from '../kit/massUpload.ts'
import { historyOf } from '../platform/audit.policy.ts'
import { companyFields } from './company.fields.ts'
import { companyPolicy } from './company.policy.ts'

export const CompanyInput = inputSchema(companyFields)
export type CompanyInput = z.output<typeof CompanyInput>

export const Company = recordSchema(companyFields)
export type Company = z.output<typeof Company>

const lists = { sorts: sortsOf(companyFields), filters: { ...filtersOf(companyFields), ...whereOf(companyFields) } }

const calls = crud('/api/company', {
  name: 'company',
  record: Company,
  input: CompanyInput,
  policy: companyPolicy,
  ...lists,
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
  ...exported('/api/company', 'companies', { who: companyPolicy.export, ...lists }),
}
