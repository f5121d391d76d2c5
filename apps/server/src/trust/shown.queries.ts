import { and, eq, isNotNull, or } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { notFound } from '#kit/errors'
import type { RequestContext } from '#kit/http/context'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { ownerOf } from './owner.ts'

/** Whose page everybody may see: with a brand name, and a partner or found by choice. */
export const isShown = and(isOpenAccount, isNotNull(users.userCompanyName), or(users.isPartner, users.reviewsSearchEnabled))

/** The owner of a page that everybody may see. */
export const shownById = async (db: Reader, uniqueId: string) => {
  const [shown] = await db
    .select()
    .from(users)
    .where(and(eq(users.uniqueId, uniqueId), isShown))
  return shown
}

/** The owner of a page that whoever asks may see: everybody's, or the own. */
export const shownOwner = async (db: Reader, uniqueId: string, { actor }: RequestContext) => {
  const owner = (await shownById(db, uniqueId)) ?? (actor.uniqueId === uniqueId ? await ownerOf(db, uniqueId) : undefined)
  if (!owner) throw notFound()
  return owner
}
