import { eq } from 'drizzle-orm'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import type { Scope } from '#kit/database/scoped'
import { ownerOf, scopeOfOwner } from './owner.ts'
import { type InvitationRow, reviewInvitations } from './schema/review.table.ts'

interface Needs {
  db: Database
  links: {
    read: (
      db: Reader,
      tenantId: string,
      token: string,
      purpose: 'SURVEY',
    ) => Promise<{ uniqueId: string; userId: string } | undefined>
  }
}

/** What is behind a link that a customer holds. */
export interface Asked {
  /** The partition of whoever asks. */
  scope: Scope
  owner: NonNullable<Awaited<ReturnType<typeof ownerOf>>>
  invitation: InvitationRow
}

/**
 * The invitation behind the link of a survey, in this tenant, while whoever asks is here; nothing for any other token. This is where
 * a visitor comes into somebody's partition: by a secret that was mailed to them.
 */
export const askedBy = async ({ db, links }: Needs, tenantId: string, token: string): Promise<Asked | undefined> => {
  const tenant = db.as(tenantScope(tenantId))
  const link = await links.read(tenant, tenantId, token, 'SURVEY')
  const owner = link && (await ownerOf(tenant, link.userId))
  if (!owner) return undefined
  const scope = scopeOfOwner(owner)
  const [invitation] = await db.as(scope).select().from(reviewInvitations).where(eq(reviewInvitations.uniqueId, link.uniqueId))
  return invitation && { scope, owner, invitation }
}
