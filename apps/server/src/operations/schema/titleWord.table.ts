import { customType } from 'drizzle-orm/pg-core'
import { linkTable } from '#kit/database/table'

/** Text in the order of code points, so that a prefix search is a range of the index. */
const plainlySorted = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** The words in the titles of a partition, each once. Does not store which record has a word: corrections are always searched with the rights of the actor. */
export const titleWords = linkTable('title_word', { word: plainlySorted().notNull() })
