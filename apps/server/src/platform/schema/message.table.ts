import { languages } from '@tradewind/contract/kit/language'
import { pgEnum, text } from 'drizzle-orm/pg-core'
import { tenantTable } from '#kit/database/table'

export const languageOf = pgEnum('language', languages)

/** What a tenant says instead of a shipped text. Its id follows from key and language. */
export const messages = tenantTable('message', {
  /** The English that the product was written with. */
  key: text().notNull(),
  language: languageOf().notNull(),
  text: text().notNull(),
})
