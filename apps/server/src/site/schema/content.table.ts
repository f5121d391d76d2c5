import { UUID } from '@tradewind/contract/kit/fields'
import { say } from '@tradewind/contract/kit/say'
import { type Access, accessOf } from '@tradewind/contract/plan'
import { type ArticleType, contentCategories, contentStatuses, contentTypes } from '@tradewind/contract/site/content.constants'
import type { ContentInput } from '@tradewind/contract/site/content.contract'
import { contentFields } from '@tradewind/contract/site/content.fields'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { eq, sql } from 'drizzle-orm'
import { boolean, index, integer, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Tx } from '#kit/database/database'
import { fold, normalizeText, toSearchText } from '#kit/database/list'
import { instant, notDeleted, scopedForeignKey, softDeleteTable, tenantTable } from '#kit/database/table'
import { toPlainText } from '#kit/markup'
import { notifyNodes } from '#kit/notifyNodes'
import { entity } from '#kit/record/entity'
import { documents } from '#platform/schema/document.table'
import { languageEnum } from '#platform/schema/message.table'

/** The URL of a picture of a body, in its middle width. */
export const pictureUrl = (id: string) => `/api/content/picture/${id}/960`

const pictureUrlPattern = new RegExp(`^(?:https?://[^/?#]+)?/api/content/picture/(${UUID})/(?:480|960|1600)$`)
const bodyImagePattern = new RegExp(`<img src="/api/content/picture/(${UUID})/960"`, 'g')
const plainImagePattern = new RegExp(`<img src="/api/content/picture/(${UUID})/960" alt="([^"]*)" />`, 'g')

/** The id of a picture that is already stored, from its URL. */
export const storedPictureId = ({ src }: { src: string }) => pictureUrlPattern.exec(src)?.[1]

const dataUrlPattern = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** The bytes of a picture that is in a body as a data URL of one of the four formats. */
export const decodeDataUrl = ({ src }: { src: string }) => {
  const [, base64] = dataUrlPattern.exec(src.replace(/\s+/g, '')) ?? []
  return base64 && Buffer.from(base64, 'base64')
}

/** The ids of the pictures of a clean body, in their order. */
export const pictureIdsIn = (body: string) => Array.from(body.matchAll(bodyImagePattern), ([, id]) => id!)

interface PictureSize {
  uniqueId: string
  width: number
  height: number
}

/** The text of a clean body, with pictures reduced to their alternative texts. */
export const withoutImages = (body: string) => body.replace(bodyImagePattern, '')

/** The widths in which a picture is available: the names of its files, and how wide each is. */
const widthsOf = (width: number) => {
  const narrower = [480, 960, 1600].filter((_, at, all) => at === 0 || all[at - 1]! < width)
  return narrower.map((each) => [each, Math.min(each, width)] as const)
}

const imageTag = (alt: string, { uniqueId: id, width, height }: PictureSize) => {
  const set = widthsOf(width).map(([file, wide]) => `/api/content/picture/${id}/${file} ${wide}w`)
  const sizes = '(min-width: 48em) 44rem, 100vw'
  return `<img src="${pictureUrl(id)}" srcset="${set.join(', ')}" sizes="${sizes}" width="${width}" height="${height}" alt="${alt}" loading="lazy" decoding="async">`
}

/** Adds dimensions and available widths to the pictures of a clean body. Unknown pictures are removed. */
export const addImageSizes = (clean: string, pictureOf: (id: string) => PictureSize | undefined) =>
  clean.replace(plainImagePattern, (_, id: string, alt: string) => {
    const picture = pictureOf(id)
    return picture ? imageTag(alt, picture) : ''
  })

/** The fields that a writer submits, as they are stored. */
interface ContentFields extends Pick<ContentInput, 'title' | 'contentType' | 'category' | 'articleTypes' | 'isPaidContent'> {
  content: string
  seoText?: string | null | undefined
  publishAt?: string | null | undefined
  publishedAt?: string | null | undefined
}

