import { say } from '@tradewind/contract/kit/say'
import { userPermissionApi } from '@tradewind/contract/platform/permission.contract'
import { userPermissionPolicy, userPolicy } from '@tradewind/contract/platform/policies'
import { SUPER_ADMIN } from '@tradewind/contract/roles'
import { asc, eq, inArray } from 'drizzle-orm'
import { insertMany } from '#kit/database/insert'
import { pageOf } from '#kit/database/list'
import { forbidden, notFound } from '#kit/errors'
import { readerOf, type WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { notifyNodes } from '#kit/notifyNodes'
import { audit } from '#kit/record/audit'
import { allow } from '#kit/record/entity'
import { fullNameOf, permissions, userPermissions } from '#platform/schema/user.table'
import { findUser, type Known, type User } from './user.queries.ts'

const heldBy = async (context: Known, userId: string) => {
  const { key, value } = permissions
  const held = await readerOf(context)
    .select({
      uniqueId: userPermissions.uniqueId,
      permissionUID: userPermissions.permissionId,
      permissionDTO: { key, value, dateCreated: userPermissions.dateCreated },
    })
    .from(userPermissions)
    .innerJoin(permissions, eq(permissions.uniqueId, userPermissions.permissionId))
    .where(eq(userPermissions.userId, userId))
    .orderBy(asc(key))
  return held
}
type Held = Awaited<ReturnType<typeof heldBy>>
const keysOf = (held: Held) => held.map(({ permissionDTO }) => permissionDTO.key)

/** The user, locked, whose permissions who asks decides on: one below, and never oneself. */
const target = async (userId: string, context: WriteContext) => {
  const user = await findUser(userId, context, true)
  if (user.uniqueId === context.actor.uniqueId) throw forbidden(say('You cannot change your own permissions'))
  allow(context.actor, userPolicy.manage, user)
  return user
}

/** Whoever holds this one administers content and leads. */
const bySuperAdminAlone = ({ actor }: WriteContext, keys: readonly string[]) => {
  if (keys.includes('XG_ADMIN') && !actor.roles.includes(SUPER_ADMIN[0]))
    throw forbidden(say('Only the super admin can grant or revoke this permission'))
}

/** Notes what changed, and has every node look at the user anew. */
const note = async (user: User, before: Held, after: Held, context: WriteContext) => {
  const changes = { permissionList: { before: keysOf(before), after: keysOf(after) } }
  await audit(context, { action: 'CHANGED', kind: 'user', recordId: user.uniqueId, title: fullNameOf(user), changes })
  await notifyNodes(context.tx, { topic: 'session', tenantId: context.scope.tenantId, id: user.uniqueId })
}

const assign = async (userId: string, ids: readonly string[], context: WriteContext) => {
  const { tx, actor } = context
  const user = await target(userId, context)
  const wanted = [...new Set(ids)]
  const known = await tx.select().from(permissions).where(inArray(permissions.uniqueId, wanted)).for('share')
  if (known.length !== wanted.length) throw notFound(say('Permission not found'))
  const before = await heldBy(context, userId)
  const more = known.filter(({ uniqueId }) => !before.some(({ permissionUID }) => permissionUID === uniqueId))
  if (more.length === 0) return before
  bySuperAdminAlone(
    context,
    more.map(({ key }) => key),
  )
  const rows = more.map(({ uniqueId: permissionId }) => ({ userId, permissionId, createdBy: actor.uniqueId }))
  await insertMany(tx, userPermissions, rows)
  const after = await heldBy(context, userId)
  await note(user, before, after, context)
  return after
}

const remove = async (uniqueId: string, context: WriteContext) => {
  const { tx } = context
  const [held] = await tx.select().from(userPermissions).where(eq(userPermissions.uniqueId, uniqueId))
  if (!held) throw notFound(say('Permission not found'))
  const user = await target(held.userId, context)
  const before = await heldBy(context, held.userId)
  const gone = before.filter((one) => one.uniqueId === uniqueId)
  if (gone.length === 0) throw notFound(say('Permission not found'))
  bySuperAdminAlone(context, keysOf(gone))
  await tx.delete(userPermissions).where(eq(userPermissions.uniqueId, uniqueId))
  await note(
    user,
    before,
    before.filter((one) => one.uniqueId !== uniqueId),
    context,
  )
  return { uniqueId }
}

/** What users hold. It counts from their next call on. */
export const userPermissionRoutes = routes(userPermissionApi, {
  list: async ({ userUID, sort = 'key', ...asked }, context) => {
    const user = await findUser(userUID, context)
    allow(context.actor, userPermissionPolicy.see, { userId: user.uniqueId })
    const held = await heldBy(context, user.uniqueId)
    return pageOf(sort === 'key' ? held : held.toReversed(), asked)
  },
  assign: ({ userUID, permissionStateList }, context) => assign(userUID, permissionStateList, context),
  remove: ({ uniqueId }, context) => remove(uniqueId, context),
})
