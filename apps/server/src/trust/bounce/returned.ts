import { and, eq } from 'drizzle-orm'
import { type Database, tenantScope } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { linkTokens } from '#platform/schema/identity.table'
import { users } from '#platform/schema/user.table'
import { currentTenants, type Tenants } from '#platform/tenant/tenant.queries'
import { reviewLinkAsks, reviewLinks } from '#trust/schema/review.table'
import { scopeOfOwner } from '../owner.ts'

/** Which letter of reviews a Message-ID names: that of an invitation, of the reply to an answer, which has the same id, or a mailed code. */
export interface Named {
  kind: 'INVITATION' | 'REPLY' | 'CODE'
  id: string
  /** Which letter of the invitation. */
  letter: number
  tenantId: string | undefined
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const letterId = new RegExp(
  String.raw`^<?(review-reply-|review-code-)?(${uuid})(?:\.(\d{1,6}))?(?:_(${uuid}))?(?:@tradewind>?)?$`,
  'i',
)

/** The letter that a Message-ID names, if it is one of ours. Letters of earlier releases name no tenant. */
export const namedBy = (messageId: string): Named | undefined => {
  const [, prefix, id, letter, tenantId] = letterId.exec(messageId) ?? []
  if (!id || (!prefix && !letter)) return undefined
  const ofCode = prefix?.toLowerCase() === 'review-code-' ? 'CODE' : 'REPLY'
  return {
    kind: prefix ? ofCode : 'INVITATION',
    id: id.toLowerCase(),
    letter: Number(letter ?? 0),
    tenantId: tenantId?.toLowerCase(),
  }
}

/** Whose letter came back, and where their records stand. */
export interface Returned extends Named {
  tenantId: string
  scope: Scope
  ownerId: string
  /** The address that a code was mailed to. */
  address?: string
}

/** Whose survey an invitation leads to, by its link: before anybody's partition is known. */
const ownerOfInvitation = async (db: ReturnType<Database['as']>, id: string) => {
  const isIt = and(eq(linkTokens.uniqueId, id), eq(linkTokens.purpose, 'SURVEY'))
  const [found] = await db.select({ ownerId: linkTokens.userId }).from(linkTokens).where(isIt)
  return found?.ownerId ? { ownerId: found.ownerId } : undefined
}

const ownerOfCode = async (db: ReturnType<Database['as']>, id: string) => {
  const [found] = await db
    .select({ ownerId: reviewLinks.ownerId, address: reviewLinkAsks.address })
    .from(reviewLinkAsks)
    .innerJoin(reviewLinks, eq(reviewLinks.uniqueId, reviewLinkAsks.linkId))
    .where(eq(reviewLinkAsks.uniqueId, id))
  return found
}

interface Needs {
  db: Database
  tenants: Tenants
}

const inTenant = async ({ db, tenants }: Needs, named: Named, tenantId: string): Promise<Returned | undefined> => {
  const tenant = await tenants.byId(tenantId)
  if (!tenant || tenant.deletedAt) return undefined
  const reader = db.as(tenantScope(tenantId))
  const found = await (named.kind === 'CODE' ? ownerOfCode : ownerOfInvitation)(reader, named.id)
  const [owner] = found ? await reader.select().from(users).where(eq(users.uniqueId, found.ownerId)) : []
  return found && owner && { ...named, ...found, tenantId, scope: scopeOfOwner(owner) }
}

/** Finds whose letter it was, in its tenant alone. */
export const findReturned = async (needs: Needs, named: Named): Promise<Returned | undefined> => {
  const ids = named.tenantId ? [named.tenantId] : (await currentTenants(needs.db)).map(({ id }) => id)
  for (const tenantId of ids) {
    const found = await inTenant(needs, named, tenantId)
    if (found) return found
  }
  return undefined
}
