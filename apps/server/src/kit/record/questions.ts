import type { Fault } from '@tradewind/contract/kit/massUpload'
import { say, type Sentence, told } from '@tradewind/contract/kit/say'
import type { Sheet, SheetRow } from '@tradewind/workbook/sheet'
import { and, asc, eq, getTableName, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Reader, Tx } from '../database/database.ts'
import { insertMany, updateMany } from '../database/insert.ts'
import { type SoftDeleteTable, statementTime } from '../database/table.ts'
import { conflict, invalid } from '../errors.ts'
import type { WriteContext } from '../http/context.ts'
import { notifyNodes } from '../notifyNodes.ts'
import { changesOf } from './audit.ts'
import { bulkSheet, type BulkSheetIn } from './bulkSheet.ts'
import { crud, findRecord, withRelations } from './crud.ts'
import type { Entity, Fields, Row } from './entity.ts'

type Standing = Pick<Question, 'uniqueId' | 'retiredAt'> & Record<string, unknown>

const ANSWERED = say('This question has answers and can no longer be changed. Retire it and add a new one.')

/** Refuses other words for a question that was answered; how they are translated may be corrected. */
const keepsItsWords = ({ words }: Questions, before: Question, change: Record<string, unknown>) => {
  const changed = Object.keys(changesOf(before, Object.fromEntries(words.map((field) => [field, change[field]]))))
  if (before.answeredAt && changed.length > 0) throw invalid(Object.fromEntries(changed.map((field) => [field, ANSWERED])))
}

/** How many are asked of a group, or of all, but for one. */
const countAsked = (tx: Tx, of: Questions, group?: unknown, butId?: string) => {
  const isOfGroup = group === undefined ? undefined : eq(groupColumn(of), group)
  const isOther = butId ? ne(of.table.uniqueId, butId) : undefined
  return tx.$count(of.table, and(isOfGroup, isOther, isAsked(of)))
}

/** Refuses to leave whoever is asked without a question. */
const oneStays = async (tx: Tx, of: Questions, before: Standing, after?: Standing) => {
  const isEach = of.oneOf === 'each'
  const staysThere = !isEach || after?.[of.group] === before[of.group]
  const isLeft = before.retiredAt !== null || (after?.retiredAt === null && staysThere)
  if (isLeft || (await countAsked(tx, of, isEach ? before[of.group] : undefined, before.uniqueId)) > 0) return
  throw conflict(of.last)
}

/** The place of a question among those of its group: the one that is wished, or behind all others. */
const placeIn = async (tx: Tx, of: Questions, group: unknown, wished: number, uniqueId?: string) =>
  Math.min(wished, (await countAsked(tx, of, group, uniqueId)) + 1)

/** The place of a question that is changed: it stays where it stood, unless it comes from elsewhere or wishes for another. */
const placeAfter = async (tx: Tx, of: Questions, before: Question, after: Standing, wished: number | undefined) => {
  if (after.retiredAt !== null) {
    if (wished === undefined || wished === before.position) return before.position
    throw invalid({ position: say('A retired question has no place in the order. Bring it back first.') })
  }
  const isThere = before.retiredAt === null && before[of.group] === after[of.group]
  return placeIn(tx, of, after[of.group], wished ?? (isThere ? before.position : LAST), before.uniqueId)
}

type Placed = {
  uniqueId: string
  position: number
}

/** The order of questions of one group when these have moved to their places: the others keep theirs among themselves. */
const orderOf = (all: readonly Placed[], moved: readonly Placed[]) => {
  const ids = new Set(moved.map(({ uniqueId }) => uniqueId))
  const order = all.filter(({ uniqueId }) => !ids.has(uniqueId))
  const coming = all.filter(({ uniqueId }) => ids.has(uniqueId))
  for (const one of coming) order.splice(one.position - 1, 0, one)
  return order
}

/** What does not be at its place in this order, with the place where it belongs. */
const shifted = (order: readonly Placed[]): Placed[] =>
  order
    .map(({ uniqueId, position: before }, at) => ({ uniqueId, before, position: at + 1 }))
    .filter(({ before, position }) => before !== position)
    .map(({ uniqueId, position }) => ({ uniqueId, position }))

type QuestionTable = SoftDeleteTable & Record<'question' | 'position' | 'answeredAt' | 'retiredAt', AnyPgColumn>

/** Questions of a tenant, in groups, each at its place from 1. What was answered once keeps its words, and is retired, not deleted. */
interface Questions<T extends QuestionTable = QuestionTable> {
  table: T
  /** The field that names a question's group, and the groups in their order. */
  group: string
  groups: readonly string[]
  /** The fields that stay as they are once it is answered. */
  words: readonly string[]
  /** How many a group asks, and what is said of more. */
  most: number
  tooMany: Sentence
  /** Of what at least one is asked: of each group, or of all together. What is said of the last one. */
  oneOf: 'each' | 'all'
  last: Sentence
  /** The news of a change, for the pages that show questions. */
  topic: string
}

