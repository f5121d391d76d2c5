import type { Share } from '@tradewind/contract/drive/item'
import { phrase } from '@tradewind/contract/kit/phrase'
import { say } from '@tradewind/contract/kit/say'
import { isStaff } from '@tradewind/contract/roles'
import { and, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { formatDay, startOfDay, todayIn } from '#kit/days'
import { invalid, unauthenticated } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { job, worker } from '#kit/jobs'
import { mailboxOf } from '#kit/letters'
import { notifyAfterCommit, notifyNodes } from '#kit/notifyNodes'
import { countTryWith, isWithinLimits } from '#platform/identity/throttle.queries'
import type { Notify } from '#platform/notification/notification.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { fullNamesOf } from '#platform/user/user.queries'
import type { Mailer } from '#services/mailer'
import { hasNotExpired, sharerMayHaveDrive } from './drive.access.ts'
import { driveActivities, driveItems, driveShares, type Item } from './schema/drive.table.ts'

type Row = typeof driveShares.$inferSelect

/** An address in the form in which it is compared: case-insensitively. */
export const addressKey = (emailAddress: string) => emailAddress.toLowerCase()
const keyOf = sql<string>`lower(${driveShares.emailAddress})`
const hasAddressIn = (addresses: readonly string[]) => inArray(keyOf, addresses.map(addressKey))

/**
 * The users of the tenant who have verified one of these addresses: ids by address. Locks them against deletion until the transaction ends, so
 * that whoever deletes them finds what was shared with them meanwhile.
 */
const findAddressOwners = async (addresses: readonly string[], tx: Tx) => {
  const address = sql<string>`lower(${users.emailAddress})`
  const proved = and(inArray(address, addresses.map(addressKey)), isNull(users.deletedAt), isNotNull(users.verifiedAt))
  const found = await tx.select({ id: users.uniqueId, address }).from(users).where(proved).for('key share')
  return new Map(found.map(({ id, address: key }) => [key, id]))
}

/** Checks that the sharer still exists, and locks them against deletion until the transaction ends. */
const lockSharer = async ({ tx, actor }: WriteContext) => {
  const there = and(eq(users.uniqueId, actor.uniqueId), isNull(users.deletedAt))
  const [owner] = await tx.select({ id: users.uniqueId }).from(users).where(there).for('key share')
  if (!owner) throw unauthenticated()
}

/** Has open pages of these users, and other ones of the actor, read shared items again after the commit. */
const notifyPagesOf = (userIds: readonly (string | null)[], { tx, scope, actor }: WriteContext) => {
  for (const userId of new Set([...userIds, actor.uniqueId]))
    if (userId) notifyAfterCommit(tx, { topic: 'drive', tenantId: scope.tenantId, userId })
}

const deleteShares = async (which: SQL | undefined, context: WriteContext) => {
  const { tx, scope } = context
  const deleted = await tx.delete(driveShares).where(which).returning()
  for (const userId of new Set(deleted.map((share) => share.userId)))
    if (userId) await notifyNodes(tx, { topic: 'drive', tenantId: scope.tenantId, userId })
  if (deleted.length > 0) notifyPagesOf([], context)
  return deleted
}

/** The last day of new shares, and when it is over for the owner. */
const lastDayColumns = async (lastDay: string | null, { tx, timeZone }: WriteContext) => {
  if (lastDay === null) return { lastDay, endsAt: null }
  if (lastDay < todayIn(timeZone)) throw invalid({ lastDay: say('The last day cannot be in the past') })
  const { rows } = await tx.execute<{ endsAt: string }>(sql`select ${startOfDay(lastDay, timeZone, 1)}::text as "endsAt"`)
  return { lastDay, endsAt: rows[0]!.endsAt }
}

/** Finds the shares of these items with these addresses. `isKept`: it is in effect, with the current owner of the address. Others are to be replaced. */
const findExisting = async (ids: readonly string[], addresses: readonly string[], people: Map<string, string>, tx: Tx) => {
  const rows = await tx
    .select({ share: driveShares, isInEffect: sql<boolean>`${hasNotExpired}` })
    .from(driveShares)
    .where(and(inArray(driveShares.itemId, [...ids]), hasAddressIn(addresses)))
  const isCurrent = ({ emailAddress, userId }: Row) => (people.get(addressKey(emailAddress)) ?? userId) === userId
  return rows.map(({ share, isInEffect }) => ({ share, isKept: isInEffect && isCurrent(share) }))
}

/**
 * Shares items with addresses until a last day, and returns the new shares, and those that have got this last day; where none is given, shares in
 * effect keep theirs. A share that has expired, or with the previous owner of an address, is replaced by a new one.
 */
export const beginShares = async (
  items: readonly Item[],
  { addresses, lastDay }: { addresses: readonly string[]; lastDay: string | null | undefined },
  context: WriteContext,
) => {
  const { tx, actor } = context
  const ending = await lastDayColumns(lastDay ?? null, context)
  await lockSharer(context)
  const ids = items.map(({ uniqueId }) => uniqueId)
  const people = await findAddressOwners(addresses, tx)
  const existing = await findExisting(ids, addresses, people, tx)
  const replacedIds = existing.flatMap(({ share, isKept }) => (isKept ? [] : share.uniqueId))
  if (replacedIds.length > 0) await deleteShares(inArray(driveShares.uniqueId, replacedIds), context)
  const kept = existing.flatMap(({ share, isKept }) => (isKept ? share : []))
  const existingKeys = new Set(kept.map(({ itemId, emailAddress }) => `${itemId} ${addressKey(emailAddress)}`))
  const rows = ids.flatMap((itemId) =>
    addresses
      .filter((emailAddress) => !existingKeys.has(`${itemId} ${addressKey(emailAddress)}`))
      .map((emailAddress) => ({ itemId, emailAddress, userId: people.get(addressKey(emailAddress)) ?? null })),
  )
  await insertMany(
    tx,
    driveShares,
    rows.map((row) => ({ ...row, ...ending, ownerId: actor.uniqueId, createdBy: actor.uniqueId })),
  )
  const changed = lastDay === undefined ? [] : kept.filter((share) => share.lastDay !== lastDay)
  const isChanged = inArray(
    driveShares.uniqueId,
    changed.map(({ uniqueId }) => uniqueId),
  )
  if (changed.length > 0) await tx.update(driveShares).set(ending).where(isChanged)
  const readers = [...rows, ...changed].map(({ userId }) => userId)
  if (readers.length > 0) notifyPagesOf(readers, context)
  return { begun: rows, changed }
}

/** Whether an item is shared with an address directly, in effect or expired. */
export const isSharedWithAddress = async ({ uniqueId }: Item, address: string, { tx }: WriteContext) =>
  (await tx.$count(driveShares, and(eq(driveShares.itemId, uniqueId), hasAddressIn([address])))) > 0

/** Ends the sharing of items with addresses, running downloads included, and returns the ended shares. */
export const endShares = (items: readonly Item[], addresses: readonly string[], context: WriteContext) => {
  const ids = items.map(({ uniqueId }) => uniqueId)
  return deleteShares(and(inArray(driveShares.itemId, ids), hasAddressIn(addresses)), context)
}

/** Assigns what was shared with an address before to the user who has verified it. */
export const claimShares = async (tx: Tx, { uniqueId, emailAddress }: { uniqueId: string; emailAddress: string }) => {
  const waiting = and(isNull(driveShares.userId), eq(keyOf, addressKey(emailAddress)))
  await tx.update(driveShares).set({ userId: uniqueId }).where(waiting)
}

const sharesOf = (userId: string) => or(eq(driveShares.ownerId, userId), eq(driveShares.userId, userId))

/** The files that are deleted with a user, and the shares that end. */
export const countDriveOf = async (tx: Tx, { uniqueId }: { uniqueId: string }) => {
  const isFile = and(eq(driveItems.ownerId, uniqueId), eq(driveItems.folder, false), isNull(driveItems.deletedAt))
  return {
    file: await tx.$count(driveItems, isFile),
    share: await tx.$count(driveShares, and(sharesOf(uniqueId), hasNotExpired)),
  }
}

/** Ends all that a user who leaves shares, and all that is shared with them. */
export const endSharesOf = async (tx: Tx, userId: string) => {
  const deleted = await tx
    .delete(driveShares)
    .where(sharesOf(userId))
    .returning({ tenantId: driveShares.tenantId, userId: driveShares.userId })
  const readers = new Map(deleted.map((share) => [share.userId, share.tenantId]))
  for (const [reader, tenantId] of readers) if (reader) await notifyNodes(tx, { topic: 'drive', tenantId, userId: reader })
}

type Recipient = Pick<Row, 'userId' | 'openedAt'>

/** Names of the recipients, as far as an owner may know them: staff know each other, and a recipient who has opened something is known. */
export const namesOf = async (shares: readonly Recipient[], context: ReadContext | WriteContext) => {
  const ids = shares.flatMap(({ userId }) => userId ?? [])
  const reader = readerOf(context)
  const people = ids.length === 0 ? [] : await reader.select().from(users).where(inArray(users.uniqueId, ids))
  const staff = new Set(people.filter(({ role }) => isStaff({ roles: [role] })).map(({ uniqueId }) => uniqueId))
  const names = await fullNamesOf(reader, ids)
  return ({ userId, openedAt }: Recipient) => {
    const isKnown = openedAt !== null || (isStaff(context.actor) && staff.has(userId ?? ''))
    return (isKnown && names.get(userId ?? '')) || null
  }
}

/** Who has access to an item of the actor's own, directly and through each ancestor folder, and whose access has expired. */
export const sharesOfItem = async (item: Item, context: ReadContext | WriteContext): Promise<Share[]> => {
  const rows = await readerOf(context)
    .select({
      share: driveShares,
      isInEffect: sql<boolean>`${hasNotExpired}`,
      folder: { uniqueId: driveItems.uniqueId, name: driveItems.name },
    })
    .from(driveShares)
    .innerJoin(driveItems, eq(driveItems.uniqueId, driveShares.itemId))
    .where(inArray(driveShares.itemId, [item.uniqueId, ...item.ancestors]))
    .orderBy(driveShares.dateCreated, driveShares.uniqueId)
  const nameOf = await namesOf(
    rows.map(({ share }) => share),
    context,
  )
  return rows.map(({ share, isInEffect, folder }) => ({
    emailAddress: share.emailAddress,
    fullName: nameOf(share),
    dateCreated: share.dateCreated,
    openedAt: share.openedAt,
    lastDay: share.lastDay,
    expired: !isInEffect,
    through: share.itemId === item.uniqueId ? null : folder,
  }))
}

interface JobPayload {
  tenantId: string
  ownerId: string
  emailAddress: string
  itemIds: readonly string[]
}

/** Notifies the owner of an address of what is shared with it: in the application, or by an invitation mail. Runs after the reply, which reveals nothing of it. */
export const shareNotificationJob = job<JobPayload>({ name: 'drive.shared', letter: 'SHARE' })

const isOfJob = ({ emailAddress, itemIds }: JobPayload) =>
  and(inArray(driveShares.itemId, [...itemIds]), eq(driveShares.emailAddress, emailAddress))

/** Claims the share for a user who verified the address while the share was created: neither transaction saw the other. */
const claimForUser = async (tx: Tx, payload: JobPayload) => {
  const [userId] = (await findAddressOwners([payload.emailAddress], tx)).values()
  if (!userId) return
  const unclaimed = and(isOfJob(payload), isNull(driveShares.userId))
  await tx.update(driveShares).set({ userId }).where(unclaimed)
}

/** It was unshared less than a day before it was shared again: the recipient has been notified already. */
const wasAlreadyNotified = sql`exists (select from ${driveActivities} where ${driveActivities.itemId} = ${driveShares.itemId}
  and ${driveActivities.action} = 'UNSHARED' and lower(${driveActivities.detail}) = lower(${driveShares.emailAddress})
  and ${driveActivities.dateCreated} between ${driveShares.dateCreated} - interval '1 day' and ${driveShares.dateCreated})`

/** What is still shared and not yet announced; marks it as announced. */
const markAnnounced = async (tx: Tx, payload: JobPayload) => {
  const waiting = and(isOfJob(payload), isNull(driveShares.toldAt))
  const announced = await tx.update(driveShares).set({ toldAt: new Date().toISOString() }).where(waiting).returning()
  if (announced.length === 0) return []
  const ids = announced.map(({ uniqueId }) => uniqueId)
  const rows = await tx
    .select({ key: driveShares.uniqueId, userId: driveShares.userId, name: driveItems.name, lastDay: driveShares.lastDay })
    .from(driveShares)
    .innerJoin(driveItems, and(eq(driveItems.uniqueId, driveShares.itemId), isNull(driveItems.deletedAt)))
    .where(and(inArray(driveShares.uniqueId, ids), hasNotExpired, sharerMayHaveDrive, not(wasAlreadyNotified)))
    .orderBy(driveItems.sortKey, driveItems.uniqueId)
  const [first] = rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)) // the same mail on every retry
  if (!first) return []
  const { userId, key } = first
  const [lastDay, ...otherDays] = new Set(rows.map((row) => row.lastDay))
  return [{ userId, key, names: rows.map(({ name }) => name), lastDay: otherDays.length === 0 ? lastDay : null }]
}

