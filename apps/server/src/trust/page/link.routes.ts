import { say } from '@tradewind/contract/kit/say'
import { reviewLinkApi } from '@tradewind/contract/trust/reviewLink.contract'
import { and, asc, desc, eq } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { pageOf, type Paging } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit, changesOf } from '#kit/record/audit'
import { lockSetting, notifyOfOwnReviews } from '../owner.ts'
import { reviewLinks } from '../schema/review.table.ts'
import { visitorCalls } from './visitor.ts'

/** The maximum number of short links of a user. */
const MAX_LINKS = 100

/** Without letters and digits that look alike on paper. */
const CODE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 8
const newCode = () => Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('')

const list = async ({ page, size, sort }: Paging, { db, actor }: ReadContext) => {
  const { dateCreated, uniqueId, ownerId } = reviewLinks
  const order = sort === 'dateCreated' ? asc : desc
  const rows = await db.select().from(reviewLinks).where(eq(ownerId, actor.uniqueId)).orderBy(order(dateCreated), order(uniqueId))
  return pageOf(rows, { page, size })
}

const isOwnLink = (uniqueId: string, ownerId: string) => and(eq(reviewLinks.uniqueId, uniqueId), eq(reviewLinks.ownerId, ownerId))
const NOT_FOUND = say('Short link not found')

const get = async ({ uniqueId }: { uniqueId: string }, { db, actor }: ReadContext) => {
  const [link] = await db.select().from(reviewLinks).where(isOwnLink(uniqueId, actor.uniqueId))
  if (!link) throw notFound(NOT_FOUND)
  return link
}

const create = async ({ name }: { name: string }, context: WriteContext) => {
  const { tx, actor } = context
  await lockSetting(tx, actor.uniqueId) // serializes creation, so that the limit holds
  if ((await tx.$count(reviewLinks, eq(reviewLinks.ownerId, actor.uniqueId))) >= MAX_LINKS)
    throw conflict(say('You can have {count} short links at most', { count: MAX_LINKS }))
  const [link] = await tx
    .insert(reviewLinks)
    .values({ ownerId: actor.uniqueId, createdBy: actor.uniqueId, name, code: newCode() })
    .returning()
  notifyOfOwnReviews(context)
  await audit(context, { action: 'CREATED', kind: 'reviewLink', recordId: link!.uniqueId, title: name })
  return link!
}

interface Change {
  uniqueId: string
  name?: string | undefined
  isActive?: boolean | undefined
}

const updateLink = async ({ uniqueId, ...given }: Change, context: WriteContext) => {
  const { tx, actor } = context
  const [before] = await tx.select().from(reviewLinks).where(isOwnLink(uniqueId, actor.uniqueId)).for('update')
  if (!before) throw notFound(NOT_FOUND)
  const changes = changesOf(before, given)
  if (Object.keys(changes).length === 0) return before
  const [link] = await tx
    .update(reviewLinks)
    .set({ ...given, updatedAt: nextUpdatedAt(reviewLinks.updatedAt) })
    .where(eq(reviewLinks.uniqueId, uniqueId))
    .returning()
  notifyOfOwnReviews(context)
  await audit(context, { action: 'CHANGED', kind: 'reviewLink', recordId: uniqueId, title: link!.name, changes })
  return link!
}

/** Short links to the actor's survey, and answering by one. */
export const reviewLinkRoutes = (needs: Parameters<typeof visitorCalls>[0]) =>
  routes(reviewLinkApi, { list, get, create, change: updateLink, ...visitorCalls(needs) })
