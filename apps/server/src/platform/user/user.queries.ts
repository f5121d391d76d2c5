import type { Rules } from '@tradewind/contract/kit/policy'
import { grouped, say, type Sentence } from '@tradewind/contract/kit/say'
import { userPolicy } from '@tradewind/contract/platform/policies'
import { STAFF, SUPER_ADMIN } from '@tradewind/contract/roles'
import { and, count, eq, inArray, isNotNull, isNull, ne, not, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { liveWhere } from '#kit/database/list'
import { anyOf, type Scope } from '#kit/database/scoped'
import { brokenUnique } from '#kit/database/sharded'
import { conflict, invalid } from '#kit/errors'
import { type RequestContext, isAbroad, type WriteContext } from '#kit/http/context'
import { findRecord } from '#kit/record/crud'
import { fullNameOf, isOpenAccount, permissions, userEntity, userPermissions, users } from '#platform/schema/user.table'

export type User = typeof users.$inferSelect
export type Known = RequestContext & ({ db: Reader } | WriteContext)

const abroad: Rules = [[SUPER_ADMIN, { role: 'ROLE_TENANT_ADMIN' }]]

/** Which users there are for who asks: in another tenant its tenant admins alone. */
export const seenUsers = (asking: RequestContext): Rules => (isAbroad(asking) ? abroad : userPolicy.see)

/** A living user that there is for who asks; 404 where there is none. `lock`: until the transaction ends. */
export const findUser = (uniqueId: string, context: Known, lock = false): Promise<User> =>
  findRecord(userEntity, seenUsers(context), uniqueId, context, lock && 'update')

/** Whoever adds a user to this tenant, or takes an administrator away, waits for whoever does so just now. */
const lockUsers = (tx: Tx, tenantId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`users of ${tenantId}`}, 3))`)

/** Signed up by a visitor, whose address nobody has proved. */
export const isUnproved = and(
  eq(users.role, 'ROLE_FREE'),
  isNull(users.createdBy),
  isNull(users.deletedAt),
  isNull(users.passwordHash),
  isNull(users.verifiedAt),
)!

/**
 * How many users may be added up to `most`. Others who add some wait until this transaction has ended. Whoever signs up with addresses of
 * nobody takes no room from anybody.
 */
export const roomIn = async (tx: Tx, tenantId: string, most: number) => {
  await lockUsers(tx, tenantId)
  const counts = and(isNull(users.deletedAt), not(isUnproved))
  const [counted] = await tx.select({ living: count() }).from(users).where(counts)
  return most - counted!.living
}
export const fullAt = (most: number) => say('There may be {count} users at most', { count: grouped(most) })

/** Refuses to add users beyond `most`. */
export const roomFor = async (tx: Tx, tenantId: string, most: number, more = 1) => {
  if ((await roomIn(tx, tenantId, most)) < more) throw invalid({}, fullAt(most))
}

export const TAKEN = say('There is already a user with this address')

/** Refuses to take in who signed up, and now proves the address, beyond `most`. Others are users already. */
export const roomForProof = async (tx: Tx, { uniqueId, tenantId }: User, most: number) => {
  const waits = await tx.$count(users, and(eq(users.uniqueId, uniqueId), isUnproved))
  if (waits > 0 && (await roomIn(tx, tenantId, most)) < 1) throw conflict(fullAt(most))
}

/** Deletes who signed up with these addresses and has not proved them: nobody is kept from an address by that. Links that were mailed end with it. */
export const endUnproved = (tx: Tx, ...addresses: string[]) => {
  const folded = sql`select lower(trim(address)) from json_array_elements_text(${JSON.stringify(addresses)}::json) address`
  const theirs = sql`${users.uniqueId} in (select id from user_account_live where lower(email_address) in (${folded}) offset 0)`
  return tx
    .update(users)
    .set({ deletedAt: sql`now()` })
    .where(and(isUnproved, theirs))
}

/** Refuses an address that a living user of the tenant has, without regard to case. Who signed up with it and has not proved it gives way. */
export const addressIsFree = async (tx: Tx, emailAddress: string, scope: Scope, butId?: string) => {
  await endUnproved(tx, emailAddress)
  const same = liveWhere(users, sql`lower(${users.emailAddress}) = lower(${emailAddress})`, scope, 'few')
  const others = butId ? and(same, ne(users.uniqueId, butId)) : same
  const [taken] = await tx.select({ id: users.uniqueId }).from(users).where(others)
  if (taken) throw invalid({ emailAddress: TAKEN })
}

/** An address that another took a moment ago is refused like one that was taken before, or as `refuse` says. */
export const unlessTaken =
  (refuse: () => Error = () => invalid({ emailAddress: TAKEN })) =>
  (error: unknown): never => {
    throw brokenUnique(error) === 'user_account_address' ? refuse() : error
  }

const lasting: Readonly<Record<string, Sentence>> = {
  ROLE_SUPER_ADMIN: say('This is the last super admin: there is always one'),
  ROLE_TENANT_ADMIN: say('This is the last tenant admin: there is always one'),
}

/**
 * Refuses to take away the last super admin, or the last tenant admin of a tenant, who can sign in: whose account is open, and who
 * has chosen a password. Who was only invited is not counted, and may go.
 */
export const anotherStays = async (tx: Tx, { uniqueId, tenantId, role, deactivatedAt, passwordHash }: User) => {
  const refusal = lasting[role]
  if (!refusal || deactivatedAt || !passwordHash) return
  await lockUsers(tx, tenantId)
  const open = and(eq(users.role, role), isOpenAccount, isNotNull(users.passwordHash))
  const others = and(open, ne(users.uniqueId, uniqueId))
  const [other] = await tx.select({ id: users.uniqueId }).from(users).where(others).limit(1)
  if (!other) throw conflict(refusal)
}

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
