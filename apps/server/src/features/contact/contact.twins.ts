import { contactPolicy } from '@tradewind/contract/contact/contact.policy'
import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { fold, livesWhere } from '#kit/database/list'
import type { Reading } from '#kit/http/context'
import { reachedOf } from '#kit/record/kind'
import { anyKind } from '#kit/record/kind'
import { contactKind, contacts } from './contact.table.ts'

interface Asked {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  companyId?: string | undefined
  butId?: string | undefined
}
const MOST = 5

const sameAddress = (email: string | undefined, { scope }: Reading): SQL | undefined =>
  email?.trim() ? livesWhere(contacts, sql`lower(${contacts.email}) = lower(${email.trim()})`, scope) : undefined

const sameName = ({ firstName, lastName, companyId }: Asked): SQL | undefined => {
  if (!firstName?.trim() || !lastName?.trim() || !companyId) return undefined
  const keys = [fold(firstName.trim()), fold(lastName.trim())] as const
  return and(eq(contacts.companyId, companyId), eq(contacts.firstKey, keys[0]), eq(contacts.lastKey, keys[1]))
}

/** Contacts that may be the same person: by the address, or by the name within the company. */
export const findTwins = async (asked: Asked, context: Reading) => {
  const [byAddress, byName] = [sameAddress(asked.email, context), sameName(asked)]
  if (!byAddress && !byName) return { rows: [], total: 0, estimated: false }
  const reach = reachedOf(anyKind(contactKind), contactPolicy.see, context.actor)
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
    .limit(MOST)
  const address = asked.email?.trim().toLowerCase()
  const rows = found.map((row) => ({
    uniqueId: row.uniqueId,
    fullName: row.fullName,
    company: { uniqueId: row.companyId, legalName: row.companyName },
    email: row.email,
    by: address && row.email?.toLowerCase() === address ? ('EMAIL' as const) : ('NAME' as const),
  }))
  return { rows, total: rows.length, estimated: false }
}
