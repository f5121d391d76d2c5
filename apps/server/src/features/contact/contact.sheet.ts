import { companyPolicy } from '@tradewind/contract/company/company.policy'
import { ContactInput, contactRoles } from '@tradewind/contract/contact/contact.contract'
import { text } from '@tradewind/contract/kit/fields'
import { and, inArray, isNull } from 'drizzle-orm'
import { anyKind, reachedOf } from '#kit/record/kind'
import type { Writing } from '#kit/http/context'
import type { ExportColumn } from '#kit/sheet/export'
import { sheet } from '#kit/sheet/sheet'
import type { Arrival } from '#kit/upload/arrival'
import { companies, companyKind } from '../company/company.table.ts'
import { contactKind, type contacts } from './contact.table.ts'

const contactSheet = sheet('Contacts', [
  { header: 'First Name', field: 'firstName', required: true, width: 24 },
  { header: 'Last Name', field: 'lastName', required: true, width: 24 },
  { header: 'Title', field: 'title', required: true, width: 28 },
  { header: 'Contact Role', field: 'contactRole', required: true, values: contactRoles, width: 20 },
  { header: 'Company', field: 'company', required: true, width: 40 },
  { header: 'Email', field: 'email', width: 32 },
  { header: 'Number', field: 'number', width: 20 },
])

/** The companies with exactly these names, among those that who uploads may see. They stay as they are until the transaction ends. */
const companiesNamed = async ({ tx, actor }: Writing, names: readonly string[]) => {
  const reach = reachedOf(anyKind(companyKind), companyPolicy.see, actor)
  const { uniqueId, legalName, country, deletedAt } = companies
  const found = await tx
    .select({ companyId: uniqueId, companyName: legalName, country })
    .from(companies)
    .where(and(inArray(legalName, [...names]), isNull(deletedAt), reach === 'all' ? undefined : reach))
    .orderBy(uniqueId)
    .for('share')
  return new Map(found.map((company) => [company.companyName, company]))
}

export const contactArrival: Arrival<typeof contacts> = {
  of: contactKind,
  sheet: contactSheet,
  input: ContactInput.omit({ companyId: true }).extend({ company: text('Company') }),
  refers: {
    field: 'company',
    find: companiesNamed,
    problem: 'There is no company with exactly this name. Create it first, or write its name as it stands in the list.',
  },
}

export const contactColumns: readonly ExportColumn<typeof contacts.$inferSelect>[] = [
  { header: 'First Name', value: (contact) => contact.firstName, width: 24 },
  { header: 'Last Name', value: (contact) => contact.lastName, width: 24 },
  { header: 'Title', value: (contact) => contact.title, width: 28 },
  { header: 'Contact Role', value: (contact) => contact.contactRole, width: 20 },
  { header: 'Company', value: (contact) => contact.companyName, width: 40 },
  { header: 'Email', value: (contact) => contact.email, width: 32 },
  { header: 'Number', value: (contact) => contact.number, width: 20 },
  { header: 'Date Created', value: (contact) => contact.dateCreated, kind: 'date' },
]
