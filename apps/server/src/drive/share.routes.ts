import { driveShareApi } from '@tradewind/contract/drive/drive.contract'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { fieldsOf, searchContains } from '#kit/database/list'
import { listRows } from '#kit/database/rows'
import { invalid, notFound, tooMany } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { fullNameOf, users } from '#platform/schema/user.table'
import { fullNamesOf } from '#platform/user/user.queries'
import { findOwnItem, findOwnItems, hasNotExpired, isSharedDirectlyWith } from './drive.access.ts'
import { lockDrive, recordDriveActivity } from './drive.items.ts'
import { driveActivities, driveItems, driveShares, type Item } from './schema/drive.table.ts'
import { addressKey, beginShares, endShares, isSharedWithAddress, namesOf, shareNotificationJob } from './shares.ts'

/** The query of a list. */
interface ListQuery {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  q?: string | undefined
}
const sortDirection = (sort = '') => (sort.startsWith('-') ? desc : asc)

/** Shares of items that are not deleted. */
const activeShares = sql`${driveShares} join ${driveItems} on ${and(eq(driveItems.uniqueId, driveShares.itemId), isNull(driveItems.deletedAt))}`

const ownerFields = fieldsOf(users)

/** The users who share with the actor, by name. */
const listSharers = (query: ListQuery, context: ReadContext) => {
  const isActiveOwner = and(eq(users.uniqueId, driveShares.ownerId), isNull(users.deletedAt))
  const isMet = and(isSharedDirectlyWith(context.actor.uniqueId), searchContains(users, query.q))
  const matching = sql`from ${activeShares} join ${users} on ${isActiveOwner} where ${isMet}`
  const direction = sortDirection(query.sort)
  const all = sql`select ${ownerFields.columns}, count(distinct ${driveShares.itemId})::int as items ${matching} group by ${users.tenantId}, ${users.uniqueId}
    order by ${direction(users.nameKey)}, ${direction(users.uniqueId)}`
  const counted = sql`select distinct ${driveShares.ownerId} ${matching}`
  return listRows({ all, counted }, query, context, (rows) =>
    rows.map((raw) => {
      const { uniqueId, userCompanyName, ...names } = ownerFields.read(raw) as typeof users.$inferSelect
      return { uniqueId, fullName: fullNameOf(names), userCompanyName, count: raw['items'] as number }
    }),
  )
}

type RecipientRow = { emailAddress: string; userId: string | null; openedAt: string | null }

/** The addresses with which the actor shares. */
const listRecipients = (query: ListQuery, context: ReadContext) => {
  const key = sql`lower(${driveShares.emailAddress})`
  const needle = query.q?.trim().toLowerCase()
  const isMet = and(
    eq(driveShares.ownerId, context.actor.uniqueId),
    hasNotExpired,
    needle ? sql`position(${needle} in ${key}) > 0` : undefined,
  )
  const matching = sql`from ${activeShares} where ${isMet}`
  const all = sql`select min(${driveShares.emailAddress}) as "emailAddress", (array_agg(${driveShares.userId}))[1] as "userId",
    max(${driveShares.openedAt}) as "openedAt" ${matching} group by ${key} order by ${sortDirection(query.sort)(key)}`
  return listRows({ all, counted: sql`select distinct ${key} ${matching}` }, query, context, async (rows) => {
    const found = rows as RecipientRow[]
    const nameOf = await namesOf(found, context)
    return found.map((row) => ({ emailAddress: row.emailAddress, value: row.emailAddress, fullName: nameOf(row) }))
  })
}

/** Kind and parent folder of those of these items that are the actor's own and not deleted. */
const findPositions = async (ids: readonly string[], { db, actor }: ReadContext) => {
  if (ids.length === 0) return new Map<string, { folder: boolean; parentFolderId: string | null }>()
  const { uniqueId, ownerId, folder, parentId, deletedAt } = driveItems
  const rows = await db
    .select({ uniqueId, folder, parentFolderId: parentId })
    .from(driveItems)
    .where(and(inArray(uniqueId, [...new Set(ids)]), eq(ownerId, actor.uniqueId), isNull(deletedAt)))
  return new Map(rows.map(({ uniqueId: id, ...standing }) => [id, standing]))
}

const activityFields = fieldsOf(driveActivities)
type Activity = typeof driveActivities.$inferSelect

/** Activities, with the name of the user and the current position of the item. */
const describeActivities = async (rows: readonly Activity[], context: ReadContext) => {
  const people = rows.map(({ createdBy }) => createdBy)
  const items = rows.map(({ itemId }) => itemId)
  const [names, standings] = await Promise.all([fullNamesOf(context.db, people), findPositions(items, context)])
  return rows.map((row) => ({
    ...row,
    byName: names.get(row.createdBy ?? '') ?? phrase('Former user'),
    standing: standings.get(row.itemId) ?? null,
  }))
}

