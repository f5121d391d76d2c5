import type { Language } from '@tradewind/contract/kit/language'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#kit/database/database'
import { liveRows } from '#kit/database/list'
import type { Scope } from '#kit/database/scoped'
import { gone } from '#kit/database/table'
import { invalid } from '#kit/errors'
import { type ReadContext, readerOf, type WriteContext } from '#kit/http/context'
import { type Content, contents } from '#site/schema/content.table'

type Linked = Pick<Content, 'uniqueId' | 'translationOf'>

/** The first of the languages that an article is in: what they all name, and itself. */
export const firstOf = ({ uniqueId, translationOf }: Linked) => translationOf ?? uniqueId

/** The same, of each row. */
export const firstOfEach = sql<string>`coalesce(${contents.translationOf}, ${contents.uniqueId})`

/** The languages of these articles that meet a condition, by the first of them. */
export const versionsOf = async (rows: readonly Linked[], context: ReadContext | WriteContext, which?: SQL) => {
  const { uniqueId, title, slug, language } = contents
  const ids = [...new Set(rows.map(firstOf))]
  if (ids.length === 0) return new Map<string, never>()
  const found = await readerOf(context)
    .select({ uniqueId, title, slug, language, first: firstOfEach })
    .from(contents)
    .where(and(inArray(firstOfEach, ids), isNull(contents.deletedAt), which))
    .orderBy(language)
  return Map.groupBy(found, ({ first }) => first)
}

/**
 * What meets the conditions, and of each article one: in this language, else the first that there is. Each article looks for its other languages by their
 * index, so that a page takes as long as it has articles.
 */
export const oneOfEach = (reader: Language, scope: Scope, ...met: (SQL | undefined)[]) => {
  const { language, translationOf, dateCreated, uniqueId } = contents
  const place = sql`row(${language} <> ${reader}, ${translationOf} is not null, ${dateCreated}, ${uniqueId})`
  const comesBefore = and(...met, sql`${firstOfEach} = mine.first`, sql`${place} < mine.place`)
  const before = sql`select from (select ${firstOfEach} as first, ${place} as place) mine, ${liveRows(contents, scope)} where ${comesBefore} offset 0`
  return and(...met, sql`not exists (${before})`)
}

/** Until the transaction ends nobody else of the tenant links articles: what one finds free stays so. */
const lockTranslations = (tx: Tx) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('translations of content of ' || current_setting('app.tenant_id'), 3))`,
  )

/** The first language of the article that is named. What has translations itself cannot be one. */
const firstNamed = async (named: string, before: Content | undefined, tx: Tx) => {
  const [found] = await tx
    .select()
    .from(contents)
    .where(and(eq(contents.uniqueId, named), isNull(contents.deletedAt)))
  if (!found) throw invalid({ translationOf: say('Choose an article that is there') })
  const first = firstOf(found)
  if (!before) return first
  if (found.uniqueId === before.uniqueId) throw invalid({ translationOf: say('An article is no translation of itself') })
  if (first === before.uniqueId)
    throw invalid({ translationOf: say('“{title}” is a translation of this article already', { title: found.title }) })
  await takeAlong(before, first, tx)
  return first
}

/** Translations in the trash follow the article; others are in the way. */
const takeAlong = async ({ uniqueId }: Content, first: string, tx: Tx) => {
  const named = eq(contents.translationOf, uniqueId)
  const [living] = await tx
    .select()
    .from(contents)
    .where(and(named, isNull(contents.deletedAt)))
    .limit(1)
  if (living)
    throw invalid({ translationOf: say('“{title}” is a translation of this article. Unlink it first.', { title: living.title }) })
  await tx.update(contents).set({ translationOf: first }).where(named)
}

/** Of all languages of an article this one is nobody else's. */
const requireFree = async (first: string, language: Language, before: Content | undefined, field: string, tx: Tx) => {
  const isOther = before && ne(contents.uniqueId, before.uniqueId)
  const [taken] = await tx
    .select()
    .from(contents)
    .where(and(eq(firstOfEach, first), eq(contents.language, language), isNull(contents.deletedAt), isOther))
  if (taken) throw invalid({ [field]: say('“{title}” is this article in the same language', { title: taken.title }) })
}

/** What a new article names as the first of its languages. Refuses a language that is there already. */
export const linkOfNew = async (named: string | null | undefined, language: Language, { tx }: WriteContext) => {
  if (!named) return null
  await lockTranslations(tx)
  const first = await firstNamed(named, undefined, tx)
  await requireFree(first, language, undefined, 'translationOf', tx)
  return first
}

interface Change {
  translationOf?: string | null | undefined
  language?: Language | undefined
}

/** The same of one that is changed; undefined: that stays as it is. */
export const linkOf = async ({ translationOf: named, language }: Change, before: Content, { tx }: WriteContext) => {
  const spoken = language ?? before.language
  if (named === undefined && spoken === before.language) return undefined
  await lockTranslations(tx)
  if (named === undefined) {
    await requireFree(firstOf(before), spoken, before, 'language', tx)
    return undefined
  }
  const first = named && (await firstNamed(named, before, tx))
  await requireFree(first ?? before.uniqueId, spoken, before, 'translationOf', tx)
  return first
}

/** Translations of what goes from the trash for good stay together: the oldest of them is the first from now on. */
export const handOn = async (tx: Tx) => {
  await tx.execute(sql`update content set translation_of = nullif(heir.id, content.id)
    from (
      select translation_of as gone, (array_agg(id order by deleted_at is not null, created_at, id))[1] as id
      from content where translation_of in ${gone(contents)} and id not in ${gone(contents)} group by translation_of
    ) as heir
    where content.translation_of = heir.gone and content.id not in ${gone(contents)}`)
}
