import { z } from 'zod'
import { customIn, customOut, sortQuery } from '../kit/custom/custom.values.ts'
import { byId, countCalls, crud, endpoint, id, searchTerm } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, inputSchema, recordSchema, whereOf } from '../kit/entitySchemas.ts'
import { exportCalls } from '../kit/export.ts'
import { yesOrNo } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { massUpload } from '../kit/massUpload.ts'
import { say } from '../kit/say.ts'
import { historyOf } from '../platform/policies.ts'
import { matchReasons } from './bulk/merge.constants.ts'
import { mergeCalls } from './bulk/merge.contract.ts'
import { companyFields } from './company.fields.ts'
import { companyPolicy } from './policies.ts'

export const CompanyInput = inputSchema(companyFields).extend({ custom: customIn })
export type CompanyInput = z.output<typeof CompanyInput>

export const Company = recordSchema(companyFields).extend({ custom: customOut })
export type Company = z.output<typeof Company>

/** A possible duplicate: by its name, its website, its tax number, or several of them. */
export const SimilarCompany = z.object({
  uniqueId: id,
  legalName: z.string(),
  country: Company.shape.country,
  by: z.array(z.enum(matchReasons)),
})
export type SimilarCompany = z.output<typeof SimilarCompany>

const sorts = sortsOf(companyFields)
const lists = { sorts, filters: { ...filtersOf(companyFields), ...whereOf(companyFields, 'custom') } }

const calls = crud('/api/company', {
  name: 'company',
  record: Company,
  input: CompanyInput,
  policy: companyPolicy,
  ...lists,
})

const exports = exportCalls('/api/company', 'companies', { access: companyPolicy.export, ...lists })

export const companyApi = {
  ...calls,
  list: {
    ...calls.list,
    about: 'With `with=lastReport`, each company has the day of its newest report that the user may see.',
    input: calls.list.input.extend({ ...sortQuery(sorts), with: z.literal('lastReport').optional() }),
    reply: z.array(Company.extend({ lastReport: z.string().nullable().optional() })),
  },
  remove: {
    ...calls.remove,
    about:
      'Moves a company to the trash for 30 days. If contacts, reports or places in projects belong to it, returns 409 with their number. With `cascade`, they are moved to the trash with it, and restored with it.',
    input: byId.extend({ cascade: yesOrNo.optional() }),
  },
  ...countCalls('/api/company', 'company', companyPolicy.see, [
    'contact',
    'meetingReport',
    'summary',
    'nextSteps',
    'projectCompany',
  ]),
  ...history('/api/company', 'company', historyOf(companyPolicy)),
  ...mergeCalls('/api/company', { names: 'companies', record: Company, fields: companyFields, policy: companyPolicy }),
  similar: endpoint({
    method: 'GET',
    path: '/api/company/similar',
    access: companyPolicy.compare,
    summary:
      'Lists companies that may be the same as one that is about to be saved: by the name without its legal form, the domain of its website, or its tax number.',
    input: z.strictObject({
      legalName: searchTerm,
      website: z
        .string()
        .max(2048, say('At most {count} characters', { count: 2048 }))
        .optional(),
      taxRefNumber: searchTerm,
      /** The company itself, if it exists, is excluded. */
      butId: id.optional(),
    }),
    reply: z.array(SimilarCompany),
    replyType: 'list',
  }),
  ...massUpload('/api/company', 'companies', companyPolicy.create),
  ...exports,
  export: { ...exports.export, input: exports.export.input.extend(sortQuery(sorts)) },
}
