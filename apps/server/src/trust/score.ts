import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { excludedUpdatedAt } from '#kit/database/table'
import { trustScores } from './schema/review.table.ts'

/** The sums of somebody's reviews, held against every other change until the transaction ends. */
export const holdScore = async (tx: Tx, ownerId: string) => {
  await tx.insert(trustScores).values({ ownerId }).onConflictDoNothing()
  const [score] = await tx.select().from(trustScores).where(eq(trustScores.ownerId, ownerId)).for('update')
  return score!
}

/** One more invitation has gone out, or perhaps has: it counts once, however often it is sent. */
export const countSent = (tx: Tx, ownerId: string) =>
  tx
    .insert(trustScores)
    .values({ ownerId, sent: 1 })
    .onConflictDoUpdate({
      target: [trustScores.tenantId, trustScores.ownerId],
      set: { sent: sql`${trustScores.sent} + 1`, updatedAt: excludedUpdatedAt },
    })