/** Activities on the actor's files, or on one of them. */
const listActivities = async ({ uniqueId, ...query }: ListQuery & { uniqueId?: string | undefined }, context: ReadContext) => {
  const { db, actor } = context
  const isOwned = and(eq(driveItems.uniqueId, uniqueId ?? ''), eq(driveItems.ownerId, actor.uniqueId))
  if (uniqueId && (await db.$count(driveItems, isOwned)) === 0) throw notFound(say('File not found'))
  const { ownerId, itemId, dateCreated } = driveActivities
  const matching = sql`from ${driveActivities} where ${and(eq(ownerId, actor.uniqueId), uniqueId ? eq(itemId, uniqueId) : undefined)}`
  const direction = sortDirection(query.sort ?? '-dateCreated')
  const all = sql`select ${activityFields.columns} ${matching} order by ${direction(dateCreated)}, ${direction(driveActivities.uniqueId)}`
  return listRows({ all, counted: sql`select ${matching}` }, query, context, (rows) =>
    describeActivities(rows.map(activityFields.read) as Activity[], context),
  )
}

/** Addresses with which one user may share in a day, so that the drive cannot be used to mail strangers. */
const ADDRESSES_A_DAY = 200
const DAY_SECONDS = 24 * 60 * 60

const uniqueAddresses = (addresses: readonly string[]) => [
  ...new Map(addresses.map((address) => [addressKey(address), address])).values(),
]

const checkDailyLimit = async (addresses: readonly string[], { tx, actor }: WriteContext) => {
  const today = sql`${driveActivities.dateCreated} > now() - interval '1 day'`
  const shared = and(eq(driveActivities.ownerId, actor.uniqueId), eq(driveActivities.action, 'SHARED'), today)
  const rows = await tx
    .selectDistinct({ address: sql<string>`lower(${driveActivities.detail})` })
    .from(driveActivities)
    .where(shared)
  const all = new Set([...rows.map(({ address }) => address), ...addresses.map(addressKey)])
  if (all.size > ADDRESSES_A_DAY)
    throw tooMany(DAY_SECONDS, say('You can share with {count} addresses a day.', { count: ADDRESSES_A_DAY }))
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

const unshare = async (uniqueIds: readonly string[], emails: readonly string[], context: WriteContext) => {
  await lockDrive(context, context.actor.uniqueId)
  const [items, addresses] = [await findOwnItems(uniqueIds, context), uniqueAddresses(emails)]
  const { changedWith, outcomes } = outcomesOf(items, addresses, await endShares(items, addresses, context))
  for (const address of addresses) await recordDriveActivity(context, 'UNSHARED', changedWith(address), address)
  return outcomes
}

interface NewShares {
  items: readonly Item[]
  emails: readonly string[]
  /** Undefined: shares in effect keep theirs. */
  lastDay: string | null | undefined
}

/** Shares items, or changes the last day of their shares: records it for the owner, and has the recipients notified of new shares. */
const share = async (jobs: Jobs, { items, emails, lastDay }: NewShares, context: WriteContext) => {
  const { actor, scope } = context
  const addresses = uniqueAddresses(emails)
  if (addresses.some((address) => addressKey(address) === addressKey(actor.emailAddress)))
    throw invalid({ shareWith: say('This is your own address') })
  await checkDailyLimit(addresses, context)
  const { begun, changed } = await beginShares(items, { addresses, lastDay }, context)
  const { changedWith: begunWith } = outcomesOf(items, addresses, begun)
  const { changedWith: datedWith } = outcomesOf(items, addresses, changed)
  for (const emailAddress of addresses) {
    await recordDriveActivity(context, 'LAST_DAY', datedWith(emailAddress), emailAddress, lastDay)
    const sharedItems = begunWith(emailAddress)
    if (sharedItems.length === 0) continue
    await recordDriveActivity(context, 'SHARED', sharedItems, emailAddress, lastDay)
    const itemIds = sharedItems.map(({ uniqueId }) => uniqueId)
    await jobs.send(context.tx, shareNotificationJob, {
      tenantId: scope.tenantId,
      ownerId: actor.uniqueId,
      emailAddress,
      itemIds,
    })
  }
  return outcomesOf(items, addresses, [...begun, ...changed]).outcomes
}

export const driveShareRoutes = ({ jobs }: { jobs: Jobs }) =>
  routes(driveShareApi, {
    shared: listSharers,
    sharedUsers: listRecipients,
    activity: listActivities,
    share: async ({ shareWith, uniqueIds, lastDay }, context) => {
      await lockDrive(context, context.actor.uniqueId)
      return share(jobs, { items: await findOwnItems(uniqueIds, context), emails: shareWith, lastDay }, context)
    },
    changeLastDay: async ({ uniqueId, email, lastDay }, context) => {
      await lockDrive(context, context.actor.uniqueId)
      const item = await findOwnItem(uniqueId, context)
      if (!(await isSharedWithAddress(item, email, context)))
        throw notFound(say('It is not shared with this address directly any more.'))
      return share(jobs, { items: [item], emails: [email], lastDay }, context)
    },
    unshare: ({ uniqueId, email }, context) => unshare([uniqueId], [email], context),
    bulkUnShare: ({ unShareWith, uniqueIds }, context) => unshare(uniqueIds, unShareWith, context),
  })
