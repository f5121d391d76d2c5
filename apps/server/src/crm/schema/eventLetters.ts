import { say } from '@tradewind/contract/kit/say'
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { insertMany } from '#kit/database/insert'
import { tooMany } from '#kit/errors'
import { mailboxOf } from '#kit/letters'
import { attempts } from '#platform/schema/identity.table'

/** The recipient of a letter about an event. */
interface Recipient {
  userId: string | null
  addressKey: string
}

/** Letters of a tenant in 24 hours: with which people are invited, and those that changes of events cause. Cancellations are not counted. */
const limits = {
  invited: {
    key: 'event invitations',
    max: 2000,
    sentence: say('At most {count} invitations to events go out in 24 hours. Please try again later.', { count: 2000 }),
  },
  changed: {
    key: 'event changes',
    max: 10_000,
    sentence: say('At most {count} emails about changes of events go out in 24 hours. Please try again later.', {
      count: 10_000,
    }),
  },
}

/** Letters about events that one mailbox outside the tenant gets in 24 hours: it may be anybody's. */
const MAX_PER_MAILBOX = 30

const HOUR_SECONDS = 3600
const keyOf = ({ addressKey }: Recipient) => `event letter to ${mailboxOf(addressKey)}`
const isRecent = gt(attempts.dateCreated, sql`now() - interval '24 hours'`)

const assertMailboxesBelowLimit = async (recipients: readonly Recipient[], tx: Tx) => {
  if (recipients.length === 0) return
  const byMailbox = Map.groupBy(recipients, keyOf)
  const sent = await tx
    .select({ key: attempts.key, letters: count() })
    .from(attempts)
    .where(and(inArray(attempts.key, [...byMailbox.keys()]), isRecent))
    .groupBy(attempts.key)
  const lettersTo = new Map(sent.map(({ key, letters }) => [key, letters]))
  const [recipient] = [...byMailbox].find(([key, more]) => (lettersTo.get(key) ?? 0) + more.length > MAX_PER_MAILBOX)?.[1] ?? []
  if (recipient)
    throw tooMany(
      HOUR_SECONDS,
      say('{address} has received {count} emails about events in 24 hours. Please try again later.', {
        address: recipient.addressKey,
        count: MAX_PER_MAILBOX,
      }),
    )
}

/** Counts letters, and throws a 429 if they would exceed the limit of the tenant or of a mailbox. An advisory lock serializes this in a tenant. */
export const countEventLetters = async (
  why: keyof typeof limits,
  recipients: readonly Recipient[],
  { tx, tenantId }: { tx: Tx; tenantId: string },
) => {
  if (recipients.length === 0) return
  const { key, max, sentence } = limits[why]
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}event invitations`}, 3))`)
  if ((await tx.$count(attempts, and(eq(attempts.key, key), isRecent))) + recipients.length > max)
    throw tooMany(HOUR_SECONDS, sentence)
  const others = recipients.filter(({ userId }) => userId === null)
  await assertMailboxesBelowLimit(others, tx)
  await insertMany(tx, attempts, [...recipients.map(() => ({ key })), ...others.map((one) => ({ key: keyOf(one) }))])
}
