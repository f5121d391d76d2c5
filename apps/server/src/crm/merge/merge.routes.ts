import { type MatchReason, MAX_MERGED, UNMERGE_DAYS } from '@tradewind/contract/crm/bulk/merge.constants'
import { say } from '@tradewind/contract/kit/say'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { DEFAULT_PAGE_SIZE, liveRows, pageOf, type Paging } from '#kit/database/list'
import type { SoftDeleteTable } from '#kit/database/table'
import { invalid, notFound, Refusal } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { notifyOfKinds } from '#kit/record/activity'
import { findRecord } from '#kit/record/crud'
import { rowCondition, rowFilter } from '#kit/record/entity'
import { merges, remainingIds } from '../schema/merge.table.ts'
import { merge, type MergeInput, unmerge } from './merge.ts'
import { type Mergeable, recordsToMerge, type Values } from './mergeable.ts'
import { countMoving } from './move.ts'

/** The maximum number of groups of a list without paging, and of records shown of one group. */
const MAX_GROUPS = 500
const MAX_SHOWN = 10

interface Group extends Record<string, unknown> {
  ids: string[]
  reasons: MatchReason[]
  count: number
  total: number
}

/**
 * Groups of the records that share one key, among those that the actor may see. One scan of the key's index finds the repeated keys, and
 * the index their records. A record that was marked as different from another stays only if it shares the key with one that it was not
 * marked different from: few records are in such a pair, and only these are checked.
 */
const groupsByKey = (
  { of: { table }, different, policy }: Mergeable,
  { reason, column, weight }: Mergeable['keys'][number],
  { actor, scope }: ReadContext,
) => {
  const allowed = rowFilter({ table }, policy.compare, actor)
  const visible = sql`${liveRows(table, scope)} where ${allowed === 'all' ? sql`true` : sql`(${allowed})`}`
  const repeated = sql`select ${column} from ${visible} and ${column} is not null group by ${column} having count(*) > 1`
  const markedDifferent = sql`select ${different.oneId} from ${different} union all select ${different.otherId} from ${different}`
  const otherWithKey = sql`select from (select ${table.uniqueId} as id, ${column} as key from ${visible}) other
    where other.key = ${column} and other.id <> ${table.uniqueId} and not exists (select from ${different}
      where ${different.oneId} = least(${table.uniqueId}, other.id) and ${different.otherId} = greatest(${table.uniqueId}, other.id))`
  return sql`select ${sql.raw(`'${reason}'::text as reason, ${weight}::int as weight`)}, array_agg(${table.uniqueId} order by ${table.uniqueId}) as ids
    from ${visible} and ${column} = any(array(${repeated})) and (${table.uniqueId} not in (${markedDifferent}) or exists (${otherWithKey})) group by ${column}`
}

/** Groups of likely duplicates, the best evidence first, then the newest. Identical groups are combined into one with several reasons. */
const groupsOf = (spec: Mergeable, { page, size }: Paging, direction: 'asc' | 'desc', context: ReadContext) => {
  const [many, from] =
    size === undefined && page === undefined
      ? [MAX_GROUPS, 0]
      : [size ?? DEFAULT_PAGE_SIZE, (page ?? 0) * (size ?? DEFAULT_PAGE_SIZE)]
  const order = sql.raw(direction)
  const groups = spec.keys.map((key) => groupsByKey(spec, key, context))
  return sql`with grouped as (${sql.join(groups, sql` union all `)}),
    alike as (select ids, sum(weight) as weight, array_agg(reason order by weight desc) as reasons from grouped group by ids)
    select ids[1:${sql.raw(String(MAX_SHOWN))}] as ids, reasons, cardinality(ids) as count, count(*) over ()::int as total from alike
    order by weight ${order}, ids[cardinality(ids)] ${order}, ids ${order} limit ${many} offset ${from}`
}

