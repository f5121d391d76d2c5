import { type CountryCode, countries, countryName } from '@tradewind/contract/countries'
import { CompanyInput, companyTypes } from '@tradewind/contract/crm/company.contract'
import { typeNames } from '@tradewind/contract/crm/company.words'
import type { ExportColumn } from '@tradewind/workbook/export'
import { sheet } from '@tradewind/workbook/sheet'
import { and, isNull, sql } from 'drizzle-orm'
import { companies, companyEntity } from '#crm/schema/company.table'
import type { WriteContext } from '#kit/http/context'
import type { ImportSpec } from '#kit/upload/importSpec'
import { wordsFor } from '#platform/message/message.queries'

/** A workbook takes the first eight types: end users are entered by staff, by hand. */
const sheetTypes = companyTypes.filter((type) => type !== 'END_USER')

export const companySheet = sheet('Companies', [
  { header: 'Legal Name', field: 'legalName', required: true, width: 40 },
  { header: 'Country', field: 'country', required: true, suggestions: countries.map(({ name }) => name), width: 24 },
  { header: 'Website', field: 'website', required: true, width: 36 },
  {
    header: 'Company Types',
    field: 'companyTypeList',
    required: true,
    many: true,
    values: sheetTypes,
    words: wordsFor(typeNames, sheetTypes),
    width: 36,
  },
  { header: 'Address', field: 'address', width: 40 },
  { header: 'Tax Ref Number', field: 'taxRefNumber', width: 20 },
])

/** Which of these are names of living companies, each as it is written there. */
const taken = async ({ tx }: WriteContext, names: readonly string[]) => {
  const folded = sql`select lower(btrim(name)) from json_array_elements_text(${JSON.stringify(names)}::json) name`
  const among = sql`lower(btrim(${companies.legalName})) in (${folded})`
  const found = await tx
    .select({ legalName: companies.legalName })
    .from(companies)
    .where(and(among, isNull(companies.deletedAt)))
  return found.map(({ legalName }) => legalName)
}

export const companyImport: ImportSpec<typeof companies> = {
  of: companyEntity,
  sheet: companySheet,
  input: CompanyInput,
  unique: { field: 'legalName', same: (name: string) => name.trim().toLowerCase(), taken },
}

export const companyColumns: readonly ExportColumn<typeof companies.$inferSelect>[] = [
  { header: 'Legal Name', value: (company) => company.legalName, width: 40 },
  { header: 'Country', value: (company) => countryName(company.country as CountryCode), width: 24 },
  { header: 'Website', value: (company) => company.website, width: 36 },
  { header: 'Company Types', value: (company) => company.companyTypeList, width: 36 },
  { header: 'Address', value: (company) => company.address, width: 40 },
  { header: 'Tax Ref Number', value: (company) => company.taxRefNumber, width: 20 },
  { header: 'Date Created', value: (company) => company.dateCreated, kind: 'date' },
]
