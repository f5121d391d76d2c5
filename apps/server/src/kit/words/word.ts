import { type SQL, sql } from 'drizzle-orm'

/** What is between words: spaces and signs. The same text is a regular expression of PostgreSQL, which takes titles apart by it, too. */
const BETWEEN =
  '[\\u0001-/:-`{-\\u00bf\\u00d7\\u00f7\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2bff\\u3000-\\u3004\\u3008-\\u3020\\ufe30-\\ufe4f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65]+'
const between = new RegExp(BETWEEN)

/** Where a word is shorter or longer, or has a digit, nothing is guessed. */
const SHORTEST = 4
const LONGEST = 40
const isGuessed = (word: string) => word.length >= SHORTEST && word.length <= LONGEST && !/[0-9]/.test(word)

/** The words of a folded title that a wrongly typed one may have meant. */
export const wordsOf = (title: string) => title.split(between).filter(isGuessed)

/** Whether it is one such word, and nothing else. */
export const isWord = (typed: string) => wordsOf(typed)[0] === typed

/** The same in PostgreSQL: the words of `title`, a column of these rows, as rows with `word` and these other columns. */
export const wordsIn = (titled: SQL, other: SQL) => sql`select distinct ${other}, word collate "C" as word from ${titled},
  regexp_split_to_table(title, ${BETWEEN}) as word where length(word) between ${SHORTEST} and ${LONGEST} and word !~ '[0-9]'`
