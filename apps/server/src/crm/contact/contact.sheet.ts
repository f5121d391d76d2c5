import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import { ContactInput } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { emailAddress, text } from '@tradewind/contract/kit/fields'
import { say } from '@tradewind/contract/kit/say'
import type { ExportColumn } from '@tradewind/workbook/export'
import { and, inArray, isNull } from 'drizzle-orm'
import { companies, companyEntity } from '#crm/schema/company.table'
import { contactEntity, type contacts } from '#crm/schema/contact.table'
import type { WriteContext } from '#kit/http/context'
import { anyEntity, rowFilterOf } from '#kit/record/entity'
import { exportColumns, importSheet } from '#kit/record/sheets'
import { importSpec } from '#kit/upload/importSpec'
import { doubleKeyOf, doublesTaken } from './contact.doubles.ts'

const contactSheet = importSheet('Contacts', contactFields)
/** Members write to their contacts: theirs have an address. */
const membersSheet = importSheet('Contacts', { ...contactFields, email: { ...contactFields.email, required: true } })

/** The companies with exactly these names, among those that who uploads may see. They stay as they are until the transaction ends. */
const companiesNamed = async ({ tx, actor }: WriteContext, names: readonly string[]) => {
  const reach = rowFilterOf(anyEntity(companyEntity), companyPolicy.see, actor)
  const { uniqueId, legalName, country, deletedAt } = companies
  const found = await tx
    .select({ companyId: uniqueId, companyName: legalName, country })
    .from(companies)
    .where(and(inArray(legalName, [...names]), isNull(deletedAt), reach === 'all' ? undefined : reach))
    .orderBy(uniqueId)
    .for('share')
  return new Map(found.map((company) => [company.companyName, company]))
}

const input = ContactInput.omit({ companyId: true }).extend({ company: text(contactFields.companyId.label) })

const forStaff = {
  of: contactEntity,
  sheet: contactSheet,
  input,
  doubles: { field: 'lastName', keyOf: doubleKeyOf, taken: doublesTaken },
  refers: {
    field: 'company',
    find: companiesNamed,
    problem: say('There is no company with exactly this name. Create it first, or write its name as it stands in the list.'),
  },
} as const

export const contactImport = importSpec({
  ...forStaff,
  forMembers: importSpec({
    ...forStaff,
    sheet: membersSheet,
    input: input.extend({ email: emailAddress(contactFields.email.label) }),
  }),
})

export const contactColumns: readonly ExportColumn<typeof contacts.$inferSelect>[] = exportColumns(contactFields, {
  companyId: ({ companyName }) => companyName,
})
