import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { reached } from '#kit/access'
import { contains, listPage } from '#kit/database/list'
import { notFound } from '#kit/errors'
import type { Reading } from '#kit/http/context'
import { openItem } from '../drive.access.ts'
import { itemsShown } from '../drive.reply.ts'
import { driveItems, driveShares } from '../drive.table.ts'

interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
}
interface Filtered extends Asked {
  name?: string | undefined
  sharedWith?: string | undefined
}

const { uniqueId, placeId, sortKey, dateCreated, updatedAt, size } = driveItems
const listed = { table: driveItems, sorts: { name: sortKey, dateCreated, updatedAt, size } }

/** The actor's own, as far as they may have a drive. */
const owned = ({ actor }: Reading) => {
  const own = reached(driveItems, drivePolicy.keep, actor)
  return own === 'all' ? undefined : own
}

/** Shared with this address by itself. Whom others share with is nobody's business. */
const isSharedWithAddress = (address: string | undefined, { actor }: Reading) =>
  address?.trim() &&
  inArray(
    uniqueId,
    sql`(select ${driveShares.itemId} from ${driveShares} where ${driveShares.ownerId} = ${actor.uniqueId}
      and lower(${driveShares.emailAddress}) = ${address.trim().toLowerCase()})`,
  )

const pageOf = async (asked: Asked, context: Reading, reach: SQL | undefined, ...filters: (SQL | undefined)[]) => {
  const { page = 0, size: many = 10, sort = 'name', q } = asked
  const words = contains(driveItems, q)
  const found = await listPage(context.db, listed, { page, size: many, sort }, reach ?? sql`false`, words, ...filters)
  return { ...found, rows: await itemsShown(found.rows, context) }
}

const filteredPage = ({ name, sharedWith, ...asked }: Filtered, context: Reading, reach: SQL | undefined) =>
  pageOf(asked, context, reach, contains(driveItems, name), isSharedWithAddress(sharedWith, context) || undefined)

/** What lies right in a folder that the actor may open. 404 otherwise, and where it is not this person's. */
const inFolder = async (folderId: string, asked: Filtered, context: Reading, whose?: string) => {
  const folder = await openItem(folderId, context)
  if (!folder.folder || (whose && folder.ownerId !== whose)) throw notFound('Folder')
  return filteredPage(asked, context, eq(placeId, folder.uniqueId))
}

export const contents = ({ uniqueId: folderId, ...asked }: Filtered & { uniqueId: string }, context: Reading) =>
  inFolder(folderId, asked, context)

interface Placed extends Filtered {
  ownerId?: string | undefined
  parentId?: string | undefined
}

/** A folder's contents; the root of the own drive; what somebody else shares with the actor by itself. */
export const list = async ({ ownerId: whose, parentId, ...asked }: Placed, context: Reading) => {
  const me = context.actor.uniqueId
  if (parentId) return inFolder(parentId, asked, context, whose)
  if (!whose || whose === me) return filteredPage(asked, context, and(owned(context), eq(placeId, me)))
  const given = and(eq(driveShares.userId, me), eq(driveShares.ownerId, whose))
  return filteredPage(
    asked,
    context,
    sql`${uniqueId} = any(array(select ${driveShares.itemId} from ${driveShares} where ${given}))`,
  )
}

/**
 * What others share with the actor, with all that is in it, as an array: so PostgreSQL looks up these and the own items, instead of all
 * that the tenant has. `offset 0` has it go down folder by folder, by an index; it would join the whole table at each step.
 */
const sharedIds = ({ actor, scope }: Reading) => {
  const found = (condition: SQL) =>
    sql`lateral (select id, folder from drive_item where tenant_id = ${scope.tenantId} and ${condition} and deleted_at is null offset 0)`
  return sql`array(
    with recursive seen as (
      select item.id, item.folder from drive_share, ${found(sql`id = drive_share.item_id`)} item
        where drive_share.tenant_id = ${scope.tenantId} and drive_share.user_id = ${actor.uniqueId}
      union select child.id, child.folder from seen, ${found(sql`parent_id = seen.id`)} child where seen.folder)
    select id from seen)`
}

/** Whatever the actor may open. */
const visible = async (context: Reading) => {
  const isGiven = await context.db.$count(driveShares, eq(driveShares.userId, context.actor.uniqueId))
  return isGiven > 0 ? or(owned(context), sql`${uniqueId} = any(${sharedIds(context)})`) : owned(context)
}

/** By name, in all folders; without words what was changed last. */
export const find = async (asked: Asked, context: Reading) =>
  pageOf({ sort: asked.q?.trim() ? 'name' : '-updatedAt', ...asked }, context, await visible(context))
