import { can } from '@tradewind/contract/kit/policy'
import { type HitGroup, searchApi } from '@tradewind/contract/operations/search.contract'
import { getTableName, sql } from 'drizzle-orm'
import { findInDrive } from '#drive/drive.queries'
import { type Reader, tenantScope } from '#kit/database/database'
import { normalizeText } from '#kit/database/list'
import { disableStatementTimeout } from '#kit/database/transaction'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { forEachTenant } from '#kit/jobs'
import { type Entity, filtersOf, rowFilter } from '#kit/record/entity'
import { rankedHits, searchWordsOf } from '#kit/record/ranked'
import { isWord, selectWords } from '#kit/record/titleWords'
import { tenants } from '#platform/schema/tenant.table'
import type { AppContext } from '../appContext.ts'
import { titleWords } from './schema/titleWord.table.ts'

/** From this length on, a word may have two wrong letters. */
const LONG_WORD = 8
/** The length of the prefix of a long word, in which one letter may be wrong. */
const PREFIX_LENGTH = 5
/** The maximum number of candidate words for one prefix. */
const MAX_SIMILAR = 500
/** With more words than these, no corrections are searched. */
const MAX_WORDS = 5
/** The maximum number of similar words for each typed word, and of corrections for all of them. */
const MAX_CANDIDATES = 9
const MAX_CORRECTIONS = 9

interface Candidate {
  word: string
  far: number
}

const inScope = ({ scope: { tenantId, partitionId } }: Reader) =>
  sql`${titleWords.tenantId} = ${tenantId} and ${titleWords.partitionId} = ${partitionId}`

/** Finds words by equality and by prefix: row-level security lets an index find these, but not trigrams. */
const knownWords = async (db: Reader, typed: string) => {
  const words = titleWords.word
  const equal = sql`select ${words} as word from ${titleWords} where ${inScope(db)} and ${words} = any(${sql.param(wordsWithOneEdit(typed))}::text[])`
  if (typed.length < LONG_WORD) return (await db.execute<{ word: string }>(equal)).rows
  const beginnings = wordsWithOneEdit(typed.slice(0, PREFIX_LENGTH))
  const similar = sql`select begun.word from unnest(${sql.param(beginnings)}::text[]) as given (beginning) cross join lateral (
    select ${words} as word from ${titleWords} where ${inScope(db)} and ${words} >= beginning collate "C" and ${words} < beginning || U&'\\+10FFFF' collate "C"
      and length(${words}) between ${typed.length - 2} and ${typed.length + 2} limit ${MAX_SIMILAR}) as begun`
  return (await db.execute<{ word: string }>(sql`${equal} union ${similar}`)).rows
}

/** Candidates for a typed word, nearest first; including itself, so that the result does not reveal whether others have the word. */
const candidatesFor = async (db: Reader, typed: string): Promise<Candidate[]> => {
  const itself = { word: typed, far: 0 }
  if (!isWord(typed)) return [itself]
  const most = typed.length < LONG_WORD ? 1 : 2
  const candidates = (await knownWords(db, typed)).map(({ word }) => ({ word, far: editDistance(typed, word) }))
  const prefixRank = ({ word }: Candidate) => (word[0] === typed[0] ? 0 : 1)
  const sorted = candidates
    .filter(({ far }) => far > 0 && far <= most)
    .toSorted((one, other) => one.far - other.far || prefixRank(one) - prefixRank(other) || (one.word < other.word ? -1 : 1))
  return [itself, ...sorted.slice(0, MAX_CANDIDATES)]
}

const nearest = (corrections: Candidate[]) =>
  corrections.toSorted((one, other) => one.far - other.far).slice(0, MAX_CORRECTIONS + 1)

/** Corrections of a query by the words in the titles of the partition, nearest first. */
const correctionsOf = async (db: Reader, q: string) => {
  const typed = normalizeText(q.trim()).split(' ')
  if (typed.length > MAX_WORDS) return []
  const [first = [], ...rest] = await Promise.all(typed.map((word) => candidatesFor(db, word)))
  const corrections = rest.reduce(
    (phrases, candidates) =>
      nearest(phrases.flatMap((one) => candidates.map(({ word, far }) => ({ word: `${one.word} ${word}`, far: one.far + far })))),
    first,
  )
  return nearest(corrections).flatMap(({ word, far }) => (far > 0 ? [word] : []))
}

