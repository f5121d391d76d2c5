import { MAX_COUNTED } from '@tradewind/contract/kit/page'
import { or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Total } from '../database/database.ts'
import {
  fieldsOf,
  idsInOrder,
  listCondition,
  type ListSource,
  liveRows,
  normalizeText,
  orderOf,
  type RowFilter,
  searchContains,
  type Sorts,
} from '../database/list.ts'
import { anyOf } from '../database/scoped.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { allOf, totalOf } from '../database/total.ts'

/** The length from which on a word has trigrams, by which the index finds it. */
const MIN_INDEXED_LENGTH = 3
const isIndexed = (word: string) => word.length >= MIN_INDEXED_LENGTH

/**
 * The words of a search, as search texts contain them. Of short ones alone the index finds none: then the text is searched as a whole. `beginsWord`: short
 * ones of several are found at the beginning of a word, as “stand 10” is not stand 110.
 */
export const searchWordsOf = (text: string) => {
  const whole = normalizeText(text.trim())
  const words = [...new Set(whole.split(' '))]
  const searched = words.some(isIndexed) ? words : [whole]
  return searched.map((word) => ({ word, beginsWord: searched.length > 1 && !isIndexed(word) && /^[a-z\d]+$/.test(word) }))
}

type SearchedTable = Pick<SoftDeleteTable, 'searchText'>

const containsWord = (table: SearchedTable, { word, beginsWord }: ReturnType<typeof searchWordsOf>[number], line?: number) => {
  if (!beginsWord) return searchContains(table, word, line)
  const before = line ? `^${'[^\\n]*\\n'.repeat(line - 1)}([^\\n]*[^a-z0-9\\n])?` : '(^|[^a-z0-9])'
  return sql`${table.searchText} ~ ${before + word}`
}

/** At least one word of the text occurs in this line of the search text. */
export const searchContainsSomeWord = (table: SearchedTable, text: string, line: number) =>
  or(...searchWordsOf(text).map((word) => containsWord(table, word, line)))

/** Each word of the text occurs in the searched columns, or in these lines of them, whichever that is and in any order; short ones at the beginning of a word. */
export const searchContainsWords = (table: SearchedTable, text = '', lines?: readonly number[]): SQL | undefined =>
  allOf(
    ...searchWordsOf(text).map((word) =>
      lines ? or(...lines.map((line) => containsWord(table, word, line))) : containsWord(table, word),
    ),
  )

/** How well a title matches the searched text, best first. `OTHER`: only another text of the record contains it. */
const RANK = { EQUAL: 0, BEGINS: 1, WORD_BEGINS: 2, CONTAINS: 3, OTHER: 4 } as const

/** What precedes a word within a title. */
const BEFORE_WORDS = ` -–/\\&(.,+'"_:;@’`

/** The rank of a title that contains the needle at this position, counted from 1; 0: not at all. */
const rankOf = (title: SQL, at: SQL, needle: string) => sql`case when ${at} = 0 then ${RANK.OTHER}::int
  when ${title} = ${needle} then ${RANK.EQUAL}::int when ${at} = 1 then ${RANK.BEGINS}::int
  when strpos(${BEFORE_WORDS}, substr(${title}, ${at} - 1, 1)) > 0 or strpos(${title}, ${` ${needle}`}) > 0 then ${RANK.WORD_BEGINS}::int
  else ${RANK.CONTAINS}::int end`

/** The source of a search in one kind of record. */
export interface RankedSource<T extends SoftDeleteTable> extends ListSource<T> {
  /** The line of the search text that contains the title, counted from 1. */
  titleLine: number
  /** Indexed keys, folded, which begin as titles do, or as words of them. */
  titleKeys: readonly Sorts[string][]
  /** The title is that of another record, which is found by it as well: rows are ranked among themselves, but `best` does not count their titles. */
  isTitleCopied?: boolean
}

/** The first records that match the conditions, of so many, and the rank of the best. */
interface RankedHits<Row> extends Total {
  rows: Row[]
  best: number
}

/** What a search in one kind of record consists of. */
interface Search {
  source: RankedSource<SoftDeleteTable>
  order: ReturnType<typeof orderOf>
  /** The text as search texts contain it. */
  needle: string
  condition: SQL
  from: SQL
  size: number
}