/** What of a question says whether it is asked, and where. */
interface Question extends Record<string, unknown> {
  uniqueId: string
  position: number
  answeredAt: string | null
  retiredAt: string | null
}

/** The place behind all others. */
const LAST = 1_000_000

const groupColumn = ({ table, group }: Questions) => (table as unknown as Record<string, AnyPgColumn>)[group]!

/** What is asked now. */
const isAsked = ({ table }: Questions) => and(isNull(table.deletedAt), isNull(table.retiredAt))

/** Until the transaction ends nobody else adds, moves, retires or deletes questions of this tenant, or answers one for the first time. */
const holdQuestions = async (tx: Tx, { table }: Questions) => {
  const name = `questions:${getTableName(table)}:`
  const lock = sql`pg_advisory_xact_lock(hashtextextended(${name} || current_setting('app.tenant_id'), 3))`
  const { rows } = await tx.execute<{ tenantId: string }>(sql`select current_setting('app.tenant_id') as "tenantId", ${lock}`)
  return rows[0]!
}

const inOrder = ({ table }: Questions) => [asc(table.position), asc(table.uniqueId)]

/**
 * Puts the questions of each group at 1, 2, 3 and so on: those that were written just now where they say, the others around
 * them. Pages that show questions are old.
 */
const arranger = (of: Questions) => async (tx: Tx, written: readonly object[]) => {
  if (written.length === 0) return
  const { tenantId } = await holdQuestions(tx, of)
  const { uniqueId, position } = of.table
  const group = groupColumn(of)
  const asked = (await tx
    .select({ uniqueId, position, group })
    .from(of.table)
    .where(isAsked(of))
    .orderBy(...inOrder(of))) as { uniqueId: string; position: number; group: string }[]
  const orders = of.groups.map((name) =>
    orderOf(
      asked.filter((one) => one.group === name),
      written as readonly Question[],
    ),
  )
  if (orders.some(({ length }) => length > of.most)) throw conflict(of.tooMany)
  await updateMany(tx, of.table, ['position'], orders.flatMap(shifted))
  await notifyNodes(tx, { topic: of.topic, tenantId })
}

/** What is asked now, of this group or of each, in the order of the groups and of their questions. */
const askedOf = async <T extends QuestionTable>(db: Reader | Tx, of: Questions<T>, group?: string) => {
  const table: QuestionTable = of.table
  const found = await db
    .select()
    .from(table)
    .where(and(group === undefined ? undefined : eq(groupColumn(of), group), isAsked(of)))
    .orderBy(asc(groupColumn(of)), ...inOrder(of))
  return found as T['$inferSelect'][]
}

/** The questions with these ids, retired ones too, after the others: what was asked once keeps its words. */
const questionsOf = async <T extends QuestionTable>(db: Reader | Tx, of: Questions<T>, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const table: QuestionTable = of.table
  const found = await db
    .select()
    .from(table)
    .where(inArray(table.uniqueId, [...ids]))
    .orderBy(sql`${table.retiredAt} is not null`, ...inOrder(of))
  return found as T['$inferSelect'][]
}

/** Notes, in the transaction of an answer, that these were answered: from then on their words stand. */
const noteAnsweredOf = async (tx: Tx, of: Questions, ids: readonly string[]) => {
  const first = and(inArray(of.table.uniqueId, [...ids]), isNull(of.table.answeredAt))
  if ((await tx.$count(of.table, first)) === 0) return
  await holdQuestions(tx, of)
  await tx.update(of.table).set({ answeredAt: statementTime }).where(first)
}

/** Gives the tenant of this transaction the questions that every tenant begins with, once: it never has none again. */
const addFirst = async (tx: Tx, of: Questions, rows: readonly Record<string, unknown>[]) => {
  await holdQuestions(tx, of)
  if ((await tx.$count(of.table)) === 0) await insertMany(tx, of.table, rows)
}

/** A set of questions with what can be done with it: what is asked now, questions by their ids, and its upkeep by whoever writes. */
export const questionSet = <T extends QuestionTable>(of: Questions<T>) => ({
  ...of,
  asked: (db: Reader | Tx, group?: string) => askedOf(db, of, group),
  byIds: (db: Reader | Tx, ids: readonly string[]) => questionsOf(db, of, ids),
  arrange: arranger(of),
  noteAnswered: (tx: Tx, ids: readonly string[]) => noteAnsweredOf(tx, of, ids),
  addFirst: (tx: Tx, rows: readonly Record<string, unknown>[]) => addFirst(tx, of, rows),
})

/** What a form fills of a question, beside its words. */
interface Given {
  retired?: boolean | undefined
  position?: number | undefined
}
type Change = Given & { uniqueId: string; updatedAt?: string | undefined }
type Words = Record<string, unknown>

const now = () => new Date().toISOString()

const shown = <Asked>(row: Asked) => {
  const { answeredAt, retiredAt } = row as Question
  return { ...row, answered: answeredAt !== null, retired: retiredAt !== null }
}

