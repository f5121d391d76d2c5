import { and, inArray, isNull, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import { fold } from '#kit/database/list'
import type { WriteContext } from '#kit/http/context'

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
  [fields.companyId, fields.firstName, fields.lastName].every((text) => typeof text === 'string') && fields.email !== undefined

/** The same for contacts that are one. Undefined where not enough is known of one. */
export const doubleKeyOf = (fields: Readonly<Record<string, unknown>>) => {
  const given = fields as Partial<Record<keyof Named, unknown>>
  return isNamed(given) ? keyOf(given) : undefined
}

/** The names of these companies' living contacts by their keys, as far as they are sought. Nobody else takes contacts in meanwhile. */
export const doublesTaken = async ({ tx, scope }: WriteContext, sought: readonly string[]) => {
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
