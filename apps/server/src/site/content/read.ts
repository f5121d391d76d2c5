import { and, desc, eq, isNull, ne, type SQL } from 'drizzle-orm'
import { notFound } from '#kit/errors'
import type { ReadContext } from '#kit/http/context'
import { type Content, contents } from '#site/schema/content.table'
import { isShown } from './list.ts'
import { asContent, asStaffContent, isWriter, type Needs } from './shown.ts'
import { contentAt } from './slugs.ts'

/** The living one that meets the condition; what is not out yet its writers alone see. */
const find = async (which: SQL, { db, actor }: ReadContext): Promise<Content> => {
  const [row] = await db
    .select()
    .from(contents)
    .where(and(which, isNull(contents.deletedAt), isWriter(actor) ? undefined : isShown()))
  if (!row) throw notFound()
  return row
}

const RELATED = 3

/** Three others that are out: of its category first, the newest first. */
const relatedTo = async ({ uniqueId, category }: Content, { db }: ReadContext) => {
  const newest = (which: SQL) =>
    db
      .select()
      .from(contents)
      .where(and(isShown(), ne(contents.uniqueId, uniqueId), isNull(contents.deletedAt), which))
      .orderBy(desc(contents.shownFrom), desc(contents.uniqueId))
      .limit(RELATED)
  const alike = await newest(eq(contents.category, category))
  const others = alike.length < RELATED ? await newest(ne(contents.category, category)) : []
  return [...alike, ...others].slice(0, RELATED)
}

export const get = (needs: Needs) => async (which: { uniqueId: string }, context: ReadContext) => {
  const row = await find(eq(contents.uniqueId, which.uniqueId), context)
  const [shown] = isWriter(context.actor) ? await asStaffContent(needs, [row], context) : await asContent(needs, [row], context)
  return shown!
}

export const readAt =
  (needs: Needs) =>
  async ({ slug }: { slug: string }, context: ReadContext) => {
    const row = await find(eq(contents.uniqueId, contentAt(slug)), context)
    const others = await relatedTo(row, context)
    const [[shown], related] = await Promise.all([asContent(needs, [row], context), asContent(needs, others, context, false)])
    return { ...shown!, related }
  }
