import type { Fault } from '@tradewind/contract/kit/massUpload'
import { problemFields, say, type Sentence } from '@tradewind/contract/kit/say'
import type { Sheet, SheetRow } from '@tradewind/workbook/sheet'
import { excerpt } from '@tradewind/workbook/text'
import { and, asc, eq, getTableName, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Reader, Tx } from '../database/database.ts'
import { insertMany, updateMany } from '../database/insert.ts'
import { type SoftDeleteTable, statementTime } from '../database/table.ts'
import { conflict, invalid } from '../errors.ts'
import type { WriteContext } from '../http/context.ts'
import { notifyAfterCommit, notifyNodes } from '../notifyNodes.ts'
import { changesOf } from './audit.ts'
import { crud, findRecord, withRelations } from './crud.ts'
import type { Entity, Fields, Row } from './entity.ts'
import { bulkSheet, type CreateBulkSheet } from './sheets.ts'

type QuestionState = Pick<Question, 'uniqueId' | 'retiredAt'> & Record<string, unknown>

const ANSWERED = say('This question has answers and can no longer be changed. Retire it and add a new one.')

/** Throws a Refusal if the wording of an answered question would change; translations may be corrected. */
const assertWordingUnchanged = ({ wordingFields }: Questions, before: Question, change: Record<string, unknown>) => {
  const changed = Object.keys(changesOf(before, Object.fromEntries(wordingFields.map((field) => [field, change[field]]))))
  if (before.answeredAt && changed.length > 0) throw invalid(Object.fromEntries(changed.map((field) => [field, ANSWERED])))
}

/** Counts the active questions of a group or of all groups, without the one with `butId`. */
const countActive = (tx: Tx, of: Questions, group?: unknown, butId?: string) => {
  const isOfGroup = group === undefined ? undefined : eq(groupColumn(of), group)
  const isOther = butId ? ne(of.table.uniqueId, butId) : undefined
  return tx.$count(of.table, and(isOfGroup, isOther, isActive(of)))
}

/** Throws a Refusal if the change would leave the group (or all groups) without an active question. */
const assertOneRemains = async (tx: Tx, of: Questions, before: QuestionState, after?: QuestionState) => {
  const isEach = of.oneOf === 'each'
  const staysThere = !isEach || after?.[of.group] === before[of.group]
  const isLeft = before.retiredAt !== null || (after?.retiredAt === null && staysThere)
  if (isLeft || (await countActive(tx, of, isEach ? before[of.group] : undefined, before.uniqueId)) > 0) return
  throw conflict(of.lastMessage)
}

/** The position of a question in its group: the requested one, at most the last. */
const positionInGroup = async (tx: Tx, of: Questions, group: unknown, requested: number, uniqueId?: string) =>
  Math.min(requested, (await countActive(tx, of, group, uniqueId)) + 1)

/** The position of a changed question: unchanged, unless it comes from another group or was retired, or another position is requested. */
const positionAfterChange = async (
  tx: Tx,
  of: Questions,
  before: Question,
  after: QuestionState,
  requested: number | undefined,
) => {
  if (after.retiredAt !== null) {
    if (requested === undefined || requested === before.position) return before.position
    throw invalid({ position: say('A retired question has no place in the order. Bring it back first.') })
  }
  const isThere = before.retiredAt === null && before[of.group] === after[of.group]
  return positionInGroup(tx, of, after[of.group], requested ?? (isThere ? before.position : LAST), before.uniqueId)
}

type Placed = {
  uniqueId: string
  position: number
}

/** The order of a group's questions after some have moved to their new positions; the others keep their relative order. */
const orderOf = (all: readonly Placed[], moved: readonly Placed[]) => {
  const ids = new Set(moved.map(({ uniqueId }) => uniqueId))
  const order = all.filter(({ uniqueId }) => !ids.has(uniqueId))
  const incoming = all.filter(({ uniqueId }) => ids.has(uniqueId))
  for (const one of incoming) order.splice(one.position - 1, 0, one)
  return order
}

