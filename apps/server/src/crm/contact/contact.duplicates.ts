import type { Twin } from '@tradewind/contract/crm/contact.contract'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { and, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { contactEntity, contacts } from '#crm/schema/contact.table'
import { fold, liveWhere } from '#kit/database/list'
import type { ReadContext } from '#kit/http/context'
import { rowFilterOf } from '#kit/record/entity'
import { anyEntity } from '#kit/record/entity'

interface Asked {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  companyId?: string | undefined
  butId?: string | undefined
}
const MOST = 5

const keyOf = (name = '') => fold(name.trim()).slice(0, 200)

const sameAddress = (email: string | undefined, { scope }: ReadContext): SQL | undefined =>
  email?.trim() ? liveWhere(contacts, sql`lower(${contacts.email}) = lower(${email.trim()})`, scope) : undefined

const sameName = ({ firstName, lastName, companyId }: Asked): SQL | undefined => {
  if (!firstName?.trim() || !lastName?.trim() || !companyId) return undefined
  return and(eq(contacts.companyId, companyId), eq(contacts.firstKey, keyOf(firstName)), eq(contacts.lastKey, keyOf(lastName)))
}

const isNamed = ({ companyId, firstKey, lastKey }: typeof contacts.$inferSelect, asked: Asked) =>
  companyId === asked.companyId && firstKey === keyOf(asked.firstName) && lastKey === keyOf(asked.lastName)

/** Why it may be the same person. Without an address two are the same where neither has one. */
const reasonOf = (row: typeof contacts.$inferSelect, asked: Asked, address: string): Twin['by'] => {
  const hasAddress = (row.email?.toLowerCase() ?? '') === address
  if (hasAddress && isNamed(row, asked)) return 'SAME'
  return hasAddress && address ? 'EMAIL' : 'NAME'
}

/** Contacts that may be the same person: by the address, or by the name within the company. Those that are the same in both come first. */
export const findDuplicates = async (asked: Asked, context: ReadContext) => {
  const [byAddress, byName] = [sameAddress(asked.email, context), sameName(asked)]
  if (!byAddress && !byName) return { rows: [], total: 0, estimated: false }
  const address = asked.email?.trim().toLowerCase() ?? ''
  const reach = rowFilterOf(anyEntity(contactEntity), contactPolicy.see, context.actor)
  const found = await context.db
    .select()
    .from(contacts)
    .where(
      and(
        isNull(contacts.deletedAt),
        reach === 'all' ? undefined : reach,
        asked.butId ? ne(contacts.uniqueId, asked.butId) : undefined,
        or(byAddress, byName),
      ),
    )
    .orderBy(desc(sql`${byName ?? false} and lower(coalesce(${contacts.email}, '')) = ${address}`), contacts.dateCreated)
    .limit(MOST)
  const rows = found.map((row) => ({
    uniqueId: row.uniqueId,
    fullName: row.fullName,
    company: { uniqueId: row.companyId, legalName: row.companyName },
    email: row.email,
    by: reasonOf(row, asked, address),
  }))
  return { rows, total: rows.length, estimated: false }
}
