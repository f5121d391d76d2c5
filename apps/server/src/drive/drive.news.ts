import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import { driveShares, type Item } from '#drive/schema/drive.table'
import type { WriteContext } from '#kit/http/context'
import { notifyAfterCommit, type News, notifyNodes } from '#kit/notifyNodes'
import { idsOf, withBeneath } from './beneath.ts'

type Placed = Pick<Item, 'uniqueId' | 'ancestors'>

/** So many readers are told one by one; of more, the whole tenant is told once. */
const MANY = 50

/** Ids of these items and of the folders above them, as an array. */
const wayTo = (items: readonly Placed[]) =>
  sql`${sql.param([...new Set(items.flatMap(({ uniqueId, ancestors }) => [...ancestors, uniqueId]))])}::uuid[]`

/** The news for whoever one of these is shared with: an array of ids. */
const newsFor = async (ids: SQL, { tx, scope }: WriteContext): Promise<News[]> => {
  const { itemId, userId } = driveShares
  const found = await tx
    .selectDistinct({ userId })
    .from(driveShares)
    .where(and(sql`${itemId} = any(${ids})`, isNotNull(userId)))
    .limit(MANY + 1)
  const news = { topic: 'drive', tenantId: scope.tenantId }
  return found.length > MANY ? [news] : found.map((reader) => ({ ...news, userId: reader.userId! }))
}

/**
 * Who may open these items, or what lies in them, may have changed, and with it what lies in the folder that they come to: their readers' pages
 * and the owner's ask anew, and running downloads are looked at again.
 */
export const tellRights = async (items: readonly Placed[], context: WriteContext, folder: Placed | null = null) => {
  if (items.length === 0) return
  const { tx, scope, actor } = context
  const news = await newsFor(sql`array(${withBeneath(idsOf(items))}) || ${wayTo(folder ? [...items, folder] : items)}`, context)
  for (const one of [...news, { topic: 'drive', tenantId: scope.tenantId, userId: actor.uniqueId }]) await notifyNodes(tx, one)
}

/** These items have come or changed: the pages of whoever they are shared with ask anew. */
export const mentionItems = async (items: readonly Placed[], context: WriteContext) => {
  for (const one of await newsFor(wayTo(items), context)) notifyAfterCommit(context.tx, one)
}
