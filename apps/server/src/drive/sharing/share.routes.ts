import { driveShareApi } from '@tradewind/contract/drive/driveShare.contract'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, sql } from 'drizzle-orm'
import { driveActivities, type Item } from '#drive/schema/drive.table'
import { invalid, tooMany } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import { ownItems } from '../drive.access.ts'
import { holdDrive, noteDrive } from '../drive.place.ts'
import { shareTellingJob } from './share.job.ts'
import { doings, sharees, sharers } from './share.lists.ts'
import { addressKey, beginShares, endShares } from './shares.ts'

/** Addresses that one person may share with in a day: the drive is no way to send mail to strangers. */
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

/** Which of these items were changed with an address, and what became of each with each. */
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
