import type { Language } from '@tradewind/contract/kit/language'
import type { AssessmentCategory } from '@tradewind/contract/site/assessment.constants'
import { MIN_COMPARED } from '@tradewind/contract/site/assessment.scores'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { liveRows } from '#kit/database/list'
import { anyOf, type Scope } from '#kit/database/scoped'
import type { Links } from '#platform/identity/links.queries'
import { type Assessment, type assessmentQuestions, selfAssessmentQuestions } from '#site/schema/assessment.table'
import { leads } from '#site/schema/lead.table'

type Averages = { category: AssessmentCategory; average: number }[]

/** The number of newest assessments in the comparison; it limits the cost of the query. */
const MAX_COMPARED = 1000

/**
 * The averages of the newest other assessments until yesterday, one per address with its newest answers. An index returns the leads in order;
 * categories with fewer than twenty are left out. Rounded to 0.1 and as of yesterday, so that no single answer among twenty can be derived:
 * answers that somebody adds change nothing before the next day.
 */
const meansOf = async (db: Reader, scope: Scope, condition: SQL): Promise<Averages | null> => {
  const { rows } = await db.execute<Averages[number] & Record<string, unknown>>(sql`
    with newest as materialized (
      select ${leads.uniqueId} as lead_id, ${leads.emailKey} as email_key from ${liveRows(leads, scope)}
      where ${leads.source} = 'ASSESSMENT' and ${leads.dateCreated} < date_trunc('day', now(), 'UTC') and ${condition}
      order by ${leads.dateCreated} desc, ${leads.uniqueId} desc limit ${sql.raw(String(MAX_COMPARED))}
    ), theirs as materialized (
      select id, lead_id, created_at, averages from assessment
      where lead_id = any(array(select lead_id from newest)) and deleted_at is null
    ), each_one as (
      select distinct on (newest.email_key) theirs.averages
      from newest join theirs using (lead_id) order by newest.email_key, theirs.created_at desc, theirs.id desc
    )
    select part->>'category' as category, round(avg((part->>'average')::numeric), 1)::float8 as average
    from each_one, jsonb_array_elements(averages) as part
    group by 1 having count(*) >= ${sql.raw(String(MIN_COMPARED))}`)
  return rows.length > 0 ? rows.map(({ category, average }) => ({ category, average })) : null
}

/**
 * The averages of others, of all and of the same country. The user's own address is excluded only if it is proven: otherwise anybody could type
 * somebody else's address and derive their answers from the difference.
 */
export const comparisonOf = async (db: Reader, scope: Scope, { leadId }: Assessment, isAddressProven: boolean) => {
  const [lead] = await db.select({ email: leads.emailKey, country: leads.country }).from(leads).where(eq(leads.uniqueId, leadId))
  if (!lead) return { all: null, country: null }
  const others = isAddressProven ? sql`${leads.emailKey} <> ${lead.email}` : sql`true`
  const [all, country] = await Promise.all([
    meansOf(db, scope, others),
    lead.country ? meansOf(db, scope, sql`${others} and ${leads.country} = ${lead.country}`) : null,
  ])
  return { all, country }
}

/**
 * The previous assessment of the same address, by the id of the later assessment. Keys, which are indexed, have no accents: different
 * addresses may have the same key. Each table is scanned once for all of them: PostgreSQL has no statistics of a table that was just
 * filled, and would scan it for each one.
 */