/** The questions whose position differs from this order, with their new positions. */
const changedPositions = (order: readonly Placed[]): Placed[] =>
  order
    .map(({ uniqueId, position: before }, at) => ({ uniqueId, before, position: at + 1 }))
    .filter(({ before, position }) => before !== position)
    .map(({ uniqueId, position }) => ({ uniqueId, position }))

type QuestionTable = SoftDeleteTable & Record<'question' | 'position' | 'answeredAt' | 'retiredAt', AnyPgColumn>

/** A tenant's questions, in groups, with positions from 1. An answered question keeps its wording, and is retired instead of deleted. */
interface Questions<T extends QuestionTable = QuestionTable> {
  table: T
  /** The field that contains a question's group, and the groups in their order. */
  group: string
  groups: readonly string[]
  /** The fields that cannot change once the question is answered. */
  wordingFields: readonly string[]
  /** Maximum number of active questions in a group, and the message for more. */
  maxActive: number
  tooManyMessage: Sentence
  /** Whether each group or all groups together need at least one active question, and the message for the last one. */
  oneOf: 'each' | 'all'
  lastMessage: Sentence
  /** The topic of the news that is sent on changes, for pages that show questions. */
  topic: string
  /** The name of their entity. */
  name: string
}

/** The columns of a question that decide whether it is active, and its position. */
interface Question extends Record<string, unknown> {
  uniqueId: string
  position: number
  answeredAt: string | null
  retiredAt: string | null
}

/** A position after all others. */
const LAST = 1_000_000

const groupColumn = ({ table, group }: Questions) => (table as unknown as Record<string, AnyPgColumn>)[group]!

/** Matches active questions: neither deleted nor retired. */
const isActive = ({ table }: Questions) => and(isNull(table.deletedAt), isNull(table.retiredAt))

/** Locks the tenant's questions for this transaction: nobody else adds, moves, retires or deletes one, or answers one for the first time. */
const lockQuestions = async (tx: Tx, { table }: Questions) => {
  const name = `questions:${getTableName(table)}:`
  const lock = sql`pg_advisory_xact_lock(hashtextextended(${name} || current_setting('app.tenant_id'), 3))`
  const { rows } = await tx.execute<{ tenantId: string }>(sql`select current_setting('app.tenant_id') as "tenantId", ${lock}`)
  return rows[0]!
}

const inOrder = ({ table }: Questions) => [asc(table.position), asc(table.uniqueId)]

/**
 * Renumbers the active questions of each group from 1: those just written get their requested positions, the others are arranged around
 * them. Notifies the nodes, so that pages that show questions are invalidated.
 */
const arranger = (of: Questions) => async (tx: Tx, written: readonly object[]) => {
  if (written.length === 0) return
  const { tenantId } = await lockQuestions(tx, of)
  const { uniqueId, position } = of.table
  const group = groupColumn(of)
  const active = (await tx
    .select({ uniqueId, position, group })
    .from(of.table)
    .where(isActive(of))
    .orderBy(...inOrder(of))) as { uniqueId: string; position: number; group: string }[]
  const orders = of.groups.map((name) =>
    orderOf(
      active.filter((one) => one.group === name),
      written as readonly Question[],
    ),
  )
  if (orders.some(({ length }) => length > of.maxActive)) throw conflict(of.tooManyMessage)
  await updateMany(tx, of.table, ['position'], orders.flatMap(changedPositions))
  await notifyNodes(tx, { topic: of.topic, tenantId })
}

/** The active questions of this group or of all groups, in order. */
const listActive = async <T extends QuestionTable>(db: Reader | Tx, of: Questions<T>, group?: string) => {
  const table: QuestionTable = of.table
  const found = await db
    .select()
    .from(table)
    .where(and(group === undefined ? undefined : eq(groupColumn(of), group), isActive(of)))
    .orderBy(asc(groupColumn(of)), ...inOrder(of))
  return found as T['$inferSelect'][]
}