/** A page of likely duplicates. */
const listDuplicates = async <Shown>(
  spec: Mergeable<never, Shown>,
  { sort = '-evidence', ...paging }: Paging,
  context: ReadContext,
) => {
  const mergeable = spec as unknown as Mergeable
  const loadGroups = (paged: Paging) =>
    context.db.execute<Group>(groupsOf(mergeable, paged, sort.startsWith('-') ? 'desc' : 'asc', context))
  const { rows: groups } = await loadGroups(paging)
  const isPastEnd = groups.length === 0 && (paging.page ?? 0) > 0
  const total = groups[0]?.total ?? (isPastEnd ? ((await loadGroups({ page: 0, size: 1 })).rows[0]?.total ?? 0) : 0)
  const { table } = mergeable.of
  const ids = [...new Set(groups.flatMap((group) => group.ids))]
  const rows = ids.length === 0 ? [] : ((await context.db.select().from(table).where(inArray(table.uniqueId, ids))) as Values[])
  const presented = await spec.show(rows as never[], context)
  const byId = new Map(rows.map(({ uniqueId }, at) => [uniqueId, presented[at]!]))
  const found = groups.map(({ ids: groupIds, reasons, count }) => ({
    reasons,
    count,
    records: groupIds.flatMap((id) => byId.get(id) ?? []),
  }))
  return { rows: found, total, estimated: false }
}

interface Selection {
  uniqueIds: readonly string[]
}

interface ById {
  uniqueId: string
}

/** The id of the record into which this one was merged, at once or one after the other, if the actor may see that. */
const findRemaining = async ({ of, policy }: Mergeable, { uniqueId }: ById, { db, actor }: ReadContext) => {
  const { table } = of
  const isRemaining = sql`${table.uniqueId} in (${remainingIds((id) => sql`${id} = ${uniqueId}`)})`
  const allowed = rowCondition(of, policy.see, actor)
  const [found] = await db
    .select({ uniqueId: table.uniqueId })
    .from(table)
    .where(and(isRemaining, isNull(table.deletedAt), allowed))
  return found?.uniqueId
}

/** The handlers that find duplicates among the records of a kind, merge them, and undo a merge. */
export const mergeHandlers = <T extends SoftDeleteTable, Shown>(mergeable: Mergeable<T, Shown>) => {
  const spec = mergeable as unknown as Mergeable<SoftDeleteTable, Shown>
  return {
    /** Reads one record. Old addresses of a merged record stay in letters and notes: its 404 names the record that replaced it. */
    get: (which: ById, context: ReadContext) =>
      spec.get(which, context).catch(async (error: unknown) => {
        const mergedInto =
          error instanceof Refusal && error.status === 404 ? await findRemaining(spec, which, context) : undefined
        throw mergedInto === undefined ? error : notFound(undefined, { mergedInto })
      }),

    duplicates: (paging: Paging, context: ReadContext) =>
      listDuplicates(spec as never, paging, context) as ReturnType<typeof listDuplicates<Shown>>,

    notDuplicates: async ({ uniqueIds }: Selection, context: WriteContext) => {
      const rows = await recordsToMerge(spec, uniqueIds, context)
      const pairs = rows.flatMap(({ uniqueId: oneId }, at) =>
        rows.slice(at + 1).map(({ uniqueId: otherId }) => ({ oneId, otherId })),
      )
      await context.tx.insert(spec.different).values(pairs).onConflictDoNothing()
      notifyOfKinds(context, [spec.of])
      return { uniqueIds: [...uniqueIds] }
    },

    merging: async ({ uniqueIds }: Selection, context: WriteContext) => {
      const rows = await recordsToMerge(spec, uniqueIds, context)
      const movingOf = await countMoving(spec, uniqueIds, context.tx)
      const presented = await spec.show(rows, context)
      const parts = presented.map((record, at) => ({ record, moving: movingOf(rows[at]!.uniqueId) }))
      return pageOf(parts, {})
    },

    merge: async (input: MergeInput, context: WriteContext) => {
      if (new Set([input.into, ...input.from]).size > MAX_MERGED)
        throw invalid({ from: say('At most {count} records become one', { count: MAX_MERGED }) })
      return merge(spec, input, context) as Promise<{ merge: string; into: string; record: Shown }>
    },

    unmerge: ({ uniqueId }: ById, context: WriteContext) => unmerge(spec, uniqueId, context),

    merged: async ({ uniqueId }: ById, context: ReadContext) => {
      await findRecord(spec.of, spec.policy.compare, uniqueId, context)
      const isRecent = sql`${merges.dateCreated} > now() - make_interval(days => ${UNMERGE_DAYS})`
      const rows = await context.db
        .select({ uniqueId: merges.uniqueId, dateCreated: merges.dateCreated, byName: merges.byName, names: merges.names })
        .from(merges)
        .where(and(eq(merges.intoId, uniqueId), isNull(merges.undoneAt), isRecent))
        .orderBy(desc(merges.dateCreated))
      return pageOf(rows, {})
    },
  }
}
