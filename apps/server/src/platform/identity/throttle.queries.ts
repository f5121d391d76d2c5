import { and, count, eq, gt, inArray, max, or, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { Refusal, tooMany } from '#kit/errors'
import { networkOf } from '#kit/http/address'
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
  const [network, site] = [networkOf(ip), networkOf(ip, 'site')]
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

interface Asked {
  /** What is asked for: each has limits of its own. */
  what?: string
  more?: readonly Limit[]
  /** Nothing will come of it: it takes nothing from others, and is answered like all else. */
  isIdle?: boolean
}

/**
 * Counts what a visitor asks for, or refuses it with 429: five a minute from one network and 60 an hour from one site, so that nobody
 * alone uses up what all have together, 1,500 an hour in a tenant.
 */
export const countAsking = (db: Database, scope: Scope, ip: string, { what = 'enquiry', more = [], isIdle }: Asked = {}) => {
  const own = [
    { key: `from ${networkOf(ip)} ${what}`, most: 5, minutes: 1 },
    { key: `from site ${networkOf(ip, 'site')} ${what}`, most: 60, minutes: 60 },
  ]
  return countTry(db, scope, ...own, ...(isIdle ? [] : [...more, { key: what, most: 1_500, minutes: 60 }]))
}

/** Whether limits still let it be done, by the count of a try: too many is no refusal here. */
export const isWithin = (counted: Promise<unknown>) =>
  counted.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.status === 429) return false
      throw error
    },
  )

/** Whether a visitor's mailbox, which may be anybody's, may have a letter: ten an hour, 20 a day. What is asked beyond them is kept, and nobody thanked. */
export const mayBeWritten = (db: Database, scope: Scope, email: string) => {
  const address = email.toLowerCase()
  const hour = { key: `enquiry by ${address}`, most: 10, minutes: 60 }
  return isWithin(countTry(db, scope, hour, { key: `enquiry today by ${address}`, most: 20, minutes: 24 * 60 }))
}
