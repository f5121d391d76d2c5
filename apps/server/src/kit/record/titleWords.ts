import { type SQL, sql } from 'drizzle-orm'
import { clientOf, type OnSession, runStatement } from '../database/transaction.ts'

/** Separators between words: whitespace and punctuation. PostgreSQL splits titles by the same regular expression. */
const SEPARATORS =
  '[\\u0001-/:-`{-\\u00bf\\u00d7\\u00f7\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2bff\\u3000-\\u3004\\u3008-\\u3020\\ufe30-\\ufe4f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65]+'
const separatorPattern = new RegExp(SEPARATORS)

/** Words that are shorter or longer, or contain a digit, are not corrected. */
const SHORTEST = 4
const LONGEST = 40
const isCorrectable = (word: string) => word.length >= SHORTEST && word.length <= LONGEST && !/[0-9]/.test(word)

/** The words of a folded title that a mistyped word can be corrected to. */
export const wordsOf = (title: string) => title.split(separatorPattern).filter(isCorrectable)

/** Whether the text is exactly one such word. */
export const isWord = (typed: string) => wordsOf(typed)[0] === typed

/** The same as SQL: the words of the column `title` of these rows, as rows with `word` and these other columns. */
export const selectWords = (titled: SQL, other: SQL) => sql`select distinct ${other}, word collate "C" as word from ${titled},
  regexp_split_to_table(title, ${SEPARATORS}) as word where length(word) between ${SHORTEST} and ${LONGEST} and word !~ '[0-9]'`

interface Scoped {
  tenantId: string
  partitionId: string
}
interface Titled {
  titleLine?: number
}

const queuedWords = new WeakMap<object, Map<string, Set<string>>>()

const titleWordsOf = ({ titleLine }: Titled, rows: readonly Readonly<Record<string, unknown>>[]) =>
  titleLine ? rows.flatMap(({ searchText }) => wordsOf((searchText as string | undefined)?.split('\n')[titleLine - 1] ?? '')) : []

const keyOf = ({ tenantId, partitionId }: Scoped) => `${tenantId} ${partitionId}`

const queueWords = (tx: object, key: string, words: Iterable<string>) => {
  const queued = queuedWords.get(tx) ?? new Map<string, Set<string>>()
  queued.set(key, new Set([...(queued.get(key) ?? []), ...words]))
  queuedWords.set(tx, queued)
}

/** Queues the words of these titles, to be inserted when the transaction ends. */
export const queueTitleWords = (
  { tx, scope }: { tx: object; scope: Scoped },
  of: Titled,
  rows: readonly Readonly<Record<string, unknown>>[],
) => {
  const words = titleWordsOf(of, rows)
  if (words.length > 0) queueWords(tx, keyOf(scope), words)
}

/** Moves the words queued in a nested transaction to the outer one. */
export const mergeQueuedWords = (part: object, outer: object) => {
  for (const [key, words] of queuedWords.get(part) ?? []) queueWords(outer, key, words)
}

const insertWordsText = `insert into title_word (word)
    select word from unnest($1::text[]) as given (word) order by word collate "C" on conflict do nothing returning tenant_id`

/** Inserts the words of titles immediately. For writes without concurrency, such as demo data. */
export const insertTitleWords = async (tx: OnSession, of: Titled, rows: readonly Readonly<Record<string, unknown>>[]) => {
  const words = new Set(titleWordsOf(of, rows))
  if (words.size > 0) await runStatement(tx, { text: insertWordsText }, [[...words]])
}

/**
 * Inserts the queued words, as the last statement of a transaction, sent with its COMMIT: a concurrent transaction that inserts the same word waits only for this
 * commit, and as all insert in the same order and wait for nothing afterwards, there are no deadlocks.
 */
export const insertQueuedWords = (tx: OnSession, scope: Scoped) => {
  const words = queuedWords.get(tx)?.get(keyOf(scope))
  if (words && words.size > 0) clientOf(tx).enqueue({ text: insertWordsText }, [[...words]])
}
