import type { MatchReason } from '@tradewind/contract/crm/bulk/merge.words'
import type { Policy, Rules } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, inArray, isNull } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { SoftDeleteTable } from '#kit/database/table'
import { invalid, notFound } from '#kit/errors'
import type { AllFeatures } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { allow, type Entity, rowFilter } from '#kit/record/entity'
import type { Filled } from '../schema/merge.table.ts'

/** Places of companies in projects, as a merge settles them. */
export interface Settled {
  trashed: readonly string[]
  filled: readonly Filled[]
}
export const nothingSettled: Settled = { trashed: [], filled: [] }

/** What must be known of a kind of record to find duplicates, make one of them, and take that back. */
export interface Mergeable<T extends SoftDeleteTable = SoftDeleteTable, Shown = unknown> {
  of: Entity<T>
  policy: Policy & { compare: Rules; merge: Rules }
  /** By what two may be the same, and how much that tells. */
  keys: readonly { reason: MatchReason; column: AnyPgColumn; weight: number }[]
  /** Pairs that are not the same. */
  different: PgTable & { oneId: AnyPgColumn; otherId: AnyPgColumn }
  /** Columns that go with a field, where these are not its own alone. */
  columns?: Readonly<Record<string, readonly string[]>>
  show: (rows: T['$inferSelect'][], context: ReadContext | WriteContext) => Promise<Shown[]>
  /** Refuses what a merged record may not hold. */
  check?: (row: T['$inferSelect'], context: WriteContext) => void
  /** What is settled before records are moved, and after they were, back or forth. */
  before?: (ids: { into: string; from: readonly string[] }, context: WriteContext) => Promise<Settled>
  after?: (ids: readonly string[], context: WriteContext) => Promise<void>
  all: AllFeatures
}

export type Values = Record<string, unknown> & { uniqueId: string; updatedAt: string }
export const titleOf = ({ of }: Pick<Mergeable, 'of'>, row: Values) => String(row[of.title])

/** The columns that name records of this kind and copy nothing of them. */
export const referencesTo = ({ of, all }: Mergeable) =>
  all().flatMap(({ references = [] }) => references.filter(({ to }) => to === of.name))

/** These living records, where who asks sees all of them and may merge each; nobody changes them until the transaction ends. */
export const recordsToMerge = async (spec: Mergeable, ids: readonly string[], context: WriteContext, field = 'uniqueIds') => {
  const { table } = spec.of
  const wanted = [...new Set(ids)]
  const reach = rowFilter(spec.of, spec.policy.see, context.actor)
  const rows = (await context.tx
    .select()
    .from(table)
    .where(and(inArray(table.uniqueId, wanted), isNull(table.deletedAt), reach === 'all' ? undefined : reach))
    .orderBy(asc(table.uniqueId))
    .for('update')) as Values[]
  if (rows.length < wanted.length) throw notFound()
  mayMerge(spec, rows, context)
  if (rows.length < 2) throw invalid({ [field]: say('Choose at least two records') })
  return rows
}

/** Who may change and delete all of them may merge them. */
export const mayMerge = ({ policy }: Mergeable, rows: readonly Values[], { actor }: WriteContext) => {
  for (const row of rows) for (const rules of [policy.merge, policy.update, policy.remove]) allow(actor, rules, row)
}
