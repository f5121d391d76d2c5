import type { Share } from '@tradewind/contract/drive/item'
import { isStaff } from '@tradewind/contract/roles'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { unauthenticated } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { notifyNodes } from '#kit/notifyNodes'
import { users } from '#platform/schema/user.table'
import { fullNamesOf } from '#platform/user/user.queries'
import { driveItems, driveShares, type Item } from './schema/drive.table.ts'

type Row = typeof driveShares.$inferSelect

/** An address as it is compared: without regard to case. */
export const addressKey = (emailAddress: string) => emailAddress.toLowerCase()
const keyOf = sql<string>`lower(${driveShares.emailAddress})`
const among = (addresses: readonly string[]) => inArray(keyOf, addresses.map(addressKey))

/**
 * The people of the tenant who have proved that one of these addresses is theirs: ids by address. Nobody deletes them until the
 * transaction ends, so that whoever does finds what was shared with them meanwhile.
 */
export const ownersOf = async (addresses: readonly string[], tx: Tx) => {
  const address = sql<string>`lower(${users.emailAddress})`
  const proved = and(inArray(address, addresses.map(addressKey)), isNull(users.deletedAt), isNotNull(users.verifiedAt))
  const found = await tx.select({ id: users.uniqueId, address }).from(users).where(proved).for('key share')
  return new Map(found.map(({ id, address: key }) => [key, id]))
}

/** Who shares is still there, and is not deleted until the transaction ends. */
const stays = async ({ tx, actor }: WriteContext) => {
  const there = and(eq(users.uniqueId, actor.uniqueId), isNull(users.deletedAt))
  const [owner] = await tx.select({ id: users.uniqueId }).from(users).where(there).for('key share')
  if (!owner) throw unauthenticated()
}

const end = async (which: SQL | undefined, { tx, scope }: WriteContext) => {
  const ended = await tx.delete(driveShares).where(which).returning()
  for (const userId of new Set(ended.map((share) => share.userId)))
    if (userId) await notifyNodes(tx, { topic: 'drive', tenantId: scope.tenantId, userId })
  return ended
}

/** Shares items with addresses, and gives what is new of it. A share with who had the address before is begun anew with who has it now. */
export const beginShares = async (items: readonly Item[], addresses: readonly string[], context: WriteContext) => {
  const { tx, actor } = context
  await stays(context)
  const ids = items.map(({ uniqueId }) => uniqueId)
  const standing = await tx
    .select()
    .from(driveShares)
    .where(and(inArray(driveShares.itemId, ids), among(addresses)))
  const people = await ownersOf(addresses, tx)
  const hasMoved = ({ emailAddress, userId }: Row) => (people.get(addressKey(emailAddress)) ?? userId) !== userId
  const moved = standing.filter(hasMoved).map(({ uniqueId }) => uniqueId)
  if (moved.length > 0) await end(inArray(driveShares.uniqueId, moved), context)
  const kept = standing.filter((share) => !hasMoved(share))
  const known = new Set(kept.map(({ itemId, emailAddress }) => `${itemId} ${addressKey(emailAddress)}`))
  const rows = ids.flatMap((itemId) =>
    addresses
      .filter((emailAddress) => !known.has(`${itemId} ${addressKey(emailAddress)}`))
      .map((emailAddress) => ({ itemId, emailAddress, userId: people.get(addressKey(emailAddress)) ?? null })),
  )
  await insertMany(
    tx,
    driveShares,
    rows.map((row) => ({ ...row, ownerId: actor.uniqueId, createdBy: actor.uniqueId })),
  )
  return rows
}

/** Ends the sharing of items with addresses, running downloads included, and gives what it has ended. */
export const endShares = (items: readonly Item[], addresses: readonly string[], context: WriteContext) => {
  const ids = items.map(({ uniqueId }) => uniqueId)
  return end(and(inArray(driveShares.itemId, ids), among(addresses)), context)
}

/** Gives what was shared with an address before to the person who has proved that it is theirs. */
export const claimShares = async (tx: Tx, { uniqueId, emailAddress }: { uniqueId: string; emailAddress: string }) => {
  const waiting = and(isNull(driveShares.userId), eq(keyOf, addressKey(emailAddress)))
  await tx.update(driveShares).set({ userId: uniqueId }).where(waiting)
}

/** Ends all that somebody who leaves shares, and all that is shared with them. */
export const endSharesOf = async (tx: Tx, userId: string) => {
  const ended = await tx
    .delete(driveShares)
    .where(or(eq(driveShares.ownerId, userId), eq(driveShares.userId, userId)))
    .returning({ tenantId: driveShares.tenantId, userId: driveShares.userId })
  const readers = new Map(ended.map((share) => [share.userId, share.tenantId]))
  for (const [reader, tenantId] of readers) if (reader) await notifyNodes(tx, { topic: 'drive', tenantId, userId: reader })
}

type Named = Pick<Row, 'userId' | 'openedAt'>

/** Names of those who are shared with, as far as an owner may know them: staff know each other, and whoever has opened something is known. */
export const namesOf = async (shares: readonly Named[], context: ReadContext | WriteContext) => {
  const ids = shares.flatMap(({ userId }) => userId ?? [])
  const reader = readerOf(context)
  const people = ids.length === 0 ? [] : await reader.select().from(users).where(inArray(users.uniqueId, ids))
  const staff = new Set(people.filter(({ role }) => isStaff({ roles: [role] })).map(({ uniqueId }) => uniqueId))
  const names = await fullNamesOf(reader, ids)
  return ({ userId, openedAt }: Named) => {
    const isKnown = openedAt !== null || (isStaff(context.actor) && staff.has(userId ?? ''))
    return (isKnown && names.get(userId ?? '')) || null
  }
}

/** Who has access to an item of one's own: by itself, and through each folder above it. */
export const sharesOfItem = async (item: Item, context: ReadContext | WriteContext): Promise<Share[]> => {
  const rows = await readerOf(context)
    .select({ share: driveShares, folder: { uniqueId: driveItems.uniqueId, name: driveItems.name } })
    .from(driveShares)
    .innerJoin(driveItems, eq(driveItems.uniqueId, driveShares.itemId))
    .where(inArray(driveShares.itemId, [item.uniqueId, ...item.ancestors]))
    .orderBy(driveShares.dateCreated, driveShares.uniqueId)
  const nameOf = await namesOf(
    rows.map(({ share }) => share),
    context,
  )
  return rows.map(({ share, folder }) => ({
    emailAddress: share.emailAddress,
    fullName: nameOf(share),
    dateCreated: share.dateCreated,
    openedAt: share.openedAt,
    through: share.itemId === item.uniqueId ? null : folder,
  }))
}
