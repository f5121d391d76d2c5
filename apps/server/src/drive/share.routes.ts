import { driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { phrase, say } from '@tradewind/contract/kit/say'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { contains, fieldsOf } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { invalid, notFound, tooMany } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { fullNameOf, users } from '#platform/schema/user.table'
import { fullNamesOf } from '#platform/user/user.queries'
import { isGivenTo, ownItems } from './drive.access.ts'
import { holdDrive, noteDrive } from './drive.place.ts'
import { driveActivities, driveItems, driveShares, type Item } from './schema/drive.table.ts'
import { addressKey, beginShares, endShares, namesOf, shareTellingJob } from './shares.ts'

/** The query of a list. */
interface Asked {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
}
const wayOf = (sort = '') => (sort.startsWith('-') ? desc : asc)

/** Shares of items that are not deleted. */
const livingShares = sql`${driveShares} join ${driveItems} on ${and(eq(driveItems.uniqueId, driveShares.itemId), isNull(driveItems.deletedAt))}`

const owner = fieldsOf(users)

/** The users who share with the actor, by name. */
const sharers = (asked: Asked, context: ReadContext) => {
  const living = and(eq(users.uniqueId, driveShares.ownerId), isNull(users.deletedAt))
  const isMet = and(isGivenTo(context.actor.uniqueId), contains(users, asked.q))
  const met = sql`from ${livingShares} join ${users} on ${living} where ${isMet}`
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

/** The addresses with which the actor shares. */
const sharees = (asked: Asked, context: ReadContext) => {
  const key = sql`lower(${driveShares.emailAddress})`
  const sought = asked.q?.trim().toLowerCase()
  const isMet = and(eq(driveShares.ownerId, context.actor.uniqueId), sought ? sql`position(${sought} in ${key}) > 0` : undefined)
  const met = sql`from ${livingShares} where ${isMet}`
  const all = sql`select min(${driveShares.emailAddress}) as "emailAddress", (array_agg(${driveShares.userId}))[1] as "userId",
    max(${driveShares.openedAt}) as "openedAt" ${met} group by ${key} order by ${wayOf(asked.sort)(key)}`
  return listRows({ all, counted: sql`select distinct ${key} ${met}` }, asked, context, async (rows) => {
    const found = rows as Sharee[]
    const nameOf = await namesOf(found, context)
    return found.map((row) => ({ emailAddress: row.emailAddress, value: row.emailAddress, fullName: nameOf(row) }))
  })
}

/** Kind and parent folder of those of these items that are the actor's own and not deleted. */
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

/** Activities, with the name of the user and the current position of the item. */
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

/** Activities on the actor's files, or on one of them. */
const doings = async ({ uniqueId, ...asked }: Asked & { uniqueId?: string | undefined }, context: ReadContext) => {
  const { db, actor } = context
  const own = and(eq(driveItems.uniqueId, uniqueId ?? ''), eq(driveItems.ownerId, actor.uniqueId))
  if (uniqueId && (await db.$count(driveItems, own)) === 0) throw notFound(say('File not found'))
  const { ownerId, itemId, dateCreated } = driveActivities
  const met = sql`from ${driveActivities} where ${and(eq(ownerId, actor.uniqueId), uniqueId ? eq(itemId, uniqueId) : undefined)}`
  const way = wayOf(asked.sort ?? '-dateCreated')
  const all = sql`select ${doing.named} ${met} order by ${way(dateCreated)}, ${way(driveActivities.uniqueId)}`
  return listRows({ all, counted: sql`select ${met}` }, asked, context, (rows) => told(rows.map(doing.read) as Doing[], context))
}

/** Addresses with which one user may share in a day, so that the drive cannot be used to mail strangers. */
const ADDRESSES_A_DAY = 200
const DAY = 24 * 60 * 60

const once = (addresses: readonly string[]) => [...new Map(addresses.map((address) => [addressKey(address), address])).values()]

const staysWithin = async (addresses: readonly string[], { tx, actor }: WriteContext) => {
  const today = sql`${driveActivities.dateCreated} > now() - interval '1 day'`
  const shared = and(eq(driveActivities.ownerId, actor.uniqueId), eq(driveActivities.action, 'SHARED'), today)
  const rows = await tx
    .selectDistinct({ address: sql<string>`lower(${driveActivities.detail})` })
    .from(driveActivities)
    .where(shared)
  const all = new Set([...rows.map(({ address }) => address), ...addresses.map(addressKey)])
  if (all.size > ADDRESSES_A_DAY)
    throw tooMany(DAY, say('You can share with {count} addresses a day.', { count: ADDRESSES_A_DAY }))
}

interface Pair {
  itemId: string
  emailAddress: string
}

/** Which of these items were changed for an address, and the outcome for each item with each address. */
const outcomesOf = (items: readonly Item[], addresses: readonly string[], pairs: readonly Pair[]) => {
  const changed = new Map(addresses.map((address) => [addressKey(address), new Set<string>()]))
  for (const { itemId, emailAddress } of pairs) changed.get(addressKey(emailAddress))?.add(itemId)
  const isDone = (itemId: string, address: string) => changed.get(addressKey(address))?.has(itemId)
  const outcomes = items.flatMap(({ uniqueId }) =>
    addresses.map((emailAddress) => {
      const outcome = isDone(uniqueId, emailAddress) ? ('DONE' as const) : ('UNCHANGED' as const)
      return { uniqueId, emailAddress, outcome }
    }),
  )
  return { changedWith: (address: string) => items.filter(({ uniqueId }) => isDone(uniqueId, address)), outcomes }
}

const unshare = async (uniqueIds: readonly string[], given: readonly string[], context: WriteContext) => {
  await holdDrive(context, context.actor.uniqueId)
  const [items, addresses] = [await ownItems(uniqueIds, context), once(given)]
  const { changedWith, outcomes } = outcomesOf(items, addresses, await endShares(items, addresses, context))
  for (const address of addresses) await noteDrive(context, 'UNSHARED', changedWith(address), address)
  return outcomes
}

export const driveShareRoutes = ({ jobs }: { jobs: Jobs }) =>
  routes(driveShareApi, {
    shared: sharers,
    sharedUsers: sharees,
    activity: doings,
    share: async ({ shareWith, uniqueIds }, context) => {
      const { actor, scope } = context
      await holdDrive(context, actor.uniqueId)
      const [items, addresses] = [await ownItems(uniqueIds, context), once(shareWith)]
      if (addresses.some((address) => addressKey(address) === addressKey(actor.emailAddress)))
        throw invalid({ shareWith: say('This is your own address') })
      await staysWithin(addresses, context)
      const { changedWith, outcomes } = outcomesOf(items, addresses, await beginShares(items, addresses, context))
      for (const emailAddress of addresses) {
        const fresh = changedWith(emailAddress)
        if (fresh.length === 0) continue
        await noteDrive(context, 'SHARED', fresh, emailAddress)
        const itemIds = fresh.map(({ uniqueId }) => uniqueId)
        await jobs.send(context.tx, shareTellingJob, { tenantId: scope.tenantId, ownerId: actor.uniqueId, emailAddress, itemIds })
      }
      return outcomes
    },
    unshare: ({ uniqueId, email }, context) => unshare([uniqueId], [email], context),
    bulkUnShare: ({ unShareWith, uniqueIds }, context) => unshare(uniqueIds, unShareWith, context),
  })
