import { and, asc, count, countDistinct, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contains, countUpTo } from '#kit/database/list'
import { notFound } from '#kit/errors'
import type { Reading } from '#kit/http/context'
import { fullNamesOf } from '../../user/person.queries.ts'
import { fullNameOf, users } from '../../user/user.table.ts'
import { isGivenTo } from '../drive.access.ts'
import { driveActivities, driveItems, driveShares } from '../drive.table.ts'
import { namesOf } from './shares.ts'

/** What a list is asked. */
interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
}
const wayOf = (sort = '') => (sort.startsWith('-') ? desc : asc)
const windowOf = ({ page = 0, size = 500 }: Asked) => ({ limit: size, offset: page * size })

/** The living items behind shares. */
const shared = and(eq(driveItems.uniqueId, driveShares.itemId), isNull(driveItems.deletedAt))

/** Who shares with the actor, by name. */
export const sharers = async (asked: Asked, { db, actor }: Reading) => {
  const living = and(eq(users.uniqueId, driveShares.ownerId), isNull(users.deletedAt))
  const met = and(isGivenTo(actor.uniqueId), contains(users, asked.q))
  const way = wayOf(asked.sort)
  const { limit, offset } = windowOf(asked)
  const [rows, [all]] = await Promise.all([
    db
      .select({ owner: users, count: count() })
      .from(driveShares)
      .innerJoin(driveItems, shared)
      .innerJoin(users, living)
      .where(met)
      .groupBy(users.tenantId, users.uniqueId)
      .orderBy(way(users.nameKey), way(users.uniqueId))
      .limit(limit)
      .offset(offset),
    db
      .select({ owners: countDistinct(driveShares.ownerId) })
      .from(driveShares)
      .innerJoin(driveItems, shared)
      .innerJoin(users, living)
      .where(met),
  ])
  const told = rows.map(({ owner, count: items }) => {
    const { uniqueId, userCompanyName } = owner
    return { uniqueId, fullName: fullNameOf(owner), userCompanyName, count: items }
  })
  return { rows: told, total: all!.owners, estimated: false }
}

/** Whom the actor shares with, by address. */
export const sharees = async (asked: Asked, context: Reading) => {
  const { db, actor } = context
  const key = sql`lower(${driveShares.emailAddress})`
  const sought = asked.q?.trim().toLowerCase()
  const met = and(eq(driveShares.ownerId, actor.uniqueId), sought ? sql`position(${sought} in ${key}) > 0` : undefined)
  const { limit, offset } = windowOf(asked)
  const [rows, [all]] = await Promise.all([
    db
      .select({
        emailAddress: sql<string>`min(${driveShares.emailAddress})`,
        userId: sql<string | null>`(array_agg(${driveShares.userId}))[1]`,
        openedAt: sql<string | null>`max(${driveShares.openedAt})`,
      })
      .from(driveShares)
      .innerJoin(driveItems, shared)
      .where(met)
      .groupBy(key)
      .orderBy(wayOf(asked.sort)(key))
      .limit(limit)
      .offset(offset),
    db
      .select({ addresses: sql<number>`count(distinct ${key})::int` })
      .from(driveShares)
      .innerJoin(driveItems, shared)
      .where(met),
  ])
  const nameOf = await namesOf(rows, context)
  const told = rows.map((row) => ({ emailAddress: row.emailAddress, value: row.emailAddress, fullName: nameOf(row) }))
  return { rows: told, total: all!.addresses, estimated: false }
}

/** Where these of the actor's own items stand, as far as they live. */
const standingsOf = async (ids: readonly string[], { db, actor }: Reading) => {
  if (ids.length === 0) return new Map<string, { folder: boolean; parentFolderId: string | null }>()
  const { uniqueId, ownerId, folder, parentId, deletedAt } = driveItems
  const rows = await db
    .select({ uniqueId, folder, parentFolderId: parentId })
    .from(driveItems)
    .where(and(inArray(uniqueId, [...new Set(ids)]), eq(ownerId, actor.uniqueId), isNull(deletedAt)))
  return new Map(rows.map(({ uniqueId: id, ...standing }) => [id, standing]))
}

/** What was done to the actor's files, or to one of them. */
export const doings = async ({ uniqueId, ...asked }: Asked & { uniqueId?: string | undefined }, context: Reading) => {
  const { db, actor } = context
  const own = and(eq(driveItems.uniqueId, uniqueId ?? ''), eq(driveItems.ownerId, actor.uniqueId))
  if (uniqueId && (await db.$count(driveItems, own)) === 0) throw notFound('File')
  const { ownerId, itemId, dateCreated } = driveActivities
  const met = and(eq(ownerId, actor.uniqueId), uniqueId ? eq(itemId, uniqueId) : undefined)
  const way = wayOf(asked.sort ?? '-dateCreated')
  const { limit, offset } = windowOf({ size: 20, ...asked })
  const [rows, counted] = await Promise.all([
    db
      .select()
      .from(driveActivities)
      .where(met)
      .orderBy(way(dateCreated), way(driveActivities.uniqueId))
      .limit(limit)
      .offset(offset),
    countUpTo(db, sql`select from ${driveActivities} where ${met}`),
  ])
  const [names, standings] = await Promise.all([
    fullNamesOf(
      db,
      rows.map(({ createdBy }) => createdBy),
    ),
    standingsOf(
      rows.map((row) => row.itemId),
      context,
    ),
  ])
  const told = rows.map((row) => ({
    ...row,
    byName: names.get(row.createdBy ?? '') ?? 'Former user',
    standing: standings.get(row.itemId) ?? null,
  }))
  return { rows: told, ...counted }
}
