import { and, count, eq, gt, inArray, max, or, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { tooMany } from '#kit/errors'
import { networkOf, siteOf } from '#kit/http/address'
import { attempts } from '#platform/schema/identity.table'

/** At most so many tries of one key in so many minutes. */
export interface Limit {
  key: string
  most: number
  minutes: number
  /** Beyond `most` a try is not refused for good: there is one after a pause that doubles with each, from 15 seconds to a quarter of an hour. */
  pauses?: true
}

/** Sites have room for many networks. */
const NETWORKS_IN_A_SITE = 10

/** One of a network, and ten times as much of the site that it is in: an address of the sixth version is one of 2^64 that its holder may use. */
export const byNetwork = (what: string, ip: string, most: number, minutes: number): Limit[] => {
  const [network, site] = [networkOf(ip), siteOf(ip)]
  const keyOf = (place: string) => [what, 'from', place].join(' ')
  const own = { key: keyOf(network), most, minutes }
  return site === network ? [own] : [own, { key: keyOf(`site ${site}`), most: most * NETWORKS_IN_A_SITE, minutes }]
}

/** How often a key was tried in the minutes of its limit, and how many seconds ago it was tried last. */
const madeOf = async (db: Reader | Tx, { key, minutes }: Limit) => {
  const recent = and(eq(attempts.key, key), gt(attempts.dateCreated, sql`now() - make_interval(mins => ${minutes})`))
  const ago = sql<number>`extract(epoch from now() - ${max(attempts.dateCreated)})::float8`
  const [counted] = await db.select({ made: count(), ago }).from(attempts).where(recent)
  return counted!
}

const [SHORTEST_PAUSE, LONGEST_PAUSE] = [15, 15 * 60]

/** Seconds until the next try. */
const waitAfter = ({ made, ago }: { made: number; ago: number }, { most, minutes, pauses }: Limit) => {
  if (made < most) return 0
  return pauses ? Math.ceil(Math.min(SHORTEST_PAUSE * 2 ** (made - most), LONGEST_PAUSE) - ago) : minutes * 60
}

/**
 * Counts a try before it is made and gives its ids, or refuses it with 429. In PostgreSQL, so that all nodes agree; tries of one key queue up, so
 * that a burst gets no more than one at a time would.
 */
export const countTry = (db: Database, scope: Scope, ...limits: Limit[]) =>
  db.write(scope, (tx) => countTryWith(tx, scope.tenantId, ...limits))

/** `countTry` as a part of what is done: what undoes that undoes the count, too. Others who try wait until it ends. */
export const countTryWith = async (tx: Tx, tenantId: string, ...limits: Limit[]) => {
  for (const limit of limits.toSorted((one, other) => one.key.localeCompare(other.key))) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${tenantId + limit.key}, 1))`)
    const wait = waitAfter(await madeOf(tx, limit), limit)
    if (wait > 0) throw tooMany(wait)
  }
  const made = await tx
    .insert(attempts)
    .values(limits.map(({ key }) => ({ key })))
    .returning({ id: attempts.uniqueId })
  return made.map(({ id }) => id)
}

/** A try that succeeded does not count, and forgives those before it by the same key. */
export const forgive = (tx: Tx, tries: readonly string[], key: string) =>
  tx.delete(attempts).where(or(eq(attempts.key, key), inArray(attempts.uniqueId, [...tries])))
