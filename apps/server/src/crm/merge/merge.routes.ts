import { MOST_MERGED, UNMERGE_DAYS } from '@tradewind/contract/crm/merge/merge.words'
import { say } from '@tradewind/contract/kit/say'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Paging } from '#kit/database/list'
import type { SoftDeleteTable } from '#kit/database/table'
import { invalid } from '#kit/errors'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { findRecord } from '#kit/record/crud'
import { merges } from '../schema/merge.table.ts'
import { listDuplicates } from './duplicates.ts'
import { merge, type MergeAsked } from './merge.ts'
import { type Mergeable, recordsToMerge } from './mergeable.ts'
import { countMoving } from './move.ts'
import { unmerge } from './unmerge.ts'

interface Chosen {
  uniqueIds: readonly string[]
}

/** The handlers that find duplicates among the records of a kind, make one of them, and take that back. */
export const merging = <T extends SoftDeleteTable, Shown>(given: Mergeable<T, Shown>) => {
  const spec = given as unknown as Mergeable<SoftDeleteTable, Shown>
  return {
    duplicates: (asked: Paging, context: ReadContext) =>
      listDuplicates(spec as never, asked, context) as ReturnType<typeof listDuplicates<Shown>>,

    notDuplicates: async ({ uniqueIds }: Chosen, context: WriteContext) => {
      const rows = await recordsToMerge(spec, uniqueIds, context)
      const pairs = rows.flatMap(({ uniqueId: oneId }, at) =>
        rows.slice(at + 1).map(({ uniqueId: otherId }) => ({ oneId, otherId })),
      )
      await context.tx.insert(spec.different).values(pairs).onConflictDoNothing()
      return { uniqueIds: [...uniqueIds] }
    },

    merging: async ({ uniqueIds }: Chosen, context: WriteContext) => {
      const rows = await recordsToMerge(spec, uniqueIds, context)
      const movingOf = await countMoving(spec, uniqueIds, context.tx)
      const shown = await spec.show(rows, context)
      return shown.map((record, at) => ({ record, moving: movingOf(rows[at]!.uniqueId) }))
    },

    merge: async (asked: MergeAsked, context: WriteContext) => {
      if (new Set([asked.into, ...asked.from]).size > MOST_MERGED)
        throw invalid({ from: say('At most {count} records become one', { count: MOST_MERGED }) })
      return merge(spec, asked, context) as Promise<{ merge: string; into: string; record: Shown }>
    },

    unmerge: ({ uniqueId }: { uniqueId: string }, context: WriteContext) => unmerge(spec, uniqueId, context),

    merged: async ({ uniqueId }: { uniqueId: string }, context: ReadContext) => {
      await findRecord(spec.of, spec.policy.compare, uniqueId, context)
      const isRecent = sql`${merges.dateCreated} > now() - make_interval(days => ${UNMERGE_DAYS})`
      return context.db
        .select({ uniqueId: merges.uniqueId, dateCreated: merges.dateCreated, byName: merges.byName, names: merges.names })
        .from(merges)
        .where(and(eq(merges.intoId, uniqueId), isNull(merges.undoneAt), isRecent))
        .orderBy(desc(merges.dateCreated))
    },
  }
}
