import type { Language } from '@tradewind/contract/kit/language'
import { isStaff } from '@tradewind/contract/roles'
import { and, eq } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { notFound } from '#kit/errors'
import type { ReadContext, RequestContext } from '#kit/http/context'
import { isOpenAccount, users } from '#platform/schema/user.table'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { preferredLanguage } from '#services/web/language'

type User = typeof users.$inferSelect

/** Somebody whose reviews these are, while they are here. */
export const ownerOf = async (db: Reader | Tx, ownerId: string): Promise<User | undefined> => {
  const [owner] = await db
    .select()
    .from(users)
    .where(and(eq(users.uniqueId, ownerId), isOpenAccount))
  return owner
}

/** Where the records of somebody's reviews stand: staff share a partition, a member has one. */
export const scopeOfOwner = ({ role, tenantId, uniqueId }: Pick<User, 'role' | 'tenantId' | 'uniqueId'>): Scope => ({
  tenantId,
  partitionId: isStaff({ roles: [role] }) ? tenantId : uniqueId,
})

/** The language that questions are told in: the one that was chosen, else the browser's, else the tenant's. */
export const languageReader =
  (settings: TenantSettings) =>
  async ({ scope, accepted = '' }: RequestContext, chosen?: Language | null) =>
    chosen ?? preferredLanguage(accepted) ?? ((await settings.of(scope.tenantId)).DEFAULT_LANGUAGE as Language)

/** The actor as an owner of reviews, and the language that they read. */
export const selfReader = (settings: TenantSettings) => {
  const languageOf = languageReader(settings)
  return async (context: ReadContext) => {
    const owner = await ownerOf(context.db, context.actor.uniqueId)
    if (!owner) throw notFound()
    return { owner, language: await languageOf(context, owner.language) }
  }
}
