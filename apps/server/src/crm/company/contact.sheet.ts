import { ContactInput } from '@tradewind/contract/crm/contact.contract'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { emailAddress, text } from '@tradewind/contract/kit/fields'
import { say } from '@tradewind/contract/kit/say'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import { fold } from '#kit/database/list'
import type { WriteContext } from '#kit/http/context'
import { rowFilter } from '#kit/record/entity'
import { importSheet } from '#kit/record/sheets'
import { importSpec } from '#kit/upload/importSpec'
import { companies, companyEntity } from '../schema/company.table.ts'
import { contactEntity, contacts } from '../schema/contact.table.ts'

/** What makes two contacts one: the name, the company and the address, which may be none. */
interface Named {
  companyId: string
  firstName: string
  lastName: string
  email: string | null
}
const keyOf = ({ companyId, firstName, lastName, email }: Named) =>
  JSON.stringify([companyId, fold(firstName).slice(0, 200), fold(lastName).slice(0, 200), (email ?? '').toLowerCase()])

const isNamed = (fields: Partial<Record<keyof Named, unknown>>): fields is Named =>
  [fields.companyId, fields.firstName, fields.lastName].every((value) => typeof value === 'string') && fields.email !== undefined

/** The same for contacts that are one. Undefined where not enough is known of one. */
const doubleKeyOf = (fields: Readonly<Record<string, unknown>>) => {
  const given = fields as Partial<Record<keyof Named, unknown>>
  return isNamed(given) ? keyOf(given) : undefined
}

/** The names of these companies' living contacts by their keys, as far as they are sought. Nobody else takes contacts in meanwhile. */
const doublesTaken = async ({ tx, scope }: WriteContext, sought: readonly string[]) => {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`contact.doubles ${scope.tenantId} ${scope.partitionId}`}, 0))`,
  )
  const keys = sought.map((key) => JSON.parse(key) as string[])
  const companyIds = [...new Set(keys.map(([companyId]) => companyId!))]
  const lastKeys = [...new Set(keys.map(([, , lastKey]) => lastKey!))]
  const { companyId, firstName, lastName, email, fullName } = contacts
  const found = await tx
    .select({ companyId, firstName, lastName, email, fullName })
    .from(contacts)
    .where(and(inArray(contacts.companyId, companyIds), inArray(contacts.lastKey, lastKeys), isNull(contacts.deletedAt)))
  return new Map(found.map((contact) => [keyOf(contact), contact.fullName]))
}

const contactSheet = importSheet('Contacts', contactFields)
/** Members write to their contacts: theirs have an address. */
const membersSheet = importSheet('Contacts', { ...contactFields, email: { ...contactFields.email, required: true } })

/** The companies with exactly these names, among those that who uploads may see. They stay as they are until the transaction ends. */
const companiesNamed = async ({ tx, actor }: WriteContext, names: readonly string[]) => {
  const reach = rowFilter(companyEntity, companyPolicy.see, actor)
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
    problem: say('There is no company with exactly this name. Create it first, or write its name as the list does.'),
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
