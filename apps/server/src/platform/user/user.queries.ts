import type { Rules } from '@tradewind/contract/kit/policy'
import { grouped, say, type Sentence } from '@tradewind/contract/kit/say'
import { userPolicy } from '@tradewind/contract/platform/policies'
import { STAFF, SUPER_ADMIN } from '@tradewind/contract/roles'
import { and, count, eq, inArray, isNotNull, isNull, ne, not, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { liveWhere } from '#kit/database/list'
import { anyOf, type Scope } from '#kit/database/scoped'
import { violatedUniqueIndex } from '#kit/database/sharded'
import { conflict, invalid } from '#kit/errors'
import type { RequestContext, WriteContext } from '#kit/http/context'
import { findRecord } from '#kit/record/crud'
import { fullNameOf, isOpenAccount, permissions, userEntity, userPermissions, users } from '#platform/schema/user.table'

export type User = typeof users.$inferSelect
export type UserContext = RequestContext & ({ db: Reader } | WriteContext)

/** Whether the super admin acts in another tenant than their own. */
export const isInOtherTenant = ({ actor, scope }: RequestContext) => actor.tenantId !== scope.tenantId

const otherTenantRules: Rules = [[SUPER_ADMIN, { role: 'ROLE_TENANT_ADMIN' }]]

/** The rules for which users the actor sees: in another tenant only its tenant admins. */
export const visibleUserRules = (context: RequestContext): Rules => (isInOtherTenant(context) ? otherTenantRules : userPolicy.see)

/** A user, not deleted, whom the actor sees; 404 where there is none. `lock`: until the transaction ends. */
export const findUser = (uniqueId: string, context: UserContext, lock = false): Promise<User> =>
  findRecord(userEntity, visibleUserRules(context), uniqueId, context, lock && 'update')

/** Locks the users of this tenant for whoever adds users or removes an administrator. */
const lockUsers = (tx: Tx, tenantId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`users of ${tenantId}`}, 3))`)

/** Signed up as a visitor, with an address that was not verified. */
export const isUnverified = and(
  eq(users.role, 'ROLE_FREE'),
  isNull(users.createdBy),
  isNull(users.deletedAt),
  isNull(users.passwordHash),
  isNull(users.verifiedAt),
)!

/**
 * How many users may still be added up to `most`. Locks the users of the tenant until the transaction ends. Sign-ups with unverified addresses
 * do not count.
 */
export const countFreeUsers = async (tx: Tx, tenantId: string, most: number) => {
  await lockUsers(tx, tenantId)
  const counts = and(isNull(users.deletedAt), not(isUnverified))
  const [counted] = await tx.select({ active: count() }).from(users).where(counts)
  return most - counted!.active
}
export const userLimitReached = (most: number) => say('At most {count} users are allowed', { count: grouped(most) })

/** Throws a Refusal if adding users would exceed `most`. */
export const checkUserLimit = async (tx: Tx, tenantId: string, most: number, more = 1) => {
  if ((await countFreeUsers(tx, tenantId, most)) < more) throw invalid({}, userLimitReached(most))
}

export const ADDRESS_TAKEN = say('There is already a user with this address')

/** Throws a Refusal if a user who signed up, and now verifies the address, would exceed `most`. Other users count already. */
export const checkLimitForVerified = async (tx: Tx, { uniqueId, tenantId }: User, most: number) => {
  const waits = await tx.$count(users, and(eq(users.uniqueId, uniqueId), isUnverified))
  if (waits > 0 && (await countFreeUsers(tx, tenantId, most)) < 1) throw conflict(userLimitReached(most))
}

/** Deletes users who signed up with these addresses and have not verified them, so that they block nobody. Their links end, too. */
export const deleteUnverified = (tx: Tx, ...addresses: string[]) => {
  const folded = sql`select lower(trim(address)) from json_array_elements_text(${JSON.stringify(addresses)}::json) address`
  const filter = sql`${users.uniqueId} in (select id from user_account_live where lower(email_address) in (${folded}) offset 0)`
  return tx
    .update(users)
    .set({ deletedAt: sql`now()` })
    .where(and(isUnverified, filter))
}

/** Rejects an address that a user of the tenant has, case-insensitively. Deletes a sign-up with it that was not verified. */
export const checkAddressFree = async (tx: Tx, emailAddress: string, scope: Scope, butId?: string) => {
  await deleteUnverified(tx, emailAddress)
  const same = liveWhere(users, sql`lower(${users.emailAddress}) = lower(${emailAddress})`, scope, 'byKey')
  const others = butId ? and(same, ne(users.uniqueId, butId)) : same
  const [existing] = await tx.select({ id: users.uniqueId }).from(users).where(others)
  if (existing) throw invalid({ emailAddress: ADDRESS_TAKEN })
}

/** Turns a unique violation by a concurrent call into the same Refusal as for a taken address, or into the error of `refuse`. */
export const throwIfTaken =
  (refuse: () => Error = () => invalid({ emailAddress: ADDRESS_TAKEN })) =>
  (error: unknown): never => {
    throw violatedUniqueIndex(error) === 'user_account_address' ? refuse() : error
  }

const lastAdminRefusals: Readonly<Record<string, Sentence>> = {
  ROLE_SUPER_ADMIN: say('This is the last super admin: there is always one'),
  ROLE_TENANT_ADMIN: say('This is the last tenant admin: there is always one'),
}

/**
 * Throws a Refusal if the change would remove the last super admin, or the last tenant admin of a tenant, who can sign in: whose account
 * is open, and who has chosen a password. A user who was only invited does not count, and may be removed.
 */
export const checkNotLastAdmin = async (tx: Tx, { uniqueId, tenantId, role, deactivatedAt, passwordHash }: User) => {
  const refusal = lastAdminRefusals[role]
  if (!refusal || deactivatedAt || !passwordHash) return
  await lockUsers(tx, tenantId)
  const open = and(eq(users.role, role), isOpenAccount, isNotNull(users.passwordHash))
  const others = and(open, ne(users.uniqueId, uniqueId))
  const [other] = await tx.select({ id: users.uniqueId }).from(users).where(others).limit(1)
  if (!other) throw conflict(refusal)
}

/** The full names of these users. Deleted users are not included: they are former users. */
export const fullNamesOf = async (db: Reader | Tx, ids: readonly (string | null)[]) => {
  const userIds = [...new Set(ids)].filter((id) => id !== null)
  if (userIds.length === 0) return new Map<string, string>()
  const found = await db
    .select({ id: users.uniqueId, firstName: users.firstName, middleName: users.middleName, lastName: users.lastName })
    .from(users)
    .where(and(sql`${users.uniqueId} = ${anyOf(userIds)}`, isNull(users.deletedAt)))
  return new Map(found.map(({ id, ...name }) => [id, fullNameOf(name)]))
}

/**
 * Which of these are staff, not deleted, whose accounts are open: to whom a task may be assigned, and with whom may be shared. Locks them until
 * the transaction ends: whoever deletes them finds what was assigned to them, and whoever assigns something sees that they are deleted.
 */
export const lockStaff = async (tx: Tx, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const open = and(inArray(users.uniqueId, [...ids]), isOpenAccount)
  const staff = inArray(users.role, [...STAFF])
  const found = await tx.select({ id: users.uniqueId }).from(users).where(and(open, staff)).for('key share')
  return found.map(({ id }) => id)
}

/** The permission keys of the query's user, as one of its columns. */
export const permissionKeysColumn = sql<string[]>`array(select ${permissions.key} from ${userPermissions}
  join ${permissions} on ${permissions.uniqueId} = ${userPermissions.permissionId} where ${userPermissions.userId} = ${users.uniqueId} order by 1)`

/** The permission keys of a user. */
export const findPermissionKeys = async (db: Reader | Tx, userId: string) => {
  const rows = await db
    .select({ key: permissions.key })
    .from(userPermissions)
    .innerJoin(permissions, eq(permissions.uniqueId, userPermissions.permissionId))
    .where(eq(userPermissions.userId, userId))
  return rows.map(({ key }) => key)
}

/** Grants a user the permissions with these keys. Ignores unknown keys. */
export const grantPermissions = async (tx: Tx, userId: string, keys: readonly string[]) => {
  for (const key of keys)
    await tx.execute(sql`insert into ${userPermissions} (user_id, permission_id)
      select ${userId}, ${permissions.uniqueId} from ${permissions} where ${permissions.key} = ${key} on conflict do nothing returning tenant_id`)
}
