import { grouped, say } from '@tradewind/contract/kit/say'
import { permissionApi } from '@tradewind/contract/platform/permission.contract'
import { asc, desc, eq } from 'drizzle-orm'
import type { Database, Tx } from '#kit/database/database'
import { pageOf } from '#kit/database/list'
import { brokenUnique } from '#kit/database/sharded'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { Feature } from '#kit/feature'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit, changesOf, requireCurrent } from '#kit/record/audit'
import type { AppContext } from '../appContext.ts'
import { permissions, userPermissions } from './schema/user.table.ts'
import { countEach } from './tenant.queries.ts'

interface Needs {
  db: Database
}

const unlessTaken = (error: unknown): never => {
  throw brokenUnique(error) ? invalid({ key: say('There is already a permission with this key') }) : error
}

/** Until the transaction ends nobody changes it, and nobody is given it. */
const locked = async (tx: Tx, uniqueId: string) => {
  const [permission] = await tx.select().from(permissions).where(eq(permissions.uniqueId, uniqueId)).for('update')
  if (!permission) throw notFound(say('Permission not found'))
  return permission
}

/** Thrown to undo a try. */
class Undone extends Error {}

/** Whether anybody holds it, in whatever tenant: the key check alone looks past the walls, so it is asked by a deletion that is undone. */
const isHeld = (tx: Tx, uniqueId: string) =>
  tx
    .transaction(async (trying) => {
      await trying.delete(permissions).where(eq(permissions.uniqueId, uniqueId))
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (error instanceof Undone) return false
      if (((error as Error).cause as { code?: string } | undefined)?.code === '23503') return true
      throw error
    })

/** How many hold it, in whatever tenant. */
const holders = async ({ db }: Needs, uniqueId: string) => {
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
  const before = await locked(tx, uniqueId)
  await requireCurrent({ key, value, updatedAt }, before, context)
  const changes = changesOf(before, { key, value })
  if (Object.keys(changes).length === 0) return before
  if ('key' in changes && (await isHeld(tx, uniqueId)))
    throw conflict(say('This permission is granted to someone, so its key cannot be changed. Its name can.'))
  const values = { ...(key && { key }), ...(value && { value }), updatedAt: nextUpdatedAt(permissions.updatedAt) }
  const changing = tx.update(permissions).set(values).where(eq(permissions.uniqueId, uniqueId)).returning()
  const [permission] = await changing.catch(unlessTaken)
  await audit(context, { action: 'CHANGED', kind: 'permission', recordId: uniqueId, title: permission!.key, changes })
  return permission!
}

const remove = async (needs: Needs, uniqueId: string, context: WriteContext) => {
  const { tx } = context
  const { key } = await locked(tx, uniqueId)
  if (await isHeld(tx, uniqueId)) {
    const held = await holders(needs, uniqueId)
    throw conflict(say('{count} user has this permission|{count} users have this permission', { count: grouped(held) }), {
      held,
    })
  }
  await tx.delete(permissions).where(eq(permissions.uniqueId, uniqueId))
  await audit(context, { action: 'DELETED', kind: 'permission', recordId: uniqueId, title: key })
  return { uniqueId }
}

/** The catalogue of permissions: the same for every tenant. */
const permissionRoutes = (needs: Needs) =>
  routes(permissionApi, {
    list: async ({ assignee, sort = 'key', ...asked }, { db }) => {
      const wanted = assignee && eq(permissions.assignee, assignee)
      const by = sort === 'key' ? asc : desc
      return pageOf(await db.select().from(permissions).where(wanted).orderBy(by(permissions.key)), asked)
    },

    get: async ({ uniqueId }, { db }) => {
      const [permission] = await db.select().from(permissions).where(eq(permissions.uniqueId, uniqueId))
      if (!permission) throw notFound(say('Permission not found'))
      return permission
    },

    create: async (fields, context) => {
      const [made] = await context.tx.insert(permissions).values(fields).returning().catch(unlessTaken)
      await audit(context, { action: 'CREATED', kind: 'permission', recordId: made!.uniqueId, title: made!.key })
      return made!
    },

    update,
    remove: ({ uniqueId }, context) => remove(needs, uniqueId, context),
  })

/** The permissions that there are. */
export const permissionFeature = (context: AppContext): Feature => ({ routes: () => [permissionRoutes(context)] })
