import { phrase } from '@tradewind/contract/kit/say'
import { and, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { type Database, tenantScope, type Tx } from '#kit/database/database'
import { job, worker } from '#kit/jobs'
import { countTryWith, isWithin } from '#platform/identity/throttle.queries'
import type { Notify } from '#platform/notification/notification.queries'
import { fullNameOf, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import type { Mailer } from '#services/mailer'
import { isKept } from './drive.access.ts'
import { driveActivities, driveItems, driveShares } from './schema/drive.table.ts'
import { addressKey, ownersOf } from './shares.ts'

interface JobPayload {
  tenantId: string
  ownerId: string
  emailAddress: string
  itemIds: readonly string[]
}

/** Tells whoever has an address what is shared with it: by the bell, or by a mail that invites. After the answer, which says nothing of it. */
export const shareTellingJob = job<JobPayload>({ name: 'drive.shared', letter: 'SHARE' })

const ofErrand = ({ emailAddress, itemIds }: JobPayload) =>
  and(inArray(driveShares.itemId, [...itemIds]), eq(driveShares.emailAddress, emailAddress))

/** Whoever proved the address while it was being shared with was not seen then, and saw nothing to claim. */
const claim = async (tx: Tx, payload: JobPayload) => {
  const [userId] = (await ownersOf([payload.emailAddress], tx)).values()
  if (!userId) return
  const unclaimed = and(ofErrand(payload), isNull(driveShares.userId))
  await tx.update(driveShares).set({ userId }).where(unclaimed)
}

/** It was taken back less than a day before it was shared again: whoever has the address knows of it. */
const isKnown = sql`exists (select from ${driveActivities} where ${driveActivities.itemId} = ${driveShares.itemId}
  and ${driveActivities.action} = 'UNSHARED' and lower(${driveActivities.detail}) = lower(${driveShares.emailAddress})
  and ${driveActivities.dateCreated} between ${driveShares.dateCreated} - interval '1 day' and ${driveShares.dateCreated})`

/** What is still shared and not told yet, and marks it as told. */
const untold = async (tx: Tx, payload: JobPayload) => {
  const waiting = and(ofErrand(payload), isNull(driveShares.toldAt))
  const told = await tx.update(driveShares).set({ toldAt: new Date().toISOString() }).where(waiting).returning()
  if (told.length === 0) return []
  const ids = told.map(({ uniqueId }) => uniqueId)
  const rows = await tx
    .select({ key: driveShares.uniqueId, userId: driveShares.userId, name: driveItems.name })
    .from(driveShares)
    .innerJoin(driveItems, and(eq(driveItems.uniqueId, driveShares.itemId), isNull(driveItems.deletedAt)))
    .where(and(inArray(driveShares.uniqueId, ids), isKept, not(isKnown)))
    .orderBy(driveItems.sortKey, driveItems.uniqueId)
  const [first] = rows.toSorted((one, other) => (one.key < other.key ? -1 : 1)) // the same mail at every try
  return first ? [{ userId: first.userId, key: first.key, names: rows.map(({ name }) => name) }] : []
}

/** The first few names, and how many there are besides. */
const listed = (names: readonly string[]) => {
  const [first, rest] = [names.slice(0, 3).join(', '), names.length - 3]
  return rest > 0 ? `${first} (+${rest})` : first
}

interface Needs {
  db: Database
  notify: Notify
  post: Mailer
  settings: TenantSettings
}

/** How an account is opened with this address; where nobody opens one alone, whom to ask. */
const wayIn = async (settings: TenantSettings, { tenantId, emailAddress }: JobPayload) => {
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

/** Whether a mailbox may have one more letter of this sharer: ten an hour, 20 a day. Counted with what is told: a try in vain counts for nothing. */
const mayWrite = (tx: Tx, { tenantId, ownerId, emailAddress }: JobPayload) => {
  const letters = `${ownerId} ${addressKey(emailAddress)}`
  const hour = { key: `share of ${letters}`, most: 10, minutes: 60 }
  return isWithin(countTryWith(tx, tenantId, hour, { key: `share today of ${letters}`, most: 20, minutes: 24 * 60 }))
}

interface Letter {
  key: string
  values: Record<string, string>
}

/** Invites whoever has the address. The transaction is undone where the mail cannot be handed over, and the next try is the same mail. */
const invite = async ({ post, settings }: Needs, payload: JobPayload, { key, values }: Letter) => {
  const { tenantId, emailAddress } = payload
  const { text, ...button } = await wayIn(settings, payload)
  await post(
    key,
    tenantId,
    { address: emailAddress, language: null },
    {
      subject: phrase('{by} shares files with you'),
      paragraphs: ['Hello,', phrase('{by} shares with you: {files}.'), text],
      ...button,
      footer: phrase('You received this email because someone at {tenant} shared files with {address}.'),
      values: { ...values, address: emailAddress },
    },
  )
}

export const shareTellingWorker = (needs: Needs) =>
  worker(shareTellingJob, (payload) =>
    needs.db.write(tenantScope(payload.tenantId), async (tx) => {
      const { tenantId, ownerId } = payload
      const [owner] = await tx
        .select()
        .from(users)
        .where(and(eq(users.uniqueId, ownerId), isNull(users.deletedAt)))
      if (!owner) return
      await claim(tx, payload)
      for (const { userId, key, names } of await untold(tx, payload)) {
        const values = { by: fullNameOf(owner), files: listed(names) }
        if (userId) {
          const told = {
            subject: phrase('{by} shares files with you'),
            content: phrase('{by} shares with you: {files}.'),
            values,
          }
          await needs.notify(tx, tenantId, { userId, ...told, path: `drive/shared/${ownerId}` })
        } else if (await mayWrite(tx, payload)) await invite(needs, payload, { key, values })
      }
    }),
  )
