import { isNotNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { contacts } from '#crm/schema/contact.table'
import type { Tx } from '#kit/database/database'
import { drawn, rowsOf } from '#kit/record/demo'
import type { Customer } from './asked.demo.ts'
import { customers } from './customers.demo.ts'

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøß]/g, (letter) => ({ ł: 'l', ø: 'o' })[letter] ?? 'ss')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const roles = ['DECISION_MAKER', 'INFLUENCER'] as const

const pool = rowsOf(customers).flatMap(([companyName, domain, ...people]) =>
  people.map((person, at) => {
    const [fullName, title] = person.split(', ')
    const [firstName, ...rest] = fullName!.split(' ')
    const lastName = rest.join(' ')
    const email = `${plain(firstName!)}.${plain(lastName)}@${domain}.example`
    const named = { firstName: firstName!, lastName, title: title!, companyName: companyName! }
    return { ...named, email, contactRole: roles[at]!, number: null }
  }),
)

/** So many customers of somebody who keeps none of them as a contact any more. */
export const drawCustomers = (seed: string, many: number): Customer[] =>
  pool
    .toSorted((one, other) => drawn(1e9, seed, one.email) - drawn(1e9, seed, other.email))
    .slice(0, many)
    .map((one) => ({ ...one, contactId: randomUUID() }))

/** The contacts with an address in the partition that the transaction is in. */
export const ownContacts = async (tx: Tx): Promise<Customer[]> => {
  const found = await tx.select().from(contacts).where(isNotNull(contacts.email))
  return found.map(({ uniqueId: contactId, email, ...rest }) => ({ ...rest, contactId, email: email! }))
}
