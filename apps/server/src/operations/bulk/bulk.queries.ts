import type { BulkOperation } from '@tradewind/contract/crm/bulk/outcome'
import type { Condition } from '@tradewind/contract/kit/conditions'
import { customName } from '@tradewind/contract/kit/custom/custom.fields'
import { sentenceFrom } from '@tradewind/contract/kit/say'
import { bulkPolicy } from '@tradewind/contract/operations/policies'
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { liveWhere } from '#kit/database/list'
import { notFound } from '#kit/errors'
import type { RequestContext, WriteContext } from '#kit/http/context'
import { listed } from '#kit/record/crud'
import { type Entity, rowFilter } from '#kit/record/entity'
import { bulkOperations, type BulkRow } from '../schema/bulk.table.ts'
import type { Doing } from './doing.ts'

/** Which records are meant: these, or all that the filters of the list let through. */
export interface Selected {
  ids?: readonly string[] | undefined
  matching?:
    | ({
        q?: string | undefined
        where?: readonly Condition[] | undefined
        any?: readonly Condition[] | undefined
        count?: number | undefined
      } & object)
    | undefined
}

/** The living records that are meant, as far as who asks sees them. */
export const selection = async (of: Entity, { ids, matching }: Selected, context: WriteContext): Promise<SQL> => {
  const { table } = of
  if (ids) return and(inArray(table.uniqueId, [...ids]), isNull(table.deletedAt), await listed(of, {}, context))!
  const met = await listed(of, matching ?? {}, context)
  return met ? and(liveWhere(table, met, context.scope), isNull(table.deletedAt))! : isNull(table.deletedAt)
}

const titleColumn = ({ table, title }: Entity) => (table as unknown as Record<string, AnyPgColumn>)[title]!

/** Each of the rows, and what would become of it. */
export const judged = ({ of, may, same }: Doing, where: SQL) => sql`
  select ${of.table.uniqueId} as id, ${titleColumn(of)} as title, (${may}) is true as may, (${same}) is true as same
  from ${of.table} where ${where}`

/** As many titles as a preview and an operation name. */
export const EXAMPLES = 5

/** How many of the rows would change, stay as they are, and may not be changed. */
export const countJudged = async (doing: Doing, where: SQL, { tx }: WriteContext) => {
  const { rows } = await tx.execute<{ total: number; same: number; refused: number; examples: string[] | null }>(sql`
    with row as materialized (${judged(doing, where)}),
      example as (select title from row where not may order by title limit ${EXAMPLES})
    select count(*)::int as total, (count(*) filter (where may and same))::int as same,
      (count(*) filter (where not may))::int as refused, (select array_agg(title) from example) as examples from row`)
  const { total, same, refused, examples } = rows[0]!
  return { total, changes: total - same - refused, same, refused, refusedExamples: examples ?? [] }
}

const recent = gt(bulkOperations.dateCreated, sql`now() - interval '30 days'`)

/** The operations that who asks sees, of the last 30 days. */
export const seenBy = ({ actor }: Pick<RequestContext, 'actor'>) => {
  const reach = rowFilter({ table: bulkOperations }, bulkPolicy.see, actor)
  return and(recent, reach === 'all' ? undefined : reach)!
}

/** The operation with this id, locked, where who asks may undo it. */
export const lockSeen = async (uniqueId: string, context: WriteContext) => {
  const mine = and(eq(bulkOperations.uniqueId, uniqueId), seenBy(context))
  const [found] = await context.tx.select().from(bulkOperations).where(mine).for('update')
  if (!found) throw notFound()
  return found
}

/** The fields that a change names; those of the tenant's own as lists name them. */
const fieldsIn = ({ custom, ...change }: BulkRow['change']) => [
  ...Object.keys(change),
  ...Object.keys((custom as object | undefined) ?? {}).map(customName),
]

export const shown = ({ change, action, problem, ...row }: BulkRow): BulkOperation => ({
  ...row,
  action,
  fields: action === 'SET' ? fieldsIn(change) : [],
  problem: problem && String(sentenceFrom(problem)),
})