/** A question as it stands, while nobody else can change one. */
const hold = async <T extends QuestionTable>(of: Questions<T>, kind: Entity<T>, uniqueId: string, context: WriteContext) => {
  await holdQuestions(context.tx, of)
  return (await findRecord(kind, kind.policy.see, uniqueId, context)) as Question
}

/** What a change makes of a question: its words, its place, and whether it is asked. */
const changed = async (of: Questions, before: Question, { retired, position, ...change }: Change, { tx }: WriteContext) => {
  const words: Words = change
  keepsItsWords(of, before, words)
  const retiredAt = (retired ?? before.retiredAt !== null) ? (before.retiredAt ?? now()) : null
  const after = { uniqueId: before.uniqueId, [of.group]: words[of.group] ?? before[of.group], retiredAt }
  await oneStays(tx, of, before, after)
  return { ...change, position: await placeAfter(tx, of, before, after, position), retiredAt }
}

/** The five handlers of questions that are in places, keep their words once they are answered, and are retired then. */
export const questionHandlers = <T extends QuestionTable>(of: Questions<T>, kind: Entity<T>) => {
  const base = crud(kind)
  const { list, get, create, update } = withRelations(kind, async (rows) => rows.map((row: Row<T>) => shown(row)))
  return {
    list,
    get,

    create: async ({ retired = false, position = LAST, ...words }: Given, context: WriteContext) => {
      await holdQuestions(context.tx, of)
      const place = await placeIn(context.tx, of, (words as Words)[of.group], position)
      const fields = { ...words, position: place, retiredAt: retired ? now() : null }
      return create(fields as unknown as Fields<T>, context)
    },

    update: async (change: Change, context: WriteContext) => {
      const before = await hold(of, kind, change.uniqueId, context)
      return update((await changed(of, before, change, context)) as never, context)
    },

    /** What was answered once is retired; anything else goes to the trash. */
    remove: async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
      const question = await hold(of, kind, uniqueId, context)
      await oneStays(context.tx, of, question)
      const retired = question.answeredAt !== null
      if (!retired) await base.remove({ uniqueId }, context)
      else await base.update({ uniqueId, retiredAt: question.retiredAt ?? now() } as never, context)
      return { uniqueId, retired }
    },
  }
}

/** A place as a cell holds it: an empty one is behind all others. */
const placeInCell = (position: z.ZodType<number | undefined>) =>
  z.preprocess((cell) => (cell === null || cell === '' ? undefined : Number(cell)), position.default(LAST))

interface Arriving<T extends QuestionTable> {
  of: Questions<T>
  kind: Entity<T>
  sheet: Sheet
  /** What the cells of a row are checked by, field by field. */
  fields: { position: z.ZodType<number | undefined> } & { readonly [Field in keyof Fields<T>]?: z.ZodType }
}

const room = async ({ tx }: WriteContext, of: Questions, group: string) => {
  await holdQuestions(tx, of)
  return { left: of.most - (await countAsked(tx, of, group)), problem: of.tooMany }
}

const same = (words: string) => words.trim().toLowerCase()
const wordsOf = ({ fields }: SheetRow) => String((fields as Record<string, unknown>)['question'])

/** The questions of a group that live, asked or retired, without regard to case. */
const knownIn = async (of: Questions, group: string, { tx }: WriteContext) => {
  const living = and(eq(groupColumn(of), group), isNull(of.table.deletedAt))
  const found = await tx.select({ question: of.table.question }).from(of.table).where(living)
  return new Set(found.map(({ question }) => same(question as string)))
}

/** The sheet by which a tenant gets questions of its own, beside those that it began with: those that its group does not have yet. */
export const questionSheet = <T extends QuestionTable>({ of, kind, sheet, fields }: Arriving<T>): BulkSheetIn => {
  const input = z.object({ ...fields, position: placeInCell(fields.position) }) as unknown as z.ZodType<Partial<Fields<T>>>
  const newOnes = async (rows: readonly SheetRow[], group: string, context: WriteContext) => {
    const known = await knownIn(of, group, context)
    const fresh: SheetRow[] = []
    const faults: Fault[] = []
    for (const one of rows) {
      const words = wordsOf(one)
      const value = words.slice(0, 200)
      if (known.has(same(words)))
        faults.push({ row: one.row, column: 'Question', value, ...told(say('There is already “{name}”', { name: value })) })
      else fresh.push(one)
      if (input.safeParse(one.fields).success) known.add(same(words))
    }
    return { fresh, faults }
  }

  return () => ({
    sheet,
    take: async (rows, context, how) => {
      const taken = { created: 0, faults: [] as Fault[] }
      for (const group of of.groups) {
        const inGroup = rows.filter((row) => (row.fields as Record<string, unknown>)[of.group] === group)
        const { fresh, faults } = await newOnes(inGroup, group, context)
        const arrival = { of: kind, sheet, input, room: (writing: WriteContext) => room(writing, of, group) }
        const done = await bulkSheet(arrival).take(fresh, context, how)
        taken.created += done.created
        taken.faults.push(...faults, ...done.faults)
      }
      return taken
    },
  })
}
