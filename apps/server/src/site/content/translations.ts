import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { liveRows } from '#kit/database/list'
import { anyOf, type Scope } from '#kit/database/scoped'
import { expiredInTrash } from '#kit/database/table'
import { invalid } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { type Content, contents } from '#site/schema/content.table'

type Linked = Pick<Content, 'uniqueId' | 'translationOf'>

/** The id of the original of an article: the one that its translations refer to, or its own. */
export const originalIdOf = ({ uniqueId, translationOf }: Linked) => translationOf ?? uniqueId

/** The same as an SQL expression. */
export const originalIdColumn = sql<string>`coalesce(${contents.translationOf}, ${contents.uniqueId})`

/** Whether a row is a version of one of these originals. With the expression, no index would be used: PostgreSQL does not take it for leakproof. */
export const isVersionOf = (originalIds: readonly string[]) => {
  const { translationOf, uniqueId } = contents
  const ids = anyOf(originalIds)
  return or(sql`${translationOf} = ${ids}`, and(isNull(translationOf), sql`${uniqueId} = ${ids}`))
}

/** The versions of these articles in all languages that meet a condition, by the id of the original. */
export const versionsOf = async (rows: readonly Linked[], context: ReadContext | WriteContext, which?: SQL) => {
  const { uniqueId, title, slug, language } = contents
  const ids = [...new Set(rows.map(originalIdOf))]
  if (ids.length === 0) return new Map<string, never>()
  const found = await readerOf(context)
    .select({ uniqueId, title, slug, language, first: originalIdColumn })
    .from(contents)
    .where(and(isVersionOf(ids), isNull(contents.deletedAt), which))
    .orderBy(language)
  return Map.groupBy(found, ({ first }) => first)
}

/**
 * One version of each article that meets the conditions: in this language, or else the first one. Each article finds its other versions by an
 * index, so that the time depends on the number of articles on the page.
 */
export const onePerArticle = (reader: Language, scope: Scope, ...filters: (SQL | undefined)[]) => {
  const { language, translationOf, dateCreated, uniqueId } = contents
  const rank = sql`row(${language} <> ${reader}, ${translationOf} is not null, ${dateCreated}, ${uniqueId})`
  const isPreferred = and(...filters, sql`${originalIdColumn} = mine.first`, sql`${rank} < mine.place`)
  const before = sql`select from (select ${originalIdColumn} as first, ${rank} as place) mine, ${liveRows(contents, scope)} where ${isPreferred} offset 0`
  return and(...filters, sql`not exists (${before})`)
}

/** Locks the translation links of the tenant until the transaction ends, so that a language that is free stays free. */
const lockTranslations = (tx: Tx) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('translations of content of ' || current_setting('app.tenant_id'), 3))`,
  )

/** The original of the article with this id. Throws if the changed article has translations itself. */
const requireOriginal = async (articleId: string, before: Content | undefined, tx: Tx) => {
  const [found] = await tx
    .select()
    .from(contents)
    .where(and(eq(contents.uniqueId, articleId), isNull(contents.deletedAt)))
  if (!found) throw invalid({ translationOf: say('Choose an article that is there') })
  const first = originalIdOf(found)
  if (!before) return first
  if (found.uniqueId === before.uniqueId) throw invalid({ translationOf: say('An article cannot be a translation of itself') })
  if (first === before.uniqueId)
    throw invalid({ translationOf: say('“{title}” is already a translation of this article', { title: found.title }) })
  await relinkTrashed(before, first, tx)
  return first
}

/** Links translations in the trash to the new original; throws if there are others. */
const relinkTrashed = async ({ uniqueId }: Content, first: string, tx: Tx) => {
  const isLinked = eq(contents.translationOf, uniqueId)
  const [linked] = await tx
    .select()
    .from(contents)
    .where(and(isLinked, isNull(contents.deletedAt)))
    .limit(1)
  if (linked)
    throw invalid({ translationOf: say('“{title}” is a translation of this article. Unlink it first.', { title: linked.title }) })
  await tx.update(contents).set({ translationOf: first }).where(isLinked)
}

/** Throws if another version of the article has this language. */
const requireFreeLanguage = async (first: string, language: Language, before: Content | undefined, field: string, tx: Tx) => {
  const isOther = before && ne(contents.uniqueId, before.uniqueId)
  const [existing] = await tx
    .select()
    .from(contents)
    .where(and(isVersionOf([first]), eq(contents.language, language), isNull(contents.deletedAt), isOther))
  if (existing) throw invalid({ [field]: say('“{title}” is this article in the same language', { title: existing.title }) })
}

/** The original that a new article links to. Throws if the article already exists in this language. */
export const resolveNewLink = async (originalId: string | null | undefined, language: Language, { tx }: WriteContext) => {
  if (!originalId) return null
  await lockTranslations(tx)
  const first = await requireOriginal(originalId, undefined, tx)
  await requireFreeLanguage(first, language, undefined, 'translationOf', tx)
  return first
}

interface Change {
  translationOf?: string | null | undefined
  language?: Language | undefined
}

/** The same for a changed article; undefined if the link does not change. */
export const resolveLink = async ({ translationOf: originalId, language }: Change, before: Content, { tx }: WriteContext) => {
  const newLanguage = language ?? before.language
  if (originalId === undefined && newLanguage === before.language) return undefined
  await lockTranslations(tx)
  if (originalId === undefined) {
    await requireFreeLanguage(originalIdOf(before), newLanguage, before, 'language', tx)
    return undefined
  }
  const first = originalId && (await requireOriginal(originalId, before, tx))
  await requireFreeLanguage(first ?? before.uniqueId, newLanguage, before, 'translationOf', tx)
  return first
}

/** When an original is purged, its translations stay linked: the oldest one that remains becomes the original. */
export const promoteTranslation = async (tx: Tx) => {
  await tx.execute(sql`update content set translation_of = nullif(heir.id, content.id)
    from (
      select translation_of as gone, (array_agg(id order by deleted_at is not null, created_at, id))[1] as id
      from content where translation_of in ${expiredInTrash(contents)} and id not in ${expiredInTrash(contents)} group by translation_of
    ) as heir
    where content.translation_of = heir.gone and content.id not in ${expiredInTrash(contents)}`)
}
