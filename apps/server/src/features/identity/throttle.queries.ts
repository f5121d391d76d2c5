import { and, count, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Database, Reader, Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { tooMany } from '#kit/errors'
import { attempts } from './identity.table.ts'

/** At most so many tries of one key in so many minutes. */
interface Limit {
  key: string
  most: number
  minutes: number
}

/** How often a key was tried in the minutes of its limit. */
const madeOf = async (db: Reader | Tx, { key, minutes }: Limit) => {
  const recent = and(eq(attempts.key, key), gt(attempts.dateCreated, sql`now() - make_interval(mins => ${minutes})`))
  const [counted] = await db.select({ made: count() }).from(attempts).where(recent)
  return counted!.made
}

const refuseBeyond = (made: number, { most, minutes }: Limit) => {
  if (made >= most) throw tooMany(minutes * 60)
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
    refuseBeyond(await madeOf(tx, limit), limit)
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
