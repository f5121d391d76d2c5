import { customType } from 'drizzle-orm/pg-core'
import { linkTable } from '#kit/database/table'

/** Text in the order of its code points, so that a range of the key is what begins alike. */
const plainlySorted = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * The words that titles of a partition have, each once. Which record has a word is not said: what is made of a word passes through the
 * search, with the rights of who asks.
 */
export const titleWords = linkTable('title_word', { word: plainlySorted().notNull() })
