import { grouped, say } from '@tradewind/contract/kit/say'
import { permissionApi, userPermissionApi } from '@tradewind/contract/platform/permission.contract'
import { permissionPolicy, userPermissionPolicy, userPolicy } from '@tradewind/contract/platform/policies'
import { SUPER_ADMIN } from '@tradewind/contract/roles'
import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { pageOf } from '#kit/database/list'
import { violatedUniqueIndex } from '#kit/database/sharded'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, forbidden, invalid, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import { readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { assertCurrent, audit, changesOf } from '#kit/record/audit'
import { assertAllowed } from '#kit/record/entity'
import type { AppContext } from '../appContext.ts'
import { notifyOfAccount } from './identity/sessions.ts'
import { fullNameOf, permissions, userPermissions } from './schema/user.table.ts'
import { countEach } from './tenant.queries.ts'
import { findUser, type User, type UserContext } from './user/user.queries.ts'

const findHeld = async (context: UserContext, userId: string) => {
  const { key, value } = permissions
  const grants = await readerOf(context)
    .select({
      uniqueId: userPermissions.uniqueId,
      permissionUID: userPermissions.permissionId,
      permissionDTO: { key, value, dateCreated: userPermissions.dateCreated },
    })
    .from(userPermissions)
    .innerJoin(permissions, eq(permissions.uniqueId, userPermissions.permissionId))
    .where(eq(userPermissions.userId, userId))
    .orderBy(asc(key))
  return grants
}
type HeldPermissions = Awaited<ReturnType<typeof findHeld>>
const keysOf = (grants: HeldPermissions) => grants.map(({ permissionDTO }) => permissionDTO.key)

/** The user, locked, whose permissions the actor is to change: of a lower rank, and never the actor. */
const lockTarget = async (userId: string, context: WriteContext) => {
  const user = await findUser(userId, context, true)
  if (user.uniqueId === context.actor.uniqueId) throw forbidden(say('You cannot change your own permissions'))
  assertAllowed(context.actor, userPolicy.manage, user)
  return user
}

/** Only the super admin may grant or revoke XG_ADMIN, whose holders administer content and leads. */
const checkMayGrant = ({ actor }: WriteContext, keys: readonly string[]) => {
  if (keys.includes('XG_ADMIN') && !actor.roles.includes(SUPER_ADMIN[0]))
    throw forbidden(say('Only the super admin can grant or revoke this permission'))
}

/** Writes the audit trail, and has every node reload the user. */
const recordChange = async (user: User, before: HeldPermissions, after: HeldPermissions, context: WriteContext) => {
  const changes = { permissionList: { before: keysOf(before), after: keysOf(after) } }
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: user.uniqueId, title: fullNameOf(user), changes })
  await notifyOfAccount(context.tx, context.scope.tenantId, user.uniqueId)
}

const assign = async (userId: string, ids: readonly string[], context: WriteContext) => {
  const { tx, actor } = context
  const user = await lockTarget(userId, context)
  const distinctIds = [...new Set(ids)]
  const found = await tx.select().from(permissions).where(inArray(permissions.uniqueId, distinctIds)).for('share')
  if (found.length !== distinctIds.length) throw notFound(say('Permission not found'))
  const before = await findHeld(context, userId)
  const added = found.filter(({ uniqueId }) => !before.some(({ permissionUID }) => permissionUID === uniqueId))
  if (added.length === 0) return before
  checkMayGrant(
    context,
    added.map(({ key }) => key),
  )
  const rows = added.map(({ uniqueId: permissionId }) => ({ userId, permissionId, createdBy: actor.uniqueId }))
  await insertMany(tx, userPermissions, rows)
  const after = await findHeld(context, userId)
  await recordChange(user, before, after, context)
  return after
}

const revoke = async (uniqueId: string, context: WriteContext) => {
  const { tx } = context
  const [grant] = await tx.select().from(userPermissions).where(eq(userPermissions.uniqueId, uniqueId))
  if (!grant) throw notFound(say('Permission not found'))
  const user = await lockTarget(grant.userId, context)
  const before = await findHeld(context, grant.userId)
  const revoked = before.filter((one) => one.uniqueId === uniqueId)
  if (revoked.length === 0) throw notFound(say('Permission not found'))
  checkMayGrant(context, keysOf(revoked))
  await tx.delete(userPermissions).where(eq(userPermissions.uniqueId, uniqueId))
  await recordChange(
    user,
    before,
    before.filter((one) => one.uniqueId !== uniqueId),
    context,
  )
  return { uniqueId }
}

