import type { Language } from '@tradewind/contract/kit/language'
import { isStaff } from '@tradewind/contract/roles'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { contacts } from '#crm/schema/contact.table'
import type { Reader, Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { excludedUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import type { ReadContext, RequestContext, WriteContext } from '#kit/http/context'
import { notifyOfOwn } from '#kit/record/activity'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { preferredLanguage } from '#services/language'
import { reviewAudience, reviewSettings, trustScores } from './schema/review.table.ts'

type User = typeof users.$inferSelect

/** The owner of reviews, if their account is active. */
export const ownerOf = async (db: Reader | Tx, ownerId: string): Promise<User | undefined> => {
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.uniqueId, ownerId), isOpenAccount))
  return owner
}

/** The scope of an owner's review records: staff share a partition, a member has their own. */
export const scopeOfOwner = ({ role, tenantId, uniqueId }: Pick<User, 'role' | 'tenantId' | 'uniqueId'>): Scope => ({
  tenantId,
  partitionId: isStaff({ roles: [role] }) ? tenantId : uniqueId,
})

/** The language of the questions: the chosen one, else the browser's, else the tenant's. */
export const languageReader =
  (settings: TenantSettings) =>
  async ({ scope, acceptedLanguages = '' }: RequestContext, chosen?: Language | null) =>
    chosen ?? preferredLanguage(acceptedLanguages) ?? ((await settings.of(scope.tenantId)).DEFAULT_LANGUAGE as Language)

/** The actor as an owner of reviews, and their language. */
export const selfReader = (settings: TenantSettings) => {
  const languageOf = languageReader(settings)
  return async (context: ReadContext) => {
    const owner = await ownerOf(context.db, context.actor.uniqueId)
    if (!owner) throw notFound()
    return { owner, language: await languageOf(context, owner.language) }
  }
}

/** An owner's review settings, including those stored with their account; undefined until something is saved. */
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

/** The contacts of an owner's audience that are not deleted. */
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

/** Has the owner's open pages read their reviews again after the commit. */
export const notifyOfReviews = (tx: Tx, { tenantId, ownerId }: { tenantId: string; ownerId: string }) =>
  notifyOfOwn(tx, tenantId, ownerId, 'review')

/** The same, of what the actor has changed. */
export const notifyOfOwnReviews = ({ tx, actor: { tenantId, uniqueId } }: WriteContext) =>
  notifyOfOwn(tx, tenantId, uniqueId, 'review')

/** Locks the row of an owner's settings until the transaction ends; creates it if there is none. */
export const lockSetting = async (tx: Tx, ownerId: string) => {
  await tx.insert(reviewSettings).values({ ownerId }).onConflictDoNothing()
  const [setting] = await tx.select().from(reviewSettings).where(eq(reviewSettings.ownerId, ownerId)).for('update')
  return setting!
}

/** Locks the row of an owner's sums until the transaction ends; creates it if there is none. */
export const lockScore = async (tx: Tx, ownerId: string) => {
  await tx.insert(trustScores).values({ ownerId }).onConflictDoNothing()
  const [score] = await tx.select().from(trustScores).where(eq(trustScores.ownerId, ownerId)).for('update')
  return score!
}

/** Counts an invitation that was sent, or may have been: the caller counts each once, however often it is sent. */
export const countSent = (tx: Tx, ownerId: string) =>
  tx
    .insert(trustScores)
    .values({ ownerId, sent: 1 })
    .onConflictDoUpdate({
      target: [trustScores.tenantId, trustScores.ownerId],
      set: { sent: sql`${trustScores.sent} + 1`, updatedAt: excludedUpdatedAt },
    })
