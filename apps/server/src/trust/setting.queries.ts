import { and, eq, isNull } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import type { Reader, Tx } from '#kit/database/database'
import { users } from '#platform/schema/user.table'
import { reviewAudience, reviewSettings } from '#trust/schema/review.table'

/** What somebody decided on their reviews, and what stands with their account; undefined while nothing is saved. */
export const settingOf = async (db: Reader | Tx, ownerId: string) => {
  const [found] = await db
    .select({
      reviewType: reviewSettings.reviewType,
      reviewsSearchEnabled: users.reviewsSearchEnabled,
      language: users.language,
    })
    .from(reviewSettings)
    .innerJoin(users, eq(users.uniqueId, reviewSettings.ownerId))
    .where(eq(reviewSettings.ownerId, ownerId))
  return found
}

/** The living contacts of somebody's audience. */
export const audienceOf = async (db: Reader | Tx, ownerId: string) => {
  const found = await db
    .select({ contactId: reviewAudience.contactId })
    .from(reviewAudience)
    .innerJoin(contacts, and(eq(contacts.uniqueId, reviewAudience.contactId), isNull(contacts.deletedAt)))
    .where(eq(reviewAudience.ownerId, ownerId))
    .orderBy(reviewAudience.contactId)
    .limit(10_000)
  return found.map(({ contactId }) => contactId)
}

/** The row of somebody's settings, held until the transaction ends; made where there was none. */
export const holdSetting = async (tx: Tx, ownerId: string) => {
  await tx.insert(reviewSettings).values({ ownerId }).onConflictDoNothing()
  const [setting] = await tx.select().from(reviewSettings).where(eq(reviewSettings.ownerId, ownerId)).for('update')
  return setting!
}
