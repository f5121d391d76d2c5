import type { Fault } from '@tradewind/contract/kit/massUpload'
import { say, told } from '@tradewind/contract/kit/say'
import type { Sheet, SheetRow } from '@tradewind/workbook/sheet'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { WriteContext } from '../http/context.ts'
import { bulkSheet, type BulkSheetIn } from '../upload/bulkSheet.ts'
import { crud, findRecord, withRelations } from './crud.ts'
import type { Entity, Fields, Row } from './entity.ts'
import {
  countAsked,
  groupColumn,
  holdQuestions,
  keepsItsWords,
  LAST,
  oneStays,
  placeAfter,
  placeIn,
  type Question,
  type Questions,
  type QuestionTable,
} from './questions.ts'

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
