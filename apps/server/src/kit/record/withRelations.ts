import { each } from '../database/list.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { Stale } from '../errors.ts'
import type { ReadContext, WriteContext } from '../http/context.ts'
import { crud } from './crud.ts'
import type { Entity, Row } from './entity.ts'

/**
 * The reading handlers of a record whose reply holds more than its row: `attach` adds it to the rows of a page, or to up to a
 * thousand of a whole list, in a query for all of them. `update` changes a row as `crud` does: where somebody else has changed it
 * meanwhile, the refusal holds what stands now as it is read.
 */
export const withRelations = <T extends SoftDeleteTable, Out>(
  of: Entity<T>,
  attach: (rows: Row<T>[], context: ReadContext | WriteContext) => Promise<Out[]>,
) => {
  const plain = crud(of)
  return {
    list: async (asked: Parameters<typeof plain.list>[0], context: ReadContext) => {
      const page = await plain.list(asked, context)
      if ('stream' in page) return { stream: each(page.stream, (rows) => attach(rows, context)) }
      return { ...page, rows: await attach(page.rows, context) }
    },
    update: (change: Parameters<typeof plain.update>[0], context: WriteContext) =>
      plain.update(change, context).catch(async (error: unknown) => {
        throw error instanceof Stale ? new Stale((await attach([error.record as Row<T>], context))[0]!, error.isOwn) : error
      }),
    get: async (which: { uniqueId: string }, context: ReadContext) => {
      const [one] = await attach([await plain.get(which, context)], context)
      return one!
    },
  }
}
