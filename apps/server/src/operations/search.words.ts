import { getTableName, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, type Reader, tenantScope } from '#kit/database/database'
import { plain } from '#kit/database/list'
import type { AllFeatures } from '#kit/feature'
import { forEachTenant } from '#kit/jobs'
import { isWord, wordsIn } from '#kit/record/words'
import { tenants } from '#platform/schema/tenant.table'
import { titleWords } from './schema/titleWord.table.ts'

/** From so many letters on two of them may be wrong. */
const LONG = 8
/** Letters at the beginning of a long word, of which one may be wrong. */
const BEGINNING = 5
/** Words that are looked at under one beginning. */
const SIMILAR = 500
/** More words than these are a sentence, in which nothing is guessed. */
const MOST_WORDS = 5
/** Near words that each typed one may have meant, and what may have been meant by all of them. */
const EACH = 9
const MOST = 9

interface Near {
  word: string
  far: number
}

const inScope = ({ scope: { tenantId, partitionId } }: Reader) =>
  sql`${titleWords.tenantId} = ${tenantId} and ${titleWords.partitionId} = ${partitionId}`

/** Words by equality and by their beginning: these the walls let an index find. Trigrams they do not. */
const knownWords = async (db: Reader, typed: string) => {
  const words = titleWords.word
  const equal = sql`select ${words} as word from ${titleWords} where ${inScope(db)} and ${words} = any(${sql.param(oneEdit(typed))}::text[])`
  if (typed.length < LONG) return (await db.execute<{ word: string }>(equal)).rows
  const beginnings = oneEdit(typed.slice(0, BEGINNING))
  const alike = sql`select begun.word from unnest(${sql.param(beginnings)}::text[]) as given (beginning) cross join lateral (
    select ${words} as word from ${titleWords} where ${inScope(db)} and ${words} >= beginning collate "C" and ${words} < beginning || U&'\\+10FFFF' collate "C"
      and length(${words}) between ${typed.length - 2} and ${typed.length + 2} limit ${SIMILAR}) as begun`
  return (await db.execute<{ word: string }>(sql`${equal} union ${alike}`)).rows
}

/** What a typed word may have meant, the nearest first; itself, too, as nobody may read from this whether others have it. */
const meantBy = async (db: Reader, typed: string): Promise<Near[]> => {
  const itself = { word: typed, far: 0 }
  if (!isWord(typed)) return [itself]
  const most = typed.length < LONG ? 1 : 2
  const near = (await knownWords(db, typed)).map(({ word }) => ({ word, far: distance(typed, word) }))
  const begins = ({ word }: Near) => (word[0] === typed[0] ? 0 : 1)
  const sorted = near
    .filter(({ far }) => far > 0 && far <= most)
    .toSorted((one, other) => one.far - other.far || begins(one) - begins(other) || (one.word < other.word ? -1 : 1))
  return [itself, ...sorted.slice(0, EACH)]
}

const nearest = (sayings: Near[]) => sayings.toSorted((one, other) => one.far - other.far).slice(0, MOST + 1)

/** What may have been meant by what was typed, by the words that titles of the partition have: the nearest first. */
export const correctionsOf = async (db: Reader, q: string) => {
  const typed = plain(q.trim()).split(' ')
  if (typed.length > MOST_WORDS) return []
  const [first = [], ...rest] = await Promise.all(typed.map((word) => meantBy(db, word)))
  const sayings = rest.reduce(
    (said, meant) =>
      nearest(said.flatMap((one) => meant.map(({ word, far }) => ({ word: `${one.word} ${word}`, far: one.far + far })))),
    first,
  )
  return nearest(sayings).flatMap(({ word, far }) => (far > 0 ? [word] : []))
}

/** Every word that titles of a tenant have, in their partitions. */
const heldWords = (all: AllFeatures) => {
  const titled = all().flatMap(({ entities = [] }) => entities.filter(({ entity: { titleLine } }) => titleLine))
  const titles = titled.map(
    ({ entity: { table, titleLine } }) =>
      sql`select world_id, split_part(search_text, E'\\n', ${titleLine}::int) as title from ${sql.identifier(getTableName(table))} where deleted_at is null`,
  )
  return wordsIn(sql`(${sql.join(titles, sql` union all `)}) as titled`, sql`world_id`)
}

interface SweepContext {
  db: Database
  /** Reaches every partition of one tenant. */
  maintenance: Database
  logger: Logger
}

/** Forgets by night, tenant by tenant, the words that no title has any more, and learns what was missed. All titles are read for it. */
export const sweepWords = ({ db, maintenance, logger }: SweepContext, all: AllFeatures) => ({
  name: 'search.words',
  formerly: 'house.words',
  cron: '47 2 * * *',
  work: async () => {
    const found = await db.as(tenantScope()).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(logger, found, (id) =>
      maintenance.write(tenantScope(id), async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`)
        await tx.execute(sql`with held as materialized (${heldWords(all)}),
          learnt as (insert into title_word (world_id, word) select world_id, word from held order by world_id, word on conflict do nothing returning tenant_id)
          delete from title_word known where not exists (select from held where held.world_id = known.world_id and held.word = known.word)`)
      }),
    )
  },
})

const latin = 'abcdefghijklmnopqrstuvwxyzßøæœłđðþı'

const greek = 'αβγδεζηθικλμνξοπρςστυφχψω'

const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюяєіјљњћђџґ'

const scripts = [latin, greek, cyrillic]

/** The letters that may replace one that was mistyped: those of its script. */
const lettersFor = (typed: string) =>
  scripts.find((letters) => Array.from(typed).some((letter) => letters.includes(letter))) ?? ''

/** What a word would be with one letter less, one more, another one, or two neighbours swapped. Itself is first. */
export const oneEdit = (typed: string) => {
  const letters = Array.from(typed)
  const others = Array.from(lettersFor(typed))
  const put = (from: number, to: number, between: string) =>
    letters.slice(0, from).join('') + between + letters.slice(to).join('')
  const around = letters.flatMap((letter, at) => [
    put(at, at + 1, ''),
    ...(at + 1 < letters.length ? [put(at, at + 2, letters[at + 1]! + letter)] : []),
    ...others.flatMap((other) => [put(at, at, other), put(at, at + 1, other)]),
  ])
  return [...new Set([typed, ...around, ...others.map((other) => typed + other)])]
}

/** How many letters are missing, too many, wrong or swapped with their neighbour. */
export const distance = (one: string, other: string) => {
  const [a, b] = [Array.from(one), Array.from(other)]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const wrong = last[at - 1]! + (a[row - 1] === b[at - 1] ? 0 : 1)
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      next.push(Math.min(wrong, last[at]! + 1, next[at - 1]! + 1, isSwapped ? beforeLast[at - 2]! + 1 : Infinity))
    }
    beforeLast = last
    last = next
  }
  return last[b.length]!
}
