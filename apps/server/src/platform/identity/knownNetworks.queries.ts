import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { networkOf } from '#kit/http/address'
import { knownNetworks } from '#platform/schema/identity.table'
import { hashOf } from './tokens.ts'

/** Days for which a network is known after the last sign-in from it. */
export const KNOWN_DAYS = 90

const hashFor = (userId: string, ip: string) => hashOf(`${userId} ${networkOf(ip)}`)

/** Whether the person has signed in from this network before. */
export const isKnownNetwork = async (db: Reader, userId: string, ip: string) => {
  const recent = gt(knownNetworks.lastUsed, sql`now() - make_interval(days => ${KNOWN_DAYS})`)
  const it = and(eq(knownNetworks.userId, userId), eq(knownNetworks.networkHash, hashFor(userId, ip)), recent)
  return (await db.select({ id: knownNetworks.uniqueId }).from(knownNetworks).where(it)).length > 0
}

/** Notes that the person has signed in from this network, or has chosen a password there. */
export const knowNetwork = async (tx: Tx, userId: string, ip: string) => {
  const lastUsed = sql`now()`
  await tx
    .insert(knownNetworks)
    .values({ userId, createdBy: userId, networkHash: hashFor(userId, ip), lastUsed })
    .onConflictDoUpdate({
      target: [knownNetworks.tenantId, knownNetworks.userId, knownNetworks.networkHash],
      set: { lastUsed },
    })
}

/** A new password: whoever signed in elsewhere by the one before may have been somebody else. */
export const knowNetworkAlone = async (tx: Tx, userId: string, ip: string) => {
  const others = and(eq(knownNetworks.userId, userId), ne(knownNetworks.networkHash, hashFor(userId, ip)))
  await tx.delete(knownNetworks).where(others)
  await knowNetwork(tx, userId, ip)
}