const EXCERPT_LENGTH = 300
const TEASER_LENGTH = 160
/** Words read per minute. */
const WORDS_PER_MINUTE = 200
/** The number of folded characters in a sort key: index rows are limited in size. */
const KEY_LENGTH = 200

const truncate = (words: string, most: number) => {
  if (words.length <= most) return words
  const wholeWords = words.slice(0, most).replace(/\s+\S*$/, '')
  const shortened = wholeWords.length < most / 2 ? words.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : wholeWords
  return `${shortened.replace(/[\s.,;:–-]+$/, '')}…`
}

/** The first words of content that is free. Otherwise a teaser: at most a fifth of the text, so that it does not replace reading. */
const excerptOf = (content: string, isFree: boolean) => {
  const words = content.replace(/\s+/g, ' ')
  if (isFree) return truncate(words, EXCERPT_LENGTH - 1)
  const most = Math.min(TEASER_LENGTH - 1, Math.floor(words.length / 5))
  return most < 40 ? '' : truncate(words, most)
}

/** 'GLOBAL_SOURCING' in the form in which users search for it. */
const toSearchTerm = (word: string) => word.replaceAll('_', ' ')

/** The computed columns. The words of a body that is not free are in a separate column, because not everybody may find content by them. */
const computedColumns = (row: ContentFields) => {
  const { title, contentType, category, articleTypes, publishAt, publishedAt } = row
  const isText = contentType === 'TEXT'
  const words = toPlainText((isText ? row.content : row.seoText) ?? '')
  const access = accessOf(row)
  const isFree = access === 'FREE'
  const excerpt = excerptOf(words, isFree)
  // The title is in the search line that `contentFields` gives it.
  const publicText = toSearchText(title, toSearchTerm(category), articleTypes.map(toSearchTerm).join(' '), excerpt)
  return {
    access,
    excerpt,
    searchText: isFree ? `${publicText}\n${normalizeText(words)}` : publicText,
    paidText: isFree ? '' : normalizeText(words),
    titleKey: fold(title).slice(0, KEY_LENGTH),
    minutes: isText ? Math.max(1, Math.ceil(words.split(/\s+/).length / WORDS_PER_MINUTE)) : null,
    pictureId: isText ? (pictureIdsIn(row.content)[0] ?? null) : null,
    shownFrom: publishedAt ? (publishAt ?? publishedAt) : null,
  }
}

export const contentType = pgEnum('content_type', contentTypes)
export const contentCategory = pgEnum('content_category', contentCategories)
export const contentStatus = pgEnum('content_status', contentStatuses)

/** What a tenant publishes: articles, audio and video. */
export const contents = softDeleteTable(
  'content',
  {
    title: text().notNull(),
    language: languageEnum().notNull().default('en'),
    contentType: contentType().notNull(),
    category: contentCategory().notNull(),
    articleTypes: text().array().$type<ArticleType[]>().notNull(),
    /** The original of a translation; null for the original itself. An original is never a translation of another one. */
    translationOf: uuid(),
    /** TEXT: clean markup. AUDIO and VIDEO: the link as entered. */
    content: text().notNull(),
    /** Clean markup. */
    seoText: text(),
    isPaidContent: boolean().notNull(),
    /** As computed by `accessOf`. */
    access: text().$type<Access>().notNull(),
    /** Its current slug. All its slugs are in `content_slug`. */
    slug: text().notNull(),
    status: contentStatus().notNull(),
    publishAt: instant(),
    /** When it was first published. */
    publishedAt: instant(),
    /** Its publish time, or else the time when it was published. */
    shownFrom: instant(),
    reviewNote: text(),
    excerpt: text().notNull().default(''),
    pictureId: uuid(),
    minutes: integer(),
    titleKey: text().notNull().default(''),
    /** The folded words of a body that is not free: searched only for users who may open it. */
    paidText: text().notNull().default(''),
  },
  (t) => [
    index('content_shown')
      .on(t.tenantId, t.shownFrom, t.uniqueId)
      .where(sql`deleted_at is null and status = 'PUBLISHED'`),
    index('content_shown_of_category')
      .on(t.tenantId, t.category, t.shownFrom, t.uniqueId)
      .where(sql`deleted_at is null and status = 'PUBLISHED'`),
    // All content, as its writers list it; the two above are for readers.
    index('content_by_shown').on(t.tenantId, t.shownFrom, t.uniqueId).where(notDeleted),
    index('content_by_creator').on(t.tenantId, t.createdBy).where(notDeleted),
    index('content_of_status').on(t.tenantId, t.status, t.dateCreated, t.uniqueId).where(notDeleted),
    // In SQL: on delete set null (translation_of).
    scopedForeignKey('content_translation_of', t, t.translationOf, t),
    index('content_translations').on(t.tenantId, t.translationOf),
    // An article and its translations: one of each language.
    uniqueIndex('content_once_in_language')
      .on(t.tenantId, sql`coalesce(translation_of, id)`, t.language)
      .where(notDeleted),
    index('content_by_title').on(t.tenantId, t.titleKey, t.uniqueId).where(notDeleted),
    index('content_paid_text').using('gin', t.tenantId, sql`paid_text gin_trgm_ops`),
  ],
)

