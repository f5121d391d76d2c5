import { phrase, say } from '@tradewind/contract/kit/say'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { driveActivities, driveItems, driveShares } from '#drive/schema/drive.table'
import { contains, fieldsOf, listRows } from '#kit/database/list'
import { notFound } from '#kit/errors'
import type { ReadContext } from '#kit/http/context'
import { fullNameOf, users } from '#platform/schema/user.table'
import { fullNamesOf } from '#platform/user/person.queries'
import { isGivenTo } from '../drive.access.ts'
import { namesOf } from './shares.ts'

/** What a list is asked. */
interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
}
const wayOf = (sort = '') => (sort.startsWith('-') ? desc : asc)

/** Shares of what lives. */
const shared = sql`${driveShares} join ${driveItems} on ${and(eq(driveItems.uniqueId, driveShares.itemId), isNull(driveItems.deletedAt))}`

const owner = fieldsOf(users)

/** Who shares with the actor, by name. */
export const sharers = (asked: Asked, context: ReadContext) => {
  const living = and(eq(users.uniqueId, driveShares.ownerId), isNull(users.deletedAt))
  const isMet = and(isGivenTo(context.actor.uniqueId), contains(users, asked.q))
  const met = sql`from ${shared} join ${users} on ${living} where ${isMet}`
  const way = wayOf(asked.sort)
  const all = sql`select ${owner.named}, count(*)::int as items ${met} group by ${users.tenantId}, ${users.uniqueId}
    order by ${way(users.nameKey)}, ${way(users.uniqueId)}`
  const counted = sql`select distinct ${driveShares.ownerId} ${met}`
  return listRows({ all, counted }, asked, context, (rows) =>
    rows.map((raw) => {
      const { uniqueId, userCompanyName, ...names } = owner.read(raw) as typeof users.$inferSelect
      return { uniqueId, fullName: fullNameOf(names), userCompanyName, count: raw['items'] as number }
    }),
  )
}

type Sharee = { emailAddress: string; userId: string | null; openedAt: string | null }

/** Whom the actor shares with, by address. */
export const sharees = (asked: Asked, context: ReadContext) => {
  const key = sql`lower(${driveShares.emailAddress})`
  const sought = asked.q?.trim().toLowerCase()
  const isMet = and(eq(driveShares.ownerId, context.actor.uniqueId), sought ? sql`position(${sought} in ${key}) > 0` : undefined)
  const met = sql`from ${shared} where ${isMet}`
  const all = sql`select min(${driveShares.emailAddress}) as "emailAddress", (array_agg(${driveShares.userId}))[1] as "userId",
    max(${driveShares.openedAt}) as "openedAt" ${met} group by ${key} order by ${wayOf(asked.sort)(key)}`
  return listRows({ all, counted: sql`select distinct ${key} ${met}` }, asked, context, async (rows) => {
    const found = rows as Sharee[]
    const nameOf = await namesOf(found, context)
    return found.map((row) => ({ emailAddress: row.emailAddress, value: row.emailAddress, fullName: nameOf(row) }))
  })
}

/** Where these of the actor's own items stand, as far as they live. */
const standingsOf = async (ids: readonly string[], { db, actor }: ReadContext) => {
  if (ids.length === 0) return new Map<string, { folder: boolean; parentFolderId: string | null }>()
  const { uniqueId, ownerId, folder, parentId, deletedAt } = driveItems
  const rows = await db
    .select({ uniqueId, folder, parentFolderId: parentId })
    .from(driveItems)
    .where(and(inArray(uniqueId, [...new Set(ids)]), eq(ownerId, actor.uniqueId), isNull(deletedAt)))
  return new Map(rows.map(({ uniqueId: id, ...standing }) => [id, standing]))
}

const doing = fieldsOf(driveActivities)
type Doing = typeof driveActivities.$inferSelect

/** What was done, by whom, and to what that is where. */
const told = async (rows: readonly Doing[], context: ReadContext) => {
  const people = rows.map(({ createdBy }) => createdBy)
  const items = rows.map(({ itemId }) => itemId)
  const [names, standings] = await Promise.all([fullNamesOf(context.db, people), standingsOf(items, context)])
  return rows.map((row) => ({
    ...row,
    byName: names.get(row.createdBy ?? '') ?? phrase('Former user'),
    standing: standings.get(row.itemId) ?? null,
  }))
}

/** What was done to the actor's files, or to one of them. */
export const doings = async ({ uniqueId, ...asked }: Asked & { uniqueId?: string | undefined }, context: ReadContext) => {
  const { db, actor } = context
  const own = and(eq(driveItems.uniqueId, uniqueId ?? ''), eq(driveItems.ownerId, actor.uniqueId))
  if (uniqueId && (await db.$count(driveItems, own)) === 0) throw notFound(say('File not found'))
  const { ownerId, itemId, dateCreated } = driveActivities
  const met = sql`from ${driveActivities} where ${and(eq(ownerId, actor.uniqueId), uniqueId ? eq(itemId, uniqueId) : undefined)}`
  const way = wayOf(asked.sort ?? '-dateCreated')
  const all = sql`select ${doing.named} ${met} order by ${way(dateCreated)}, ${way(driveActivities.uniqueId)}`
  return listRows({ all, counted: sql`select ${met}` }, asked, context, (rows) => told(rows.map(doing.read) as Doing[], context))
}
