import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import { say } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import { and, desc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '#kit/database/scoped'
import { formatDay } from '#kit/days'
import { notFound } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { rowFilter } from '#kit/record/entity'
import { users } from '#platform/schema/user.table'
import { driveItems, driveShares, type Item } from './schema/drive.table.ts'

type Context = ReadContext | WriteContext

/** The roles that may have a drive. */
const driveRoles = drivePolicy.keep.flatMap(([group]) => group)

/** The sharer may have a drive. If a change of role has taken that away, nobody reads the share, since nobody could end it; it works again when they may again. */
export const sharerMayHaveDrive: SQL = sql`exists (select from ${users} where ${users.uniqueId} = ${driveShares.ownerId} and ${inArray(users.role, driveRoles)})`

/** The owner of an item may have a drive. */
const ownerMayHaveDrive: SQL = sql`exists (select from ${users} where ${users.uniqueId} = ${driveItems.ownerId} and ${inArray(users.role, driveRoles)})`

/**
 * A file that is read through records to which it is attached, whoever owns it: it is not deleted, and its owner may have a drive. Next to shares
 * this is the only exception to the isolation between drives. Callers have already found the record as one that the actor may see.
 */
export const isReadableAttachment = and(isNull(driveItems.deletedAt), eq(driveItems.folder, false), ownerMayHaveDrive)!

/** The share gives access: it has no last day, or that day is not over. */
export const hasNotExpired: SQL = sql`(${driveShares.endsAt} is null or ${driveShares.endsAt} > now())`

/** A share with this user that is in effect. */
export const isSharedDirectlyWith = (userId: string): SQL =>
  sql`(${driveShares.userId} = ${userId} and ${hasNotExpired} and ${sharerMayHaveDrive})`

/** It is shared with this user: directly, or through an ancestor folder. */
export const isSharedWith = (userId: string): SQL =>
  sql`exists (select from ${driveShares} where ${isSharedDirectlyWith(userId)}
    and ${driveShares.itemId} = any(${driveItems.ancestors} || ${driveItems.uniqueId}))`

/** The actor may open it: their own, if their role has a drive, or what is shared with them. */
const visibleTo = (actor: Actor) => {
  const allowed = rowFilter(
    { table: driveItems, policyFields: { sharedWithUser: (userId) => isSharedWith(String(userId)) } },
    drivePolicy.see,
    actor,
  )
  return allowed === 'all' ? sql`false` : allowed
}

/** Shares of these items with the actor that are in effect. */
export const findDirectShares = async (ids: readonly string[], context: Context) => {
  if (ids.length === 0) return []
  const { itemId, lastDay, endsAt } = driveShares
  return readerOf(context)
    .select({ itemId, lastDay, endsAt })
    .from(driveShares)
    .where(and(isSharedDirectlyWith(context.actor.uniqueId), sql`${itemId} = ${anyOf(ids)}`))
}

/** The actor's own items with these ids, not deleted; all of them or 404. A writing call locks them until its transaction ends. */
export const findOwnItems = async (ids: readonly string[], context: Context): Promise<Item[]> => {
  const condition = and(
    inArray(driveItems.uniqueId, [...ids]),
    eq(driveItems.ownerId, context.actor.uniqueId),
    isNull(driveItems.deletedAt),
  )
  const query = readerOf(context).select().from(driveItems).where(condition).orderBy(driveItems.uniqueId)
  const found = await ('tx' in context ? query.for('update') : query)
  if (found.length < new Set(ids).size) throw notFound(say('File not found'))
  return found
}

/** The actor's own item with this id, not deleted, or 404. */
export const findOwnItem = async (uniqueId: string, context: Context) => (await findOwnItems([uniqueId], context))[0]!

/** The actor's own folder with this id, or 404. Null stands for the root. */
export const findOwnFolder = async (uniqueId: string | null, context: Context) => {
  if (uniqueId === null) return null
  const found = await findOwnItem(uniqueId, context)
  if (!found.folder) throw notFound(say('Folder not found'))
  return found
}

/** Not deleted, and with this id or this id of its document. */
const isItem = (uniqueId: string) =>
  and(sql`(${driveItems.uniqueId} = ${uniqueId} or ${driveItems.documentId} = ${uniqueId})`, isNull(driveItems.deletedAt))

/** The 404 of an item that the actor may not open. Says since when, if their own access to it has expired. */
const itemNotFound = async (uniqueId: string, context: Context) => {
  const [expired] = await readerOf(context)
    .select({ lastDay: driveShares.lastDay })
    .from(driveItems)
    .innerJoin(driveShares, sql`${driveShares.itemId} = any(${driveItems.ancestors} || ${driveItems.uniqueId})`)
    .where(and(isItem(uniqueId), eq(driveShares.userId, context.actor.uniqueId), not(hasNotExpired), sharerMayHaveDrive))
    .orderBy(desc(driveShares.endsAt))
    .limit(1)
  if (!expired) return notFound(say('File not found'))
  const { lastDay } = expired
  return notFound(say('Your access ended on {day}. Ask the owner if you still need it.', { day: formatDay(lastDay!) }), {
    lastDay,
  })
}

/** An item, not deleted, that the actor may open: their own, if their role has a drive, or one shared with them. 404 otherwise. By its id or its document's id. */
export const findVisibleItem = async (uniqueId: string, context: Context): Promise<Item> => {
  const [found] = await readerOf(context)
    .select()
    .from(driveItems)
    .where(and(isItem(uniqueId), visibleTo(context.actor)))
  if (!found) throw await itemNotFound(uniqueId, context)
  return found
}

/** The path to an item as the actor may see it: from the root of their own drive, or from the outermost folder that is shared with them. */
export const pathTo = async (item: Item, context: Context) => {
  const ancestorIds = item.ownerId === context.actor.uniqueId ? item.ancestors : await findVisibleAncestors(item, context)
  if (ancestorIds.length === 0) return [item]
  const folders = await readerOf(context).select().from(driveItems).where(inArray(driveItems.uniqueId, ancestorIds))
  return [...ancestorIds.map((id) => folders.find(({ uniqueId }) => uniqueId === id)!), item]
}

const findVisibleAncestors = async ({ ancestors }: Item, context: Context) => {
  const roots = new Set((await findDirectShares(ancestors, context)).map(({ itemId }) => itemId))
  const first = ancestors.findIndex((id) => roots.has(id))
  return first < 0 ? [] : ancestors.slice(first)
}
