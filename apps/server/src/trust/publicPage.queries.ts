import { and, eq, isNotNull, or } from 'drizzle-orm'
import { lruCache } from '#kit/cache'
import type { Reader } from '#kit/database/database'
import { notFound } from '#kit/errors'
import type { RequestContext } from '#kit/http/context'
import type { News } from '#kit/notifyNodes'
import { isOpenAccount, users } from '#platform/schema/user.table'
import { ownerOf } from './owner.ts'

/** Users whose page is public: they have a brand name, and are partners or chose to be found. */
export const hasPublicPage = and(isOpenAccount, isNotNull(users.userCompanyName), or(users.isPartner, users.reviewsSearchEnabled))

/** The owner of a public page. */
export const findPublicOwner = async (db: Reader, uniqueId: string) => {
  const [publicOwner] = await db
    .select()
    .from(users)
    .where(and(eq(users.uniqueId, uniqueId), hasPublicPage))
  return publicOwner
}

/** The owner of a page that the actor may see: a public page, or their own. */
export const requireVisibleOwner = async (db: Reader, uniqueId: string, { actor }: RequestContext) => {
  const owner = (await findPublicOwner(db, uniqueId)) ?? (actor.uniqueId === uniqueId ? await ownerOf(db, uniqueId) : undefined)
  if (!owner) throw notFound()
  return owner
}

/** How a node learns of changes. */
export interface ChangeSource {
  onNews: (listener: (news: News) => void) => unknown
  live: { isUp: () => boolean; onDown: (then: () => void) => unknown; onUp: (then: () => void) => unknown }
}

/** The owner of a cached entry. */
interface OwnerEntry {
  tenantId: string
  ownerId: string
}

/** Topics of node messages that may affect any cached entry of the tenant. */
const tenantWideTopics = new Set(['setting', 'tenant', 'message'])

/** Caches public data of an owner's score until any node reports a change of it, five minutes at most. */
export const createOwnerCache = <T extends OwnerEntry>(
  { onNews, live }: ChangeSource,
  { name, entries, sizeOf }: { name: string; entries: number; sizeOf: (entry: T) => number },
) => {
  const bytes = 64 * 1024 * 1024
  const cache = lruCache<T | undefined>({ name, seconds: 300, entries, bytes, sizeOf: (entry) => (entry ? sizeOf(entry) : 0) })
  onNews(({ topic, tenantId, id }) => {
    if (tenantWideTopics.has(topic)) cache.forget((entry) => entry?.tenantId === tenantId)
    if (topic === 'trust') cache.forget((entry) => entry?.tenantId === tenantId && (!id || entry.ownerId === id))
  })
  live.onDown(() => cache.forget())
  live.onUp(() => cache.forget())
  return (key: string, make: () => Promise<T | undefined>) => cache.get(key, make, (entry) => entry !== undefined && live.isUp())
}

/** The first letter of a last name. */
export const initialOf = (lastName: string) => {
  const [initial = ''] = lastName.normalize('NFC')
  return initial
}
