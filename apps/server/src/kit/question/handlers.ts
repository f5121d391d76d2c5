import type { WriteContext } from '../http/context.ts'
import { crud, findRecord, withRelations } from '../record/crud.ts'
import type { Entity, Fields, Row } from '../record/entity.ts'
import {
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