/** The permissions of users. A change applies from the user's next call on. */
const userPermissionRoutes = routes(userPermissionApi, {
  list: async ({ userUID, sort = 'key', ...paging }, context) => {
    const user = await findUser(userUID, context)
    assertAllowed(context.actor, userPermissionPolicy.see, { userId: user.uniqueId })
    const grants = await findHeld(context, user.uniqueId)
    return pageOf(sort === 'key' ? grants : grants.toReversed(), paging)
  },
  assign: ({ userUID, permissionStateList }, context) => assign(userUID, permissionStateList, context),
  remove: ({ uniqueId }, context) => revoke(uniqueId, context),
})

type Needs = Pick<AppContext, 'db'>

const throwIfTaken = (error: unknown): never => {
  throw violatedUniqueIndex(error) ? invalid({ key: say('There is already a permission with this key') }) : error
}

/** Locks a permission: until the transaction ends nobody changes or grants it. */
const lockPermission = async (tx: Tx, uniqueId: string) => {
  const [permission] = await tx.select().from(permissions).where(eq(permissions.uniqueId, uniqueId)).for('update')
  if (!permission) throw notFound(say('Permission not found'))
  return permission
}

/** Thrown to roll back a savepoint. */
class Rollback extends Error {}

/** Whether any user of any tenant holds it. Only a foreign key check ignores row-level security, so this tries a deletion and rolls it back. */
const isGranted = (tx: Tx, uniqueId: string) =>
  tx
    .transaction(async (savepoint) => {
      await savepoint.delete(permissions).where(eq(permissions.uniqueId, uniqueId))
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (error instanceof Rollback) return false
      if (((error as Error).cause as { code?: string } | undefined)?.code === '23503') return true
      throw error
    })

/** How many users hold it, in all tenants. */
const countHolders = async ({ db }: Needs, uniqueId: string) => {
  const counted = await countEach(db, userPermissions, eq(userPermissions.permissionId, uniqueId))
  return counted.reduce((sum, { count }) => sum + count, 0)
}

const update = async (
  {
    uniqueId,
    updatedAt,
    key,
    value,
  }: { uniqueId: string; updatedAt?: string | undefined; key?: string | undefined; value?: string | undefined },
  context: WriteContext,
) => {
  const { tx } = context
  const before = await lockPermission(tx, uniqueId)
  await assertCurrent({ key, value, updatedAt }, before, context)
  const changes = changesOf(before, { key, value })
  if (Object.keys(changes).length === 0) return before
  if ('key' in changes && (await isGranted(tx, uniqueId)))
    throw conflict(say('This permission is granted to someone, so its key cannot be changed. Its name can.'))
  const values = { ...(key && { key }), ...(value && { value }), updatedAt: nextUpdatedAt(permissions.updatedAt) }
  const changing = tx.update(permissions).set(values).where(eq(permissions.uniqueId, uniqueId)).returning()
  const [permission] = await changing.catch(throwIfTaken)
  await audit(context, { action: 'CHANGED', kind: 'permission', recordId: uniqueId, title: permission!.key, changes })
  return permission!
}

const remove = async (needs: Needs, uniqueId: string, context: WriteContext) => {
  const { tx } = context
  const { key } = await lockPermission(tx, uniqueId)
  if (await isGranted(tx, uniqueId)) {
    const count = await countHolders(needs, uniqueId)
    throw conflict(say('{count} user has this permission|{count} users have this permission', { count: grouped(count) }), {
      held: count,
    })
  }
  await tx.delete(permissions).where(eq(permissions.uniqueId, uniqueId))
  await audit(context, { action: 'DELETED', kind: 'permission', recordId: uniqueId, title: key })
  return { uniqueId }
}

/** The catalogue of permissions: the same for every tenant. */
const permissionRoutes = (needs: Needs) =>
  routes(permissionApi, {
    list: async ({ assignee, sort = 'key', ...paging }, { db }) => {
      const condition = assignee && eq(permissions.assignee, assignee)
      const by = sort === 'key' ? asc : desc
      return pageOf(await db.select().from(permissions).where(condition).orderBy(by(permissions.key)), paging)
    },

    get: async ({ uniqueId }, { db }) => {
      const [permission] = await db.select().from(permissions).where(eq(permissions.uniqueId, uniqueId))
      if (!permission) throw notFound(say('Permission not found'))
      return permission
    },

    create: async (fields, context) => {
      const [permission] = await context.tx.insert(permissions).values(fields).returning().catch(throwIfTaken)
      await audit(context, { action: 'CREATED', kind: 'permission', recordId: permission!.uniqueId, title: permission!.key })
      return permission!
    },

    update,
    remove: ({ uniqueId }, context) => remove(needs, uniqueId, context),
  })

/** The permissions, and who has them. */
export const permissionFeature = (context: AppContext): Feature => ({
  routes: () => [permissionRoutes(context), userPermissionRoutes],
  announced: [{ name: 'permission', policy: permissionPolicy }],
})
