import { ADMINS, SUPER_ADMIN } from '@tradewind/contract/roles'
import { and, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { keysOfUser } from '#platform/user/permission.queries'

/** Who looks after the leads of a tenant: its super admins and XG admins; where it has none, its administrators. */
export const leadKeepers = async (tx: Tx) => {
  const admins = await tx
    .select({
      uniqueId: users.uniqueId,
      isXg: sql<boolean>`${users.role} = ${SUPER_ADMIN[0]} or 'XG_ADMIN' = any(${keysOfUser})`,
    })
    .from(users)
    .where(and(inArray(users.role, [...ADMINS]), isOpenAccount))
  const keepers = admins.filter(({ isXg }) => isXg)
  return (keepers.length > 0 ? keepers : admins).map(({ uniqueId }) => uniqueId)
}
