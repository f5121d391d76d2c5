import { say } from '@tradewind/contract/kit/say'
import type { Access } from '@tradewind/contract/plan'
import { contentPolicy } from '@tradewind/contract/site/content.policy'
import { type ArticleType, contentCategories, contentStatuses, contentTypes } from '@tradewind/contract/site/content.words'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Tx } from '#kit/database/database'
import { instant, inTenant, notDeleted, softDeleteTable, tenantTable } from '#kit/database/table'
import { notifyNodes } from '#kit/notifyNodes'
import { entity } from '#kit/record/entity'
import { documents } from '#platform/schema/document.table'
import { languageOf } from '#platform/schema/message.table'
import { type Written, computedColumns } from './content.computed.ts'

export const contentType = pgEnum('content_type', contentTypes)
export const contentCategory = pgEnum('content_category', contentCategories)
export const contentStatus = pgEnum('content_status', contentStatuses)

/** What a tenant publishes: articles, audio and video. */
export const contents = softDeleteTable(
  'content',
  {
    title: text().notNull(),
    language: languageOf().notNull().default('en'),
    contentType: contentType().notNull(),
    category: contentCategory().notNull(),
    articleTypes: text().array().$type<ArticleType[]>().notNull(),
    /** The first of its languages, where it is not the first itself. No other is named by one that names another. */
    translationOf: uuid(),
    /** TEXT: clean markup. AUDIO and VIDEO: the link as it was given. */
    content: text().notNull(),
    /** Clean markup. */
    seoText: text(),
    isPaidContent: boolean().notNull(),
    /** As `accessOf` says. */
    access: text().$type<Access>().notNull(),
    /** Where it stands now. All its addresses are in `content_slug`. */
    slug: text().notNull(),
    status: contentStatus().notNull(),
    publishAt: instant(),
    /** When it was published first. */
    publishedAt: instant(),
    /** Its publish time, else when it was published. */
    shownFrom: instant(),
    reviewNote: text(),
    excerpt: text().notNull().default(''),
    pictureId: uuid(),
    minutes: integer(),
    titleKey: text().notNull().default(''),
    /** The folded words of a body that is not free: found by those alone who may open it. */
    paidText: text().notNull().default(''),
  },
  (t) => [
    index('content_shown')
      .on(t.tenantId, t.shownFrom, t.uniqueId)
      .where(sql`deleted_at is null and status = 'PUBLISHED'`),
    index('content_shown_of_category')
      .on(t.tenantId, t.category, t.shownFrom, t.uniqueId)
      .where(sql`deleted_at is null and status = 'PUBLISHED'`),
    index('content_of_status').on(t.tenantId, t.status, t.dateCreated, t.uniqueId).where(notDeleted),
    // In SQL: on delete set null (translation_of).
    inTenant('content_translation_of', t, t.translationOf, t),
    index('content_translations').on(t.tenantId, t.translationOf),
    // An article and its translations: one of each language.
    uniqueIndex('content_once_in_language')
      .on(t.tenantId, sql`coalesce(translation_of, id)`, t.language)
      .where(notDeleted),
    index('content_by_title').on(t.tenantId, t.titleKey, t.uniqueId).where(notDeleted),
    index('content_paid_text').using('gin', t.tenantId, sql`paid_text gin_trgm_ops`),
  ],
)

/** Every address that a piece of content has or had: the old ones lead to it for ever. */
export const contentSlugs = tenantTable('content_slug', { slug: text().notNull(), contentId: uuid().notNull() }, (t) => [
  inTenant('content_slug_content', t, t.contentId, contents).onDelete('cascade'),
  uniqueIndex('content_slug_of_tenant').on(t.tenantId, t.slug),
  index('content_slug_of_content').on(t.tenantId, t.contentId),
])

/** The pictures of a body, each made again in three widths. */
export const contentPictures = tenantTable(
  'content_picture',
  {
    contentId: uuid().notNull(),
    alt: text().notNull(),
    /** Of the largest, in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** The documents that are at most 480, 960 and 1600 pixels wide. */
    smallId: uuid().notNull(),
    mediumId: uuid().notNull(),
    largeId: uuid().notNull(),
  },
  (t) => [
    inTenant('content_picture_content', t, t.contentId, contents).onDelete('cascade'),
    inTenant('content_picture_small', t, t.smallId, documents),
    inTenant('content_picture_medium', t, t.mediumId, documents),
    inTenant('content_picture_large', t, t.largeId, documents),
    index('content_picture_of_content').on(t.tenantId, t.contentId),
  ],
)

export type Content = typeof contents.$inferSelect

/** Pages that show it are old. What is entered before anybody reads, as demo records are, names no tenant. */
const tellOf = async (tx: Tx, rows: readonly Content[]) => {
  for (const { tenantId, uniqueId } of rows) if (tenantId) await notifyNodes(tx, { topic: 'content', tenantId, id: uniqueId })
}

export const contentEntity = entity({
  name: 'content',
  table: contents,
  policy: contentPolicy,
  title: 'title',
  // A new one needs its review, and gives a new address.
  titleStands: true,
  taken: say('Another article has its place in this language now. Unlink or delete that one first.'),
  computedColumns: (row) => computedColumns(row as Written),
  sorts: { dateCreated: contents.dateCreated, shownFrom: contents.shownFrom, title: contents.titleKey },
  filters: {},
  followed: tellOf,
})