/** The questions with these ids, retired ones last: an answered question keeps its wording. */
const listByIds = async <T extends QuestionTable>(db: Reader | Tx, of: Questions<T>, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const table: QuestionTable = of.table
  const found = await db
    .select()
    .from(table)
    .where(inArray(table.uniqueId, [...ids]))
    .orderBy(sql`${table.retiredAt} is not null`, ...inOrder(of))
  return found as T['$inferSelect'][]
}

/** Marks these questions as answered, in the transaction of the answer: from then on their wording cannot change. */
const markAnswered = async (tx: Tx, of: Questions, ids: readonly string[]) => {
  const first = and(inArray(of.table.uniqueId, [...ids]), isNull(of.table.answeredAt))
  if ((await tx.$count(of.table, first)) === 0) return
  await lockQuestions(tx, of)
  const { tenantId } = of.table
  const [answered] = await tx.update(of.table).set({ answeredAt: statementTime }).where(first).returning({ tenantId })
  const records = { kind: of.name, written: [], about: [] }
  if (answered) notifyAfterCommit(tx, { topic: 'record', tenantId: answered.tenantId as string, records })
}

/** Adds the initial questions of every tenant to the transaction's tenant, unless it has any. */
const addInitial = async (tx: Tx, of: Questions, rows: readonly Record<string, unknown>[]) => {
  await lockQuestions(tx, of)
  if ((await tx.$count(of.table)) === 0) await insertMany(tx, of.table, rows)
}

/** A set of questions with its operations: active questions, questions by ids, and maintenance for code that writes. */
export const questionSet = <T extends QuestionTable>(of: Questions<T>) => ({
  ...of,
  active: (db: Reader | Tx, group?: string) => listActive(db, of, group),
  byIds: (db: Reader | Tx, ids: readonly string[]) => listByIds(db, of, ids),
  arrange: arranger(of),
  noteAnswered: (tx: Tx, ids: readonly string[]) => markAnswered(tx, of, ids),
  addFirst: (tx: Tx, rows: readonly Record<string, unknown>[]) => addInitial(tx, of, rows),
})

/** The form fields of a question in addition to its wording. */
interface QuestionFields {
  retired?: boolean | undefined
  position?: number | undefined
}
type Change = QuestionFields & { uniqueId: string; updatedAt?: string | undefined }
type Words = Record<string, unknown>

const now = () => new Date().toISOString()

const toReply = <Stored>(row: Stored) => {
  const { answeredAt, retiredAt } = row as Question
  return { ...row, answered: answeredAt !== null, retired: retiredAt !== null }
}

/** Locks the questions and loads one. */
const lockAndFind = async <T extends QuestionTable>(
  of: Questions<T>,
  kind: Entity<T>,
  uniqueId: string,
  context: WriteContext,
) => {
  await lockQuestions(context.tx, of)
  return (await findRecord(kind, kind.policy.see, uniqueId, context)) as Question
}

/** The new column values of a changed question: wording, position and whether it is retired. */
const changed = async (of: Questions, before: Question, { retired, position, ...change }: Change, { tx }: WriteContext) => {
  const words: Words = change
  assertWordingUnchanged(of, before, words)
  const retiredAt = (retired ?? before.retiredAt !== null) ? (before.retiredAt ?? now()) : null
  const after = { uniqueId: before.uniqueId, [of.group]: words[of.group] ?? before[of.group], retiredAt }
  await assertOneRemains(tx, of, before, after)
  return { ...change, position: await positionAfterChange(tx, of, before, after, position), retiredAt }
}

