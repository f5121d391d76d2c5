import type { Files } from '@tradewind/byte-store/files'
import { say } from '@tradewind/contract/kit/say'
import { contentApi } from '@tradewind/contract/site/content.contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { notFound } from '#kit/errors'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { history } from '#kit/record/history'
import { documents } from '#platform/schema/document.table'
import { contentEntity, contentPictures, contents } from '#site/schema/content.table'
import { list, isShown } from './list.ts'
import { get, readAt } from './read.ts'
import { approve } from './review.ts'
import { create, base, type Needs, update } from './write.ts'

const columns = { 480: contentPictures.smallId, 960: contentPictures.mediumId, 1600: contentPictures.largeId }

interface Asked {
  uniqueId: string
  width: keyof typeof columns | `${keyof typeof columns}`
}

/**
 * A picture of a living body: for anyone who knows its id, as bodies that were opened tell it. What not everybody may read is kept by no
 * cache on the way.
 */
const picture =
  (files: Files) =>
  async ({ uniqueId, width }: Asked, { db, scope }: ReadContext) => {
    const isPublic = sql<boolean>`(${contents.access} = 'FREE' and ${isShown()})`
    const [found] = await db
      .select({ isPublic, hash: documents.hash, name: documents.fileName, type: documents.mimeType })
      .from(contentPictures)
      .innerJoin(contents, and(eq(contents.uniqueId, contentPictures.contentId), isNull(contents.deletedAt)))
      .innerJoin(documents, eq(documents.uniqueId, columns[width]))
      .where(eq(contentPictures.uniqueId, uniqueId))
    const body = found && (await files.read(scope.tenantId, found.hash))
    if (!body) throw notFound(say('Picture not found'))
    return { name: found.name, type: found.type, body, isPublic: found.isPublic, isShown: true }
  }

/** The knowledge centre. Bodies leave the server in `reading/shown` alone. */
export const contentRoutes = (needs: Needs) =>
  routes(contentApi, {
    list: list(needs),
    get: get(needs),
    slug: readAt(needs),
    picture: picture(needs.files),
    create: create(needs),
    update: update(needs),
    remove: base.remove,
    approve: approve(needs),
    history: history(contentEntity, contentApi.history.who),
  })
