import { languages } from '@tradewind/contract/kit/language'
import { legalKinds } from '@tradewind/contract/platform/legalText.fields'
import { integer, pgEnum, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenantLogTable, tenantTable } from '#kit/database/table'

export const languageEnum = pgEnum('language', languages)

/** A tenant's own words for a shipped text. The id is derived from key and language. */
export const messages = tenantTable('message', {
  /** The English source text. */
  key: text().notNull(),
  language: languageEnum().notNull(),
  text: text().notNull(),
})

export const legalKind = pgEnum('legal_kind', legalKinds)

/** Drafts, as sanitized markup. The id is derived from tenant, kind and language. */
export const legalTexts = tenantTable('legal_text', {
  kind: legalKind().notNull(),
  language: languageEnum().notNull(),
  content: text().notNull(),
})

/** Published versions. An empty one removes the page. */
export const legalTextVersions = tenantLogTable(
  'legal_text_version',
  {
    kind: legalKind().notNull(),
    language: languageEnum().notNull(),
    /** From 1, in each kind and language. */
    version: integer().notNull(),
    content: text().notNull(),
  },
  (t) => [uniqueIndex('legal_text_version_of').on(t.tenantId, t.kind, t.language, t.version)],
)
export type LegalTextVersion = typeof legalTextVersions.$inferSelect
