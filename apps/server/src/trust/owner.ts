import { isStaff } from '@tradewind/contract/roles'
import { and, eq } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { isOpenAccount, users } from '#platform/schema/user.table'

type User = typeof users.$inferSelect

/** Somebody whose reviews these are, while they are here. */
export const ownerOf = async (db: Reader | Tx, ownerId: string): Promise<User | undefined> => {
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.uniqueId, ownerId), isOpenAccount))
  return owner
}

/** Where the records of somebody's reviews stand: staff share a partition, a member has one. */
export const scopeOfOwner = ({ role, tenantId, uniqueId }: Pick<User, 'role' | 'tenantId' | 'uniqueId'>): Scope => ({
  tenantId,
  partitionId: isStaff({ roles: [role] }) ? tenantId : uniqueId,
})
