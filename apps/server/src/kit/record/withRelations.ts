import type { Rules } from '@tradewind/contract/kit/policy'
import type { Sentence } from '@tradewind/contract/kit/say'
import { liveCustom } from '../custom/definitions.ts'
import { each } from '../database/list.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { invalid, Refusal, Stale } from '../errors.ts'
import type { ReadContext, WriteContext } from '../http/context.ts'
import { crud, findRecord } from './crud.ts'
import { anyEntity, type Entity, type Row } from './entity.ts'

/** Whether a row has a value in a field that the tenant added. */
const holdsCustom = ({ custom }: { custom?: object }) => custom !== undefined && Object.keys(custom).length > 0

/**
 * The living record that a field names, where these rules reach it for who asks; else the field is refused with the sentence. It
 * stays as it is until the transaction ends, so that nothing comes to belong to what is deleted meanwhile, or copies an old name.
 */
export const requireReference = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  rules: Rules,
  [field, uniqueId]: readonly [field: string, uniqueId: string],
  sentence: Sentence,
  context: WriteContext,
) =>
  findRecord(of, rules, uniqueId, context, 'share').catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? invalid({ [field]: sentence }) : error
  })

/**
 * The five handlers of a record whose reply holds more than its row: `attach` adds it to the rows of a page, or to up to a thousand of a
 * whole list, in a query for all of them. `create` and `update` take a step of their own between the write and the answer: it may give
 * a newer row. Where somebody else has changed the record meanwhile, the refusal holds what stands now as it is read. `show`: a row as it
 * is answered.
 */
export const withRelations = <T extends SoftDeleteTable, Out>(
  of: Entity<T>,
  related: (rows: Row<T>[], context: ReadContext | WriteContext) => Promise<Out[]>,
) => {
  const live = async (rows: Row<T>[], context: ReadContext | WriteContext) =>
    rows.some(holdsCustom) ? liveCustom<Row<T>>(anyEntity(of), rows, context) : rows
  const attach = async (rows: Row<T>[], context: ReadContext | WriteContext) => related(await live(rows, context), context)
  type Step = (row: Row<T>) => Promise<Row<T> | void> | Row<T> | void
  const plain = crud(of)
  const show = async (row: Row<T>, context: ReadContext | WriteContext) => (await attach([row], context))[0]!
  const answer = async (row: Row<T>, context: WriteContext, step?: Step) => show((await step?.(row)) ?? row, context)
  return {
    show,
    /** A row as it is answered, but for what `attach` adds. */
    live: async (row: Row<T>, context: WriteContext) => (await live([row], context))[0]!,
    list: async (asked: Parameters<typeof plain.list>[0], context: ReadContext) => {
      const page = await plain.list(asked, context)
      if ('stream' in page) return { stream: each(page.stream, (rows) => attach(rows, context)) }
      return { ...page, rows: await attach(page.rows, context) }
    },
    get: async (which: { uniqueId: string }, context: ReadContext) => show(await plain.get(which, context), context),
    create: async (fields: Parameters<typeof plain.create>[0], context: WriteContext, step?: Step) =>
      answer(await plain.create(fields, context), context, step),
    update: async (change: Parameters<typeof plain.update>[0], context: WriteContext, step?: Step) => {
      const row = await plain.update(change, context).catch(async (error: unknown) => {
        throw error instanceof Stale ? new Stale(await show(error.record as Row<T>, context), error.isOwn) : error
      })
      return answer(row, context, step)
    },
    remove: plain.remove,
  }
}
