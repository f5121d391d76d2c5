import { STAFF } from '@tradewind/contract/roles'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { anyOf } from '#kit/database/statement'
import { fullNameOf, isOpenAccount, users } from '#platform/schema/user.table'

/** The full names of these users. Whoever was deleted is not among them: a former user. */
export const fullNamesOf = async (db: Reader | Tx, ids: readonly (string | null)[]) => {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map<string, string>()
  const found = await db
    .select({ id: users.uniqueId, firstName: users.firstName, middleName: users.middleName, lastName: users.lastName })
    .from(users)
    .where(and(sql`${users.uniqueId} = ${anyOf(wanted)}`, isNull(users.deletedAt)))
  return new Map(found.map(({ id, ...name }) => [id, fullNameOf(name)]))
}

/**
 * Which of these are living staff whose accounts are open: whom a task may be given to, and who may be shared with. They stay so until
 * the transaction ends: whoever deletes them finds what was given to them, and whoever gives them something sees that they are gone.
 */
export const staffAmong = async (tx: Tx, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const open = and(inArray(users.uniqueId, [...ids]), isOpenAccount)
  const staff = inArray(users.role, [...STAFF])
  const found = await tx.select({ id: users.uniqueId }).from(users).where(and(open, staff)).for('key share')
  return found.map(({ id }) => id)
}
