import { and, count, eq, gt, inArray, max, or, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { Refusal, tooMany } from '#kit/errors'
import { networkOf } from '#kit/http/address'
import { mailboxOf } from '#kit/letters'
import { attempts } from '#platform/schema/identity.table'

/** A limit on the tries of one key within so many minutes. */
export interface Limit {
  key: string
  max: number
  minutes: number
  /** Beyond `max`, tries are not rejected altogether: one is allowed after a pause that doubles with each, from 15 seconds to a quarter of an hour. */
  pauses?: true
}

/** A site has ten times the limit of a network. */
const NETWORKS_IN_A_SITE = 10

/** Limits for a network, and ten times as much for the site that it is in: the holder of an IPv6 network can use any of its 2^64 addresses. */
export const networkLimits = (what: string, ip: string, maxTries: number, minutes: number): Limit[] => {
  const [network, site] = [networkOf(ip), networkOf(ip, 'site')]
  const keyOf = (source: string) => [what, 'from', source].join(' ')
  const limit = { key: keyOf(network), max: maxTries, minutes }
  return site === network ? [limit] : [limit, { key: keyOf(`site ${site}`), max: maxTries * NETWORKS_IN_A_SITE, minutes }]
}

/** How many tries of a key there were within the minutes of its limit, and the seconds since the last one. */
const countTries = async (db: Reader | Tx, { key, minutes }: Limit) => {
  const recent = and(eq(attempts.key, key), gt(attempts.dateCreated, sql`now() - make_interval(mins => ${minutes})`))
  const ago = sql<number>`extract(epoch from now() - ${max(attempts.dateCreated)})::float8`
  const [counted] = await db.select({ made: count(), ago }).from(attempts).where(recent)
  return counted!
}

const [SHORTEST_PAUSE, LONGEST_PAUSE] = [15, 15 * 60]

/** Seconds until the next try is allowed. */
const waitAfter = ({ made, ago }: { made: number; ago: number }, limit: Limit) => {
  if (made < limit.max) return 0
  return limit.pauses ? Math.ceil(Math.min(SHORTEST_PAUSE * 2 ** (made - limit.max), LONGEST_PAUSE) - ago) : limit.minutes * 60
}

/**
 * Counts a try before it is made and returns its ids, or throws 429. Counted in PostgreSQL, so that all nodes agree; tries of one key are serialized,
 * so that a burst gets no more than sequential tries would.
 */
export const countTry = (db: Database, scope: Scope, ...limits: Limit[]) =>
  db.write(scope, (tx) => countTryWith(tx, scope.tenantId, ...limits))

/** `countTry` within a transaction: a rollback undoes the count, too. Other tries of the key wait until the transaction ends. */
export const countTryWith = async (tx: Tx, tenantId: string, ...limits: Limit[]) => {
  for (const limit of limits.toSorted((one, other) => one.key.localeCompare(other.key))) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${tenantId + limit.key}, 1))`)
    const wait = waitAfter(await countTries(tx, limit), limit)
    if (wait > 0) throw tooMany(wait)
  }
  const rows = await tx
    .insert(attempts)
    .values(limits.map(({ key }) => ({ key })))
    .returning({ id: attempts.uniqueId })
  return rows.map(({ id }) => id)
}

/** A successful try does not count, and clears the earlier tries of the same key. */
export const clearTries = (tx: Tx, tries: readonly string[], key: string) =>
  tx.delete(attempts).where(or(eq(attempts.key, key), inArray(attempts.uniqueId, [...tries])))

interface RequestOptions {
  /** What is requested: each kind has limits of its own. */
  kind?: string
  more?: readonly Limit[]
  /** The request has no effect (spam): it does not count against the tenant's limit, and gets the usual reply. */
  isIdle?: boolean
}

/**
 * Counts a visitor's request, or throws 429: five a minute from one network and 60 an hour from one site, so that no single visitor
 * uses up the limit of all visitors together, 1,500 an hour in a tenant.
 */
export const countRequest = (
  db: Database,
  scope: Scope,
  ip: string,
  { kind = 'enquiry', more = [], isIdle }: RequestOptions = {},
) => {
  const limits = [
    { key: `from ${networkOf(ip)} ${kind}`, max: 5, minutes: 1 },
    { key: `from site ${networkOf(ip, 'site')} ${kind}`, max: 60, minutes: 60 },
  ]
  return countTry(db, scope, ...limits, ...(isIdle ? [] : [...more, { key: kind, max: 1_500, minutes: 60 }]))
}

/** Whether the limits allow it: turns the 429 of a counted try into false. */
export const isWithinLimits = (counted: Promise<unknown>) =>
  counted.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.status === 429) return false
      throw error
    },
  )

/** Whether a visitor's mailbox, which may be anybody's, may get a letter: ten an hour, 20 a day. Beyond that the request is saved, but no letter is sent. */
export const mayMailVisitor = (db: Database, scope: Scope, email: string) => {
  const mailbox = mailboxOf(email)
  const hour = { key: `enquiry by ${mailbox}`, max: 10, minutes: 60 }
  return isWithinLimits(countTry(db, scope, hour, { key: `enquiry today by ${mailbox}`, max: 20, minutes: 24 * 60 }))
}
