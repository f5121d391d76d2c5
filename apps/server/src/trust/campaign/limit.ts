import { say } from '@tradewind/contract/kit/say'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import { insertMany } from '#kit/database/insert'
import { tooMany } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { attempts } from '#platform/schema/identity.table'

/** Letters that all owners of a tenant may send in 24 hours, and one of them: nobody uses up the day of the others. */
const OF_ALL = 10_000
const OF_ONE = 5_000

const KEY = 'review letters'
const HOUR = 3600

/** One campaign of a tenant after the other: each sees whom those before it have asked. */
export const inLine = ({ tx, scope }: WriteContext) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${scope.tenantId + KEY}, 3))`)

const sentToday = async (key: string, { tx }: WriteContext) => {
  const today = and(eq(attempts.key, key), gt(attempts.dateCreated, sql`now() - interval '24 hours'`))
  const [counted] = await tx.select({ sent: count() }).from(attempts).where(today)
  return counted!.sent
}

/** Counts letters that go out, and refuses with 429 what would be too many for the day. For whoever stands in line. */
export const countLetters = async (letters: number, context: WriteContext) => {
  const ownKey = `review letters of ${context.actor.uniqueId}`
  if ((await sentToday(ownKey, context)) + letters > OF_ONE)
    throw tooMany(
      HOUR,
      say('At most 5,000 invitations of yours go out in 24 hours. Please ask fewer contacts, or try again later.'),
    )
  if ((await sentToday(KEY, context)) + letters > OF_ALL)
    throw tooMany(HOUR, say('At most 10,000 invitations go out in 24 hours. Please ask fewer contacts, or try again later.'))
  const rows = Array.from({ length: letters }, () => [{ key: KEY }, { key: ownKey }])
  await insertMany(context.tx, attempts, rows.flat())
}
