import { eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { permissions, userPermissions } from '#platform/schema/permission.table'
import { users } from '#platform/schema/user.table'

/** The keys that a user of the query holds, as one of its columns. */
export const keysOfUser = sql<string[]>`array(select ${permissions.key} from ${userPermissions}
  join ${permissions} on ${permissions.uniqueId} = ${userPermissions.permissionId} where ${userPermissions.userId} = ${users.uniqueId} order by 1)`

/** The permission keys that a user holds. */
export const keysOf = async (db: Reader | Tx, userId: string) => {
  const held = await db
    .select({ key: permissions.key })
    .from(userPermissions)
    .innerJoin(permissions, eq(permissions.uniqueId, userPermissions.permissionId))
    .where(eq(userPermissions.userId, userId))
  return held.map(({ key }) => key)
}

/** Gives a user the permissions with these keys. Keys that nobody knows are passed over. */
export const giveKeys = async (tx: Tx, userId: string, keys: readonly string[]) => {
  for (const key of keys)
    await tx.execute(sql`insert into ${userPermissions} (user_id, permission_id)
      select ${userId}, ${permissions.uniqueId} from ${permissions} where ${permissions.key} = ${key} on conflict do nothing returning tenant_id`)
}
