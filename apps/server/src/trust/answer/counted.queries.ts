import { and, between, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { reviewAnswers } from '../schema/review.table.ts'

/** Days, both included. */
export interface Period {
  from: string
  to: string
}

/** A period, and what it is compared with. */
export interface Compared {
  period: Period
  before: Period
}

/** The answers that count today, and were given in these days. A customer who has answered again is counted where that answer is. */
const countedIn = (ownerId: string, { from, to }: Period) =>
  and(
    eq(reviewAnswers.ownerId, ownerId),
    between(reviewAnswers.day, from, to),
    isNull(reviewAnswers.deletedAt),
    isNull(reviewAnswers.supersededBy),
  )

const countedInBoth = (ownerId: string, { period, before }: Compared) => countedIn(ownerId, { from: before.from, to: period.to })
const isNow = ({ period }: Compared) => sql<boolean>`${reviewAnswers.day} >= ${period.from}::date`

interface Count {
  isNow: boolean
  /** Rounded to whole ones. */
  stars: number
  /** ISO code; null where it is not known. */
  country: string | null
  answers: number
  scoreSum: number
}

/** The answers of both periods, counted by stars and country. */
export const countAnswers = async (db: Reader, ownerId: string, compared: Compared) => {
  const { rows } = await db.execute<Count & Record<string, unknown>>(sql`
    select ${isNow(compared)} as "isNow", greatest(1, round(${reviewAnswers.score}))::int as stars, ${reviewAnswers.country} as country,
      count(*)::int as answers, sum(${reviewAnswers.score}::float8) as "scoreSum"
    from ${reviewAnswers} where ${countedInBoth(ownerId, compared)} group by 1, 2, 3`)
  return rows
}

interface OfQuestion {
  questionId: string
  isNow: boolean
  answers: number
  mean: number
}

/** The mean of each question in both periods: of those of the type, or of the owner's own. */
export const meansByQuestion = async (db: Reader, ownerId: string, compared: Compared, of: 'ratings' | 'ownRatings') => {
  const { rows } = await db.execute<OfQuestion & Record<string, unknown>>(sql`
    select rating.key as "questionId", ${isNow(compared)} as "isNow",
      count(*)::int as answers, sum(rating.value::int)::float8 / 2 / count(*) as mean
    from ${reviewAnswers} cross join jsonb_each(${reviewAnswers[of]}) rating
    where ${countedInBoth(ownerId, compared)} group by 1, 2`)
  return rows
}

/** Remarks that are looked through for words: the latest. */
const REMARKS = 2_000
const WORDS = 24

/** Their dictionaries know which words say nothing of their own in the five languages. */
const dictionaries = sql.raw(
  `array['english_stem', 'spanish_stem', 'french_stem', 'german_stem', 'italian_stem']::regdictionary[]`,
)

interface Word {
  word: string
  /** Remarks that it is in. */
  remarks: number
  /** Of the answers that it is in. */
  score: number
}

/** The words that come back in the remarks of a period. Words that any of the languages leaves out of its index are left out. */
export const countWords = async (db: Reader, ownerId: string, period: Period) => {
  const { rows } = await db.execute<Word & Record<string, unknown>>(sql`
    with said as (
      select ${reviewAnswers.remark} as remark, ${reviewAnswers.score} as score from ${reviewAnswers}
      where ${and(countedIn(ownerId, period), isNotNull(reviewAnswers.remark))}
      order by ${reviewAnswers.day} desc, ${reviewAnswers.uniqueId} desc limit ${REMARKS}
    ), found as (
      select lexeme as word, count(*)::int as remarks, avg(score::float8) as score
      from said cross join unnest(to_tsvector('simple', remark)) group by lexeme having count(*) > 1
    )
    select * from found where length(word) > 2 and word !~ '[-0-9@/._]'
      and not exists (select from unnest(${dictionaries}) dictionary where ts_lexize(dictionary, word) = '{}')
    order by remarks desc, word limit ${WORDS}`)
  return rows
}
