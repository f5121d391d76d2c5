import { CompanyInput } from '@tradewind/contract/crm/company.contract'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import type { ExportColumn } from '@tradewind/workbook/export'
import { and, isNull, sql } from 'drizzle-orm'
import { companies, companyEntity } from '#crm/schema/company.table'
import type { WriteContext } from '#kit/http/context'
import { exportColumns, importSheet } from '#kit/record/sheets'
import { importSpec } from '#kit/upload/importSpec'

export const companySheet = importSheet('Companies', companyFields)

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

export const companyImport = importSpec({
  of: companyEntity,
  sheet: companySheet,
  input: CompanyInput,
  unique: { field: 'legalName', same: (name: string) => name.trim().toLowerCase(), taken },
})

export const companyColumns: readonly ExportColumn<typeof companies.$inferSelect>[] = exportColumns(companyFields)