const findPreviousResults = async (db: Pick<Reader, 'execute'>, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, never>()
  const { rows } = await db.execute<{ id: string; dateCreated: string; averages: Averages }>(sql`
    with asked as materialized (
      select id, lead_id, created_at from assessment where id = ${anyOf(ids)}
    ), who as materialized (
      select id, email_key, lower(email) as email from lead where id = any(array(select lead_id from asked))
    ), same as materialized (
      select id, email_key, lower(email) as email from lead
      where email_key = any(array(select email_key from who)) and deleted_at is null
    ), theirs as materialized (
      select id, lead_id, created_at, averages from assessment
      where lead_id = any(array(select id from same)) and deleted_at is null
    )
    select distinct on (asked.id) asked.id, theirs.created_at as "dateCreated", theirs.averages
    from asked
    join who on who.id = asked.lead_id
    join same using (email_key, email)
    join theirs on theirs.lead_id = same.id and (theirs.created_at, theirs.id) < (asked.created_at, asked.id)
    order by asked.id, theirs.created_at desc, theirs.id desc`)
  return new Map(
    rows.map(({ id, dateCreated, averages }) => [id, { dateCreated: new Date(dateCreated).toISOString(), averages }]),
  )
}

interface Scored {
  category: AssessmentCategory
  score: number
}

/** The average of each category, in the order of the questions, at full precision. */
export const averagesOf = (answers: readonly Scored[]) =>
  [...new Set(answers.map(({ category }) => category))].map((category) => {
    const scores = answers.filter((one) => one.category === category).map(({ score }) => score)
    return { category, average: scores.reduce((sum, score) => sum + score, 0) / scores.length }
  })

type Question = typeof assessmentQuestions.$inferSelect

/** A question in a language; the original text if it has no translation or no language is requested. */
const translate = ({ uniqueId, category, question, translations }: Question, language?: Language) => {
  const words = language && language !== 'en' ? translations[language] : undefined
  return { uniqueId, category, question, ...words }
}

/** The current questions of the self-assessment, in the order of categories and questions. */
export const currentQuestions = async (db: Reader | Tx, language?: Language) =>
  (await selfAssessmentQuestions.active(db)).map((one) => translate(one, language))
export type CurrentQuestions = Awaited<ReturnType<typeof currentQuestions>>

/** Marks questions as answered, in the transaction of the answers: from then on their text cannot change. */
export const { noteAnswered } = selfAssessmentQuestions

/** Assessments with the text of their questions, retired or not, and with the previous answers of the same address. */
export const withQuestions = async (db: Reader, all: readonly Assessment[], language?: Language) => {
  const ids = new Set(all.flatMap(({ answers }) => answers.map(({ questionId }) => questionId)))
  const [found, before] = await Promise.all([
    selfAssessmentQuestions.byIds(db, [...ids]),
    findPreviousResults(
      db,
      all.map(({ uniqueId }) => uniqueId),
    ),
  ])
  const questionsById = new Map(found.map((one) => [one.uniqueId, translate(one, language)]))
  return all.map(({ uniqueId, leadId, dateCreated, averages, answers }) => ({
    uniqueId,
    leadId,
    dateCreated,
    averages,
    before: before.get(uniqueId) ?? null,
    answers: answers.flatMap(({ questionId, score }) => {
      const words = questionsById.get(questionId)
      return words ? [{ questionId, category: words.category, question: words.question, score }] : []
    }),
  }))
}

const FIVE_YEARS = 5 * 365 * 24 * 60

/**
 * Creates the mailed link to the result of an assessment. It is valid for five years, and has the id of the assessment, so that the letter can contain the
 * token, which no table stores.
 */
export const createMailedLink = ({ makeOpen }: Links, tx: Tx, tenantId: string, assessmentId: string) =>
  makeOpen(tx, tenantId, { uniqueId: assessmentId, subject: assessmentId, minutes: FIVE_YEARS })

const DAY_MINUTES = 24 * 60

/**
 * Creates a link, valid for a day, for the user who has just answered. The address is not proven: the link shows only these answers, never the
 * previous answers of the address.
 */
export const createTemporaryLink = ({ makeOpen }: Links, tx: Tx, tenantId: string, assessmentId: string) =>
  makeOpen(tx, tenantId, { subject: assessmentId, minutes: DAY_MINUTES })

/** Whether the link was mailed: its holder may read what was sent to the address. */
export const isMailedLink = ({ uniqueId, subject }: { uniqueId: string; subject: string }) => uniqueId === subject