/** All words in the titles of a tenant, by partition. */
const wordsOfTitles = (all: AllFeatures) => {
  const titled = all().flatMap(({ entities = [] }) => entities.filter(({ titleLine }) => titleLine))
  const titles = titled.map(
    ({ table, titleLine }) =>
      sql`select world_id, split_part(search_text, E'\\n', ${titleLine}::int) as title from ${sql.identifier(getTableName(table))} where deleted_at is null`,
  )
  return selectWords(sql`(${sql.join(titles, sql` union all `)}) as titled`, sql`world_id`)
}

type SweepContext = Pick<AppContext, 'db' | 'maintenance' | 'logger'>

/** Nightly, tenant by tenant: deletes the words that no longer occur in a title, and adds missing ones. Reads all titles. */
const sweepWords = ({ db, maintenance, logger }: SweepContext, all: AllFeatures) => ({
  name: 'search.words',
  formerName: 'house.words',
  cron: '47 2 * * *',
  work: async () => {
    const found = await db.as(tenantScope()).select({ id: tenants.uniqueId }).from(tenants)
    await forEachTenant(logger, found, (id) =>
      maintenance.write(tenantScope(id), async (tx) => {
        await disableStatementTimeout(tx)
        await tx.execute(sql`with held as materialized (${wordsOfTitles(all)}),
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

/** The letters that may replace a mistyped one: those of its script. */
const lettersFor = (typed: string) =>
  scripts.find((letters) => Array.from(typed).some((letter) => letters.includes(letter))) ?? ''

/** All variants of a word with one letter removed, added, replaced, or swapped with its neighbour. The word itself is first. */
export const wordsWithOneEdit = (typed: string) => {
  const letters = Array.from(typed)
  const others = Array.from(lettersFor(typed))
  const splice = (from: number, to: number, between: string) =>
    letters.slice(0, from).join('') + between + letters.slice(to).join('')
  const around = letters.flatMap((letter, at) => [
    splice(at, at + 1, ''),
    ...(at + 1 < letters.length ? [splice(at, at + 2, letters[at + 1]! + letter)] : []),
    ...others.flatMap((other) => [splice(at, at, other), splice(at, at + 1, other)]),
  ])
  return [...new Set([typed, ...around, ...others.map((other) => typed + other)])]
}

/** The edit distance of two words, with swapped neighbours counted as one edit. */
export const editDistance = (one: string, other: string) => {
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

const MAX_SHOWN = 5

/** The number of characters of an excerpt, and of a text that are searched. */
const EXCERPT_LENGTH = 100
const MAX_SEARCHED = 10_000

/** Where a text contains a needle; -1: not at all. */
const placeOf = (text: string, needle: string, beginsWord: boolean) => {
  let place = text.indexOf(needle)
  if (beginsWord) while (place > 0 && /[a-z\d]/.test(text[place - 1]!)) place = text.indexOf(needle, place + 1)
  return place
}

/** Where a text contains the words together, else the first one of them that it contains, as the search compares them: without case and accents. 0 if none. */
const positionIn = (text: string, q: string) => {
  const letters = Array.from(text.slice(0, MAX_SEARCHED))
  const folded = letters.map(normalizeText)
  const whole = folded.join('')
  const words = searchWordsOf(q)
  const together = placeOf(whole, normalizeText(q.trim()), words[0]!.beginsWord)
  const places = [together, ...words.map(({ word, beginsWord }) => placeOf(whole, word, beginsWord))]
  const found = places.find((place) => place >= 0) ?? -1
  let length = 0
  const at = found < 0 ? 0 : folded.findIndex((part) => (length += part.length) > found)
  return letters.slice(0, at).join('').length
}

/** An excerpt of the text around the match, from the beginning of a word. */
const excerptOf = (text: string, q: string) => {
  const at = positionIn(text, q)
  const near = Math.max(0, at - EXCERPT_LENGTH / 2)
  const gap = near > 0 ? text.slice(near - 1, at).search(/\s/) : -1
  const from = near + Math.max(0, gap)
  return `${from > 0 ? '…' : ''}${text.slice(from, from + EXCERPT_LENGTH)}${text.length > from + EXCERPT_LENGTH ? '…' : ''}`
}

/** The hits of one kind, and how well the best of them matches. */
interface RankedGroup extends HitGroup {
  best: number
}
type Finder = (q: string, context: ReadContext) => Promise<RankedGroup[]>

/** Where the titles of an entity are found. */
const titlesOf = ({ title, titleLine, fields, sorts, search, copies = [] }: Entity) => ({
  titleLine: titleLine ?? fields[title]?.searchLine ?? 1,
  titleKeys: (search?.titleSorts ?? [title]).flatMap((name) => sorts[name] ?? []),
  isTitleCopied: copies.some((copy) => title in copy.fields),
})

/** The finder of one entity, with the row filter of its list. Finds nothing if the actor has no access to the list. */
const finderOf = (of: Entity): Finder[] => {
  if (!of.search) return []
  const { search } = of
  const find: Finder = async (q, context) => {
    const { actor } = context
    if (!can(actor, of.policy.see)) return []
    const allowed = rowFilter(of, of.policy.see, actor)
    const conditions = filtersOf({ ...of, furtherText: undefined }, { ...(search.filters?.(actor, { q }) ?? { q }) })
    const query = { text: q, size: MAX_SHOWN, sort: search.sort }
    const found = await rankedHits(context.db, { ...of, ...titlesOf(of) }, query, allowed, ...conditions)
    if (found.total === 0) return []
    const hits = found.rows.map((row) => ({
      uniqueId: row.uniqueId as string,
      title: String(row[of.title as keyof typeof row]),
      detail: search.isText ? excerptOf(search.detail(row), q) : search.detail(row),
    }))
    return [{ kind: of.name, total: found.total, totalEstimated: found.estimated, hits, best: found.best }]
  }
  return [find]
}

/** The finders of each feature, in display order: the features' own, files last. */
const findersOf = (features: readonly Feature[]) => [
  ...features.map(({ tenantSwitch, entities = [] }) => ({ tenantSwitch, finders: entities.flatMap(finderOf) })),
  { tenantSwitch: 'DRIVE_ENABLED' as const, finders: [findInDrive(MAX_SHOWN)] },
]

/** The number of searches that run in parallel. */
const PARALLEL_SEARCHES = 3

/**
 * Searches for corrections of the query. A correction is an ordinary search with the rights of the actor: only one with results is named,
 * so that no word of other records is revealed.
 */
const findCorrected = async (q: string, db: Reader, find: (query: string) => Promise<HitGroup[]>): Promise<HitGroup[]> => {
  const meant = await correctionsOf(db, q)
  for (let at = 0; at < meant.length; at += PARALLEL_SEARCHES) {
    const tried = meant.slice(at, at + PARALLEL_SEARCHES)
    const found = await Promise.all(tried.map(find))
    const best = found.findIndex((groups) => groups.length > 0)
    if (best >= 0) return found[best]!.map((group) => ({ ...group, correctedTo: tried[best] }))
  }
  return []
}

/** The kinds by their best hits, otherwise in display order. */
const bestFirst = (groups: readonly RankedGroup[]): HitGroup[] => groups.toSorted((one, other) => one.best - other.best)

/** Searches the records of all entities that define a search. Skips what the tenant has switched off. */
const searchRoutes = ({ settings }: Pick<AppContext, 'settings'>, features: readonly Feature[]) => {
  const all = findersOf(features)
  return routes(searchApi, {
    search: async ({ q }, context) => {
      const settingValues = await settings.of(context.scope.tenantId)
      const finders = all.filter(({ tenantSwitch }) => !tenantSwitch || settingValues[tenantSwitch]).flatMap((one) => one.finders)
      const find = async (query: string) => bestFirst((await Promise.all(finders.map((one) => one(query, context)))).flat())
      const exact = await find(q)
      const rows = exact.length > 0 ? exact : await findCorrected(q, context.db, find)
      return { rows, total: rows.length, estimated: false }
    },
  })
}

/** The search over the records of all features. */
export const searchFeature = (context: AppContext, all: AllFeatures): Feature => ({
  routes: () => [searchRoutes(context, all())],
  schedules: [sweepWords(context, all)],
})
