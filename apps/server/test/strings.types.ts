import { type companyApi, CompanyInput } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { type FieldSpecs, sortsOf } from '@tradewind/contract/kit/entityFields'
import { filtersOf } from '@tradewind/contract/kit/entitySchemas'
import { sheet } from '@tradewind/workbook/sheet'
import { expectTypeOf } from 'vitest'
import { companies, companyEntity } from '#crm/schema/company.table'
import { compileConditionsOf } from '#kit/record/conditions'
import { entity } from '#kit/record/entity'
import { importSpec } from '#kit/record/importSpec'
import { exportColumns } from '#kit/record/sheets'

// Code that must not compile. The type check fails where the line below an expected error has none.

expectTypeOf(sortsOf(companyFields)).toEqualTypeOf<('legalName' | 'country' | 'dateCreated')[]>()
expectTypeOf<keyof ReturnType<typeof filtersOf<typeof companyFields>>>().toEqualTypeOf<'legalName' | 'country'>()

const rest = {
  name: 'company',
  table: companies,
  policy: companyPolicy,
  title: 'legalName',
  fields: companyFields,
  conditions: { projects: companies.uniqueId, lastReport: companies.uniqueId },
} as const
const sorts = { legalName: companies.nameKey, country: companies.countryKey }

entity<typeof companies, typeof companyApi, typeof companyFields>({ ...rest, sorts })
// @ts-expect-error -- a sort order that the contract names is missing
entity<typeof companies, typeof companyApi, typeof companyFields>({ ...rest, sorts: { legalName: companies.nameKey } })
// @ts-expect-error -- no call sorts by this
entity<typeof companies, typeof companyApi, typeof companyFields>({ ...rest, sorts: { ...sorts, contry: companies.country } })
// @ts-expect-error -- a filter that the contract names is neither that of a field nor declared
entity<typeof companies, typeof companyApi>({ ...rest, fields: undefined, conditions: undefined, sorts })
// @ts-expect-error -- no call filters by this
entity<typeof companies, typeof companyApi, typeof companyFields>({ ...rest, sorts, filters: { contry: () => undefined } })

// @ts-expect-error -- a condition that the contract names is neither that of a column nor declared
entity<typeof companies, typeof companyApi, typeof companyFields>({ ...rest, conditions: undefined, sorts })
const titled = { table: companies, fields: { title: { label: '', type: 'text', where: true } } } as const
// @ts-expect-error -- a condition names a described field
compileConditionsOf({ ...titled, conditions: { titel: companies.legalName } }, {}, {} as never)

// @ts-expect-error -- a column of an upload is read into a field of the schema
importSpec({ of: companyEntity, input: CompanyInput, sheet: sheet('Companies', [{ header: 'Name', field: 'legalNmae' }]) })
// @ts-expect-error -- an override of an export's column is keyed by its field
exportColumns(companyFields, { legalNmae: () => '' })

// @ts-expect-error -- there is no such field type
export const field: FieldSpecs = { due: { label: '', type: 'date' } }

// @ts-expect-error -- a field that is not described has no line in the search text
export const line = companyFields.legalNmae.searchLine
