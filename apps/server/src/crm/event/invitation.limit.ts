import { say } from '@tradewind/contract/kit/say'
import { and, eq, gt, sql } from 'drizzle-orm'
import { insertMany } from '#kit/database/insert'
import { tooMany } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { attempts } from '#platform/schema/identity.table'

/** Invitations to events that a tenant may send in 24 hours. */
const OF_ALL = 2_000

const KEY = 'event invitations'
const HOUR = 3600

/** Counts invitations that go out, and refuses with 429 what would be too many for the day. One after the other in a tenant. */
export const countLetters = async (letters: number, { tx, scope }: WriteContext) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${scope.tenantId + KEY}, 3))`)
  const today = and(eq(attempts.key, KEY), gt(attempts.dateCreated, sql`now() - interval '24 hours'`))
  if ((await tx.$count(attempts, today)) + letters > OF_ALL)
    throw tooMany(
      HOUR,
      say('At most {count} invitations to events go out in 24 hours. Please try again later.', { count: OF_ALL }),
    )
  const rows = Array.from({ length: letters }, () => ({ key: KEY }))
  await insertMany(tx, attempts, rows)
}