/** Rows with their rank. The nested queries and `offset 0` make PostgreSQL read the title and find the needle once for each row: ranking 10,000 rows takes 2 ms. */
const rankedRows = ({ source: { table, titleLine }, order: { key }, needle, from }: Search, part: SQL) => {
  const title = sql`split_part(${table.searchText}, E'\\n', ${titleLine}::int)`
  return sql`select id, key, ${rankOf(sql`title`, sql`place`, needle)} as rank from (select id, key, title, strpos(title, ${needle}) as place
    from (select ${table.uniqueId} as id, ${key} as key, ${title} as title from ${from} where ${part}) found offset 0) placed`
}

/** The best of these candidates, as rows. `hits`: the number of all, and the CTEs for it. */
const bestRows = ({ source: { table }, order, size }: Search, candidates: SQL, hits?: { ctes: SQL; count: SQL }) => {
  const { way, last, by } = order
  const before = hits ? sql`${hits.ctes}, ` : sql``
  const count = hits ? sql`${hits.count} as "hits in all", ` : sql``
  return sql`with ${before}best as materialized (select * from (${candidates}) candidate order by rank, key ${way}${last}, id ${way} limit ${size})
    select ${fieldsOf(table).columns}, ${count}(select rank from best where best.id = ${table.uniqueId}) as rank
    from ${table} where ${table.uniqueId} = any(array(select id from best)) order by rank, ${by}`
}

/** The best hits, and their number: up to 10,000 are found by their index, ranked and sorted; of more, as many as that. */
const countedHits = (search: Search) => {
  const hit = rankedRows(search, sql`${search.condition} limit ${MAX_COUNTED + 1}`)
  const ctes = sql`hit as materialized (${hit})`
  return bestRows(search, sql`select * from hit`, { ctes, count: sql`(select count(*)::int from hit)` })
}

/** The best of more than 10,000 hits: of the given ones, those whose title begins with the needle, by the index of its key, and the first in order. */
const bestOfMany = (search: Search, ids: readonly unknown[]) => {
  const { source, order, needle, condition, from, size } = search
  const beginning = source.titleKeys.map(
    (title) =>
      sql`${title} >= ${needle} and ${title} < ${needle} || U&'\\+10FFFF' and ${condition} order by ${title} limit ${size}`,
  )
  const walk = idsInOrder(source.table, from, order, { window: sql`limit ${size}`, end: size }, condition)
  const named = [anyOf(ids as string[]), sql`any(array(${walk}))`].map((some) => sql`${source.table.uniqueId} = ${some}`)
  const candidates = [...beginning, ...named].map((part) => sql`(${rankedRows(search, part)})`)
  return bestRows(search, sql.join(candidates, sql` union `))
}

type Raw = Record<string, unknown> & { 'hits in all': number; rank: number }

interface Query {
  text: string
  size: number
  /** The order among equal ranks. */
  sort: string
}

/**
 * The first records of a partition's or tenant's table that match the conditions: those whose title is the searched text before those whose title
 * begins with it, has a word that does, contains it, or does not. The conditions must require that the records contain the text. Beyond 10,000 hits,
 * only the first two ranks are complete, where the titles have keys.
 */
export const rankedHits = async <T extends SoftDeleteTable>(
  db: Reader,
  source: RankedSource<T>,
  { text, size, sort }: Query,
  allowed: RowFilter,
  ...filters: (SQL | undefined)[]
): Promise<RankedHits<T['$inferSelect']>> => {
  const { table } = source
  const condition = listCondition(allowed, ...filters) ?? sql`true`
  const order = orderOf(source, sort)
  const search = { source, order, needle: normalizeText(text.trim()), condition, from: liveRows(table, db.scope), size }
  const counted = await db.execute<Raw>(countedHits(search))
  const hits = counted.rows[0]?.['hits in all'] ?? 0
  const ids = counted.rows.map(({ uniqueId }) => uniqueId)
  const { rows } = hits > MAX_COUNTED ? await db.execute<Raw>(bestOfMany(search, ids)) : counted
  const total = await totalOf(db, hits)
  return {
    rows: rows.map(fieldsOf(table).read),
    best: source.isTitleCopied ? RANK.OTHER : (rows[0]?.rank ?? RANK.OTHER),
    ...total,
  }
}
