import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import { ContactInput, contactRoles } from '@tradewind/contract/crm/contact.contract'
import { contactRoleNames } from '@tradewind/contract/crm/contact.words'
import { emailAddress, text } from '@tradewind/contract/kit/fields'
import { say } from '@tradewind/contract/kit/say'
import type { ExportColumn } from '@tradewind/workbook/export'
import { sheet } from '@tradewind/workbook/sheet'
import { and, inArray, isNull } from 'drizzle-orm'
import { companies, companyEntity } from '#crm/schema/company.table'
import { contactEntity, type contacts } from '#crm/schema/contact.table'
import type { WriteContext } from '#kit/http/context'
import { anyEntity, rowFilterOf } from '#kit/record/entity'
import type { ImportSpec } from '#kit/upload/importSpec'
import { wordsFor } from '#platform/message/message.queries'
import { doubleKeyOf, doublesTaken } from './contact.doubles.ts'

const roleWords = wordsFor(contactRoleNames, contactRoles)

const columns = [
  { header: 'First Name', field: 'firstName', required: true, width: 24 },
  { header: 'Last Name', field: 'lastName', required: true, width: 24 },
  { header: 'Title', field: 'title', required: true, width: 28 },
  { header: 'Contact Role', field: 'contactRole', required: true, values: contactRoles, words: roleWords, width: 20 },
  { header: 'Company', field: 'company', required: true, width: 40 },
] as const
const email = { header: 'Email', field: 'email', width: 32 } as const
const number = { header: 'Number', field: 'number', width: 20 } as const

const contactSheet = sheet('Contacts', [...columns, email, number])
/** Members write to their contacts: theirs have an address. */
const membersSheet = sheet('Contacts', [...columns, { ...email, required: true }, number])

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

const input = ContactInput.omit({ companyId: true }).extend({ company: text('Company') })

const forStaff: ImportSpec<typeof contacts> = {
  of: contactEntity,
  sheet: contactSheet,
  input,
  doubles: { field: 'lastName', keyOf: doubleKeyOf, taken: doublesTaken },
  refers: {
    field: 'company',
    find: companiesNamed,
    problem: say('There is no company with exactly this name. Create it first, or write its name as it stands in the list.'),
  },
}

export const contactImport: ImportSpec<typeof contacts> = {
  ...forStaff,
  forMembers: { ...forStaff, sheet: membersSheet, input: input.extend({ email: emailAddress('Email') }) },
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