/** The first three names, and how many more there are. */
const summarizeNames = (names: readonly string[]) => {
  const [first, rest] = [names.slice(0, 3).join(', '), names.length - 3]
  return rest > 0 ? `${first} (+${rest})` : first
}

interface Needs {
  db: Database
  notify: Notify
  post: Mailer
  settings: TenantSettings
}

/** How an account is created with this address; if sign-up is off, whom to ask. */
const signUpHint = async (settings: TenantSettings, { tenantId, emailAddress }: JobPayload) => {
  const { ALLOW_SIGN_UP } = await settings.of(tenantId)
  return ALLOW_SIGN_UP
    ? {
        text: phrase(
          'To open it, create a free account with this address, {address}. You will find everything shared with it right away.',
        ),
        button: { label: phrase('Create Free Account'), path: `signup?email=${encodeURIComponent(emailAddress)}` },
      }
    : {
        text: phrase(
          'To open it, ask {by} or {tenant} for an account with this address, {address}. Accounts are by invitation only.',
        ),
      }
}

/** Whether a mailbox may get one more mail of this sharer: ten an hour, 20 a day. Counted in the same transaction: a failed try does not count. */
const mayMail = (tx: Tx, { tenantId, ownerId, emailAddress }: JobPayload) => {
  const letters = `${ownerId} ${mailboxOf(emailAddress)}`
  const hour = { key: `share of ${letters}`, max: 10, minutes: 60 }
  return isWithinLimits(countTryWith(tx, tenantId, hour, { key: `share today of ${letters}`, max: 20, minutes: 24 * 60 }))
}

