import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { plans } from '@tradewind/contract/plan'
import { ADMINS, SUPER_ADMIN } from '@tradewind/contract/roles'
import { and, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { notifyAfterCommit } from '#kit/notifyNodes'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { permissionKeysColumn } from '#platform/user/user.queries'
import { type Lead, leadEntity, leads } from '#site/schema/lead.table'

/** The users who manage the leads of a tenant: its super admins and XG admins; if it has none, its administrators. */
export const findLeadManagers = async (tx: Tx) => {
  const admins = await tx
    .select({
      uniqueId: users.uniqueId,
      isXg: sql<boolean>`${users.role} = ${SUPER_ADMIN[0]} or 'XG_ADMIN' = any(${permissionKeysColumn})`,
    })
    .from(users)
    .where(and(inArray(users.role, [...ADMINS]), isOpenAccount))
  const xgAdmins = admins.filter(({ isXg }) => isXg)
  return (xgAdmins.length > 0 ? xgAdmins : admins).map(({ uniqueId }) => uniqueId)
}

/** A full name, or its two parts. */
type NameInput = { name: string } | { firstName: string; lastName: string }
type NewLead = NameInput & Omit<Parameters<typeof leadEntity.computedColumns>[0], 'name' | 'firstName' | 'lastName'>

/** Puts the text on one line, because names are used in mail subjects. */
const toOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** The last word of a full name is the last name. */
const namesOf = (input: NameInput) => {
  if (!('name' in input)) {
    const [firstName, lastName] = [toOneLine(input.firstName), toOneLine(input.lastName)]
    return { name: toOneLine(`${firstName} ${lastName}`), firstName, lastName }
  }
  const name = toOneLine(input.name)
  const words = name.split(' ')
  return { name, firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! }
}

/** Saves the lead of a visitor in the partition of the transaction, which is the staff's, and announces it to open pages. */
export const createLead = async (tx: Tx, input: NewLead) => {
  const fields = { ...input, ...namesOf(input) }
  const [lead] = await tx
    .insert(leads)
    .values({ ...fields, ...leadEntity.computedColumns(fields) })
    .returning()
  const { uniqueId, updatedAt: version, tenantId, partitionId } = lead!
  const records = { kind: leadEntity.name, partitionId, written: [{ uniqueId, version }], about: [] }
  notifyAfterCommit(tx, { topic: 'record', tenantId, records })
  return lead!
}

export const planNameOf = ({ plan }: Pick<Lead, 'plan'>) => plans.find(({ key }) => key === plan)?.name ?? ''
export const countryNameOf = (code: string | null) => (code ? countryName(code as CountryCode) : '')