/** The handlers of questions that have positions, keep their wording once answered, and are then retired instead of deleted. */
export const questionHandlers = <T extends QuestionTable>(of: Questions<T>, kind: Entity<T>) => {
  const base = crud(kind)
  const { list, get, create, update, history } = withRelations(kind, async (rows) => rows.map((row: Row<T>) => toReply(row)))
  return {
    list,
    get,
    history,

    create: async ({ retired = false, position = LAST, ...words }: QuestionFields, context: WriteContext) => {
      await lockQuestions(context.tx, of)
      const newPosition = await positionInGroup(context.tx, of, (words as Words)[of.group], position)
      const fields = { ...words, position: newPosition, retiredAt: retired ? now() : null }
      return create(fields as unknown as Fields<T>, context)
    },

    update: async (change: Change, context: WriteContext) => {
      const before = await lockAndFind(of, kind, change.uniqueId, context)
      return update((await changed(of, before, change, context)) as never, context)
    },

    /** Retires an answered question; moves any other to the trash. */
    remove: async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
      const question = await lockAndFind(of, kind, uniqueId, context)
      await assertOneRemains(context.tx, of, question)
      const retired = question.answeredAt !== null
      if (!retired) await base.remove({ uniqueId }, context)
      else await base.update({ uniqueId, retiredAt: question.retiredAt ?? now() } as never, context)
      return { uniqueId, retired }
    },
  }
}

/** Parses a position from a cell; an empty cell means last. */
const positionCell = (position: z.ZodType<number | undefined>) =>
  z.preprocess((cell) => (cell === null || cell === '' ? undefined : Number(cell)), position.default(LAST))

interface QuestionImport<T extends QuestionTable> {
  of: Questions<T>
  kind: Entity<T>
  sheet: Sheet
  /** The schemas of the cells of a row, by field. */
  fields: { position: z.ZodType<number | undefined> } & { readonly [Field in keyof Fields<T>]?: z.ZodType }
}

const remainingCapacity = async ({ tx }: WriteContext, of: Questions, group: string) => {
  await lockQuestions(tx, of)
  return { remaining: of.maxActive - (await countActive(tx, of, group)), problem: of.tooManyMessage }
}

const same = (words: string) => words.trim().toLowerCase()
const questionTextOf = ({ fields }: SheetRow) => String((fields as Record<string, unknown>)['question'])

/** The texts of a group's questions that are not deleted, including retired ones, in lower case. */
const existingQuestions = async (of: Questions, group: string, { tx }: WriteContext) => {
  const condition = and(eq(groupColumn(of), group), isNull(of.table.deletedAt))
  const found = await tx.select({ question: of.table.question }).from(of.table).where(condition)
  return new Set(found.map(({ question }) => same(question as string)))
}

/** The sheet that adds a tenant's own questions to the initial ones, without those that the group already has. */
export const questionSheet = <T extends QuestionTable>({ of, kind, sheet, fields }: QuestionImport<T>): CreateBulkSheet => {
  const input = z.object({ ...fields, position: positionCell(fields.position) }) as unknown as z.ZodType<Partial<Fields<T>>>
  const splitNewRows = async (rows: readonly SheetRow[], group: string, context: WriteContext) => {
    const known = await existingQuestions(of, group, context)
    const fresh: SheetRow[] = []
    const faults: Fault[] = []
    for (const one of rows) {
      const words = questionTextOf(one)
      const value = excerpt(words, 200)
      if (known.has(same(words)))
        faults.push({
          row: one.row,
          column: 'Question',
          value,
          ...problemFields(say('There is already “{name}”', { name: value })),
        })
      else fresh.push(one)
      if (input.safeParse(one.fields).success) known.add(same(words))
    }
    return { fresh, faults }
  }

  return () => ({
    sheet,
    importRows: async (rows, context, how) => {
      const result = { created: 0, faults: [] as Fault[] }
      for (const group of of.groups) {
        const inGroup = rows.filter((row) => (row.fields as Record<string, unknown>)[of.group] === group)
        const { fresh, faults } = await splitNewRows(inGroup, group, context)
        const spec = { of: kind, sheet, input, room: (writing: WriteContext) => remainingCapacity(writing, of, group) }
        const done = await bulkSheet(spec).importRows(fresh, context, how)
        result.created += done.created
        result.faults.push(...faults, ...done.faults)
      }
      return result
    },
  })
}