interface Letter {
  key: string
  values: Record<string, string>
}

/** What is shared by whom, and until when if there is one last day. */
const sentenceOf = ({ day }: Letter['values']) =>
  day ? phrase('{by} shares with you until {day}: {files}.') : phrase('{by} shares with you: {files}.')

/** Invites the owner of the address. If the mail cannot be handed over, the transaction is rolled back, and the retry sends the same mail. */
const invite = async ({ post, settings }: Needs, payload: JobPayload, { key, values }: Letter) => {
  const { tenantId, emailAddress } = payload
  const { text, ...button } = await signUpHint(settings, payload)
  await post(
    key,
    tenantId,
    { address: emailAddress, language: null },
    {
      subject: phrase('{by} shares files with you'),
      paragraphs: [phrase('Hello,'), sentenceOf(values), text],
      ...button,
      footer: phrase('You received this email because someone at {tenant} shared files with {address}.'),
      values: { ...values, address: emailAddress },
    },
  )
}

export const shareNotificationWorker = (needs: Needs) =>
  worker(shareNotificationJob, (payload) =>
    needs.db.write(tenantScope(payload.tenantId), async (tx) => {
      const { tenantId, ownerId } = payload
      const [owner] = await tx
        .select()
        .from(users)
        .where(and(eq(users.uniqueId, ownerId), isNull(users.deletedAt)))
      if (!owner) return
      await claimForUser(tx, payload)
      for (const { userId, key, names, lastDay } of await markAnnounced(tx, payload)) {
        const values = { by: fullNameOf(owner), files: summarizeNames(names), ...(lastDay && { day: formatDay(lastDay) }) }
        const isMailed = await mayMail(tx, payload)
        if (userId) {
          const message = {
            subject: phrase('{by} shares files with you'),
            content: sentenceOf(values),
            values,
            path: `drive/shared/${ownerId}`,
          }
          await needs.notify(tx, tenantId, { userId, ...message, ...(!isMailed && { byMail: false }) })
        } else if (isMailed) await invite(needs, payload, { key, values })
      }
    }),
  )
