import { type companyApi, CompanyInput } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { type FieldSpecs, sortsOf } from '@tradewind/contract/kit/entityFields'
import { filtersOf } from '@tradewind/contract/kit/entitySchemas'
import { sheet } from '@tradewind/workbook/sheet'
import { expectTypeOf } from 'vitest'
import { companies, companyEntity } from '#crm/schema/company.table'
import { conditionsOn } from '#kit/record/conditions'
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
  computedColumns: () => ({}),
  conditions: companyEntity.conditions!,
} as const
const known = { dateCreated: companies.dateCreated, legalName: companies.nameKey, country: companies.countryKey }
const found = { legalName: () => undefined, country: () => undefined }

entity<typeof companies, typeof companyApi>({ ...rest, sorts: known, filters: found })
// @ts-expect-error -- a sort order that the contract names is missing
entity<typeof companies, typeof companyApi>({ ...rest, sorts: { dateCreated: companies.dateCreated }, filters: found })
// @ts-expect-error -- no call sorts by this
entity<typeof companies, typeof companyApi>({ ...rest, sorts: { ...known, contry: companies.country }, filters: found })
// @ts-expect-error -- a filter that the contract names is missing
entity<typeof companies, typeof companyApi>({ ...rest, sorts: known, filters: { country: () => undefined } })
// @ts-expect-error -- no call filters by this
entity<typeof companies, typeof companyApi>({ ...rest, sorts: known, filters: { ...found, contry: () => undefined } })

// @ts-expect-error -- filter conditions that the contract names must have columns
entity<typeof companies, typeof companyApi>({ ...rest, conditions: undefined, sorts: known, filters: found })
// @ts-expect-error -- a filter condition names a described field
conditionsOn({ title: { label: '', type: 'text', where: true } } as const, { titel: companies.legalName })

// @ts-expect-error -- a column of an upload is read into a field of the schema
importSpec({ of: companyEntity, input: CompanyInput, sheet: sheet('Companies', [{ header: 'Name', field: 'legalNmae' }]) })
// @ts-expect-error -- an override of an export's column is keyed by its field
exportColumns(companyFields, { legalNmae: () => '' })

// @ts-expect-error -- there is no such field type
export const field: FieldSpecs = { due: { label: '', type: 'date' } }

// @ts-expect-error -- a field that is not described has no line in the search text
export const line = companyFields.legalNmae.searchLine