/** Every slug that a content item has or had: old ones lead to it permanently. */
export const contentSlugs = tenantTable('content_slug', { slug: text().notNull(), contentId: uuid().notNull() }, (t) => [
  scopedForeignKey('content_slug_content', t, t.contentId, contents).onDelete('cascade'),
  uniqueIndex('content_slug_of_tenant').on(t.tenantId, t.slug),
  index('content_slug_of_content').on(t.tenantId, t.contentId),
])

/** The pictures of a body, each re-encoded in three widths. */
export const contentPictures = tenantTable(
  'content_picture',
  {
    contentId: uuid().notNull(),
    alt: text().notNull(),
    /** Of the largest file, in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** The documents that are at most 480, 960 and 1600 pixels wide. */
    smallId: uuid().notNull(),
    mediumId: uuid().notNull(),
    largeId: uuid().notNull(),
  },
  (t) => [
    scopedForeignKey('content_picture_content', t, t.contentId, contents).onDelete('cascade'),
    scopedForeignKey('content_picture_small', t, t.smallId, documents),
    scopedForeignKey('content_picture_medium', t, t.mediumId, documents),
    scopedForeignKey('content_picture_large', t, t.largeId, documents),
    index('content_picture_of_content').on(t.tenantId, t.contentId),
  ],
)

export type Content = typeof contents.$inferSelect

/** Notifies nodes that pages showing these rows are stale. Rows without a tenant, such as demo records, are skipped: they are entered before any reads. */
const notifyNodesOf = async (tx: Tx, rows: readonly Content[]) => {
  for (const { tenantId, uniqueId } of rows) if (tenantId) await notifyNodes(tx, { topic: 'content', tenantId, id: uniqueId })
}

export const contentEntity = entity({
  name: 'content',
  table: contents,
  fields: contentFields,
  policy: contentPolicy,
  title: 'title',
  // Restoring never changes the title: a new title would need a review, and give a new slug.
  keepsTitle: true,
  restoreConflict: say('Another article has its place in this language now. Unlink or delete that one first.'),
  confidential: true,
  search: { sort: '-dateCreated', detail: ({ excerpt }) => excerpt, isText: true },
  computedColumns: (row) => computedColumns(row as ContentFields),
  sorts: { shownFrom: contents.shownFrom, title: contents.titleKey },
  emptyIsLatest: 'shownFrom',
  furtherText: contents.paidText,
  filters: {
    contentType: (type) => eq(contents.contentType, type as Content['contentType']),
    category: (category) => eq(contents.category, category as Content['category']),
    subscription: (access) => eq(contents.access, access as Access),
    status: (status) => (status === 'ALL' ? undefined : eq(contents.status, status as Content['status'])),
  },
  conditions: { subscription: contents.access },
  followed: notifyNodesOf,
})
