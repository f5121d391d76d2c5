import { type SQL, sql } from 'drizzle-orm'
import { later, type OnSession } from '../database/transaction.ts'
import { wordsOf } from './word.ts'

interface Scoped {
  tenantId: string
  partitionId: string
}
interface Titled {
  titleLine?: number
}
interface Executing {
  execute(query: SQL): PromiseLike<unknown>
}

const due = new WeakMap<object, Map<string, Set<string>>>()

const titleWordsOf = ({ titleLine }: Titled, rows: readonly Readonly<Record<string, unknown>>[]) =>
  titleLine ? rows.flatMap(({ searchText }) => wordsOf((searchText as string | undefined)?.split('\n')[titleLine - 1] ?? '')) : []

const keyOf = ({ tenantId, partitionId }: Scoped) => `${tenantId} ${partitionId}`

const addTo = (tx: object, key: string, words: Iterable<string>) => {
  const known = due.get(tx) ?? new Map<string, Set<string>>()
  known.set(key, new Set([...(known.get(key) ?? []), ...words]))
  due.set(tx, known)
}

/** Has the words of these titles learnt when the transaction ends. */
export const learnLater = (
  { tx, scope }: { tx: object; scope: Scoped },
  of: Titled,
  rows: readonly Readonly<Record<string, unknown>>[],
) => {
  const words = titleWordsOf(of, rows)
  if (words.length > 0) addTo(tx, keyOf(scope), words)
}

/** What a part of a transaction has learnt is learnt with the whole. */
export const learnWithWhole = (part: object, whole: object) => {
  for (const [key, words] of due.get(part) ?? []) addTo(whole, key, words)
}

const inserting = (words: ReadonlySet<string>) => sql`insert into title_word (word)
    select word from unnest(${sql.param([...words])}::text[]) as given (word) order by word collate "C" on conflict do nothing returning tenant_id`

/** Learns the words of titles at once. For what nobody else writes beside, such as the demo. */
export const learnNow = async (tx: Executing, of: Titled, rows: readonly Readonly<Record<string, unknown>>[]) => {
  const words = new Set(titleWordsOf(of, rows))
  if (words.size > 0) await tx.execute(inserting(words))
}

/**
 * Learns what is due, as the last statement of a transaction, sent with its COMMIT: whoever adds the same new word meanwhile waits for this commit alone, and as
 * all add theirs in the same order and wait for nothing afterwards, no two wait for one another.
 */
export const learnBeforeCommit = (tx: OnSession, scope: Scoped) => {
  const words = due.get(tx)?.get(keyOf(scope))
  if (words && words.size > 0) later(tx, inserting(words))
}
