import type { MatchReason } from '@tradewind/contract/crm/bulk/merge.constants'
import type { Policy, Rules } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { nextUpdatedAt, type SoftDeleteTable } from '#kit/database/table'
import { invalid, notFound } from '#kit/errors'
import type { AllFeatures } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { assertAllowed, type Entity, rowCondition } from '#kit/record/entity'
import type { FieldChange } from '../schema/merge.table.ts'
import { projectCompanies, projects } from '../schema/project.table.ts'

/** The companies in projects that a merge has combined. */
interface CombinedPlaces {
  trashed: readonly string[]
  filled: readonly FieldChange[]
}
export const nothingCombined: CombinedPlaces = { trashed: [], filled: [] }

/** What the merge must know of a kind of record to find duplicates, merge them, and undo that. */
export interface Mergeable<T extends SoftDeleteTable = SoftDeleteTable, Shown = unknown> {
  of: Entity<T>
  policy: Policy & { compare: Rules; merge: Rules }
  /** The keys by which duplicates are found, and the weight of each. */
  keys: readonly { reason: MatchReason; column: AnyPgColumn; weight: number }[]
  /** The table of pairs that are marked as not the same. */
  different: PgTable & { oneId: AnyPgColumn; otherId: AnyPgColumn }
  /** The columns that are written with a field, if more than its own. */
  columns?: Readonly<Record<string, readonly string[]>>
  show: (rows: T['$inferSelect'][], context: ReadContext | WriteContext) => Promise<Shown[]>
  /** Throws if the merged record would be invalid. */
  check?: (row: T['$inferSelect'], context: WriteContext) => void
  /** Runs before records are moved, and after they were, on merge and unmerge. */
  before?: (ids: { into: string; from: readonly string[] }, context: WriteContext) => Promise<CombinedPlaces>
  after?: (ids: readonly string[], context: WriteContext) => Promise<void>
  all: AllFeatures
}

export type Values = Record<string, unknown> & { uniqueId: string; updatedAt: string }
export const titleOf = ({ of }: Pick<Mergeable, 'of'>, row: Values) => String(row[of.title])

/** The columns that reference records of this kind and copy none of their values. */
export const referencesTo = ({ of, all }: Mergeable) =>
  all().flatMap(({ references = [] }) => references.filter(({ to }) => to === of.name))

/** These records, locked. Each must not be deleted, and the actor must be able to see and merge it. */
export const recordsToMerge = async (spec: Mergeable, ids: readonly string[], context: WriteContext, field = 'uniqueIds') => {
  const { table } = spec.of
  const uniqueIds = [...new Set(ids)]
  const allowed = rowCondition(spec.of, spec.policy.see, context.actor)
  const rows = (await context.tx
    .select()
    .from(table)
    .where(and(inArray(table.uniqueId, uniqueIds), isNull(table.deletedAt), allowed))
    .orderBy(asc(table.uniqueId))
    .for('update')) as Values[]
  if (rows.length < uniqueIds.length) throw notFound()
  assertCanMerge(spec, rows, context)
  if (rows.length < 2) throw invalid({ [field]: say('Choose at least two records') })
  return rows
}

/** Throws unless the actor may merge, change and delete each of the records. */
export const assertCanMerge = ({ policy }: Mergeable, rows: readonly Values[], { actor }: WriteContext) => {
  for (const row of rows) for (const rules of [policy.merge, policy.update, policy.remove]) assertAllowed(actor, rules, row)
}

type ProjectCompanyRow = typeof projectCompanies.$inferSelect
const { uniqueId, companyId, projectId, deletedAt, updatedAt } = projectCompanies

const pickFields = (row: ProjectCompanyRow, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field as keyof ProjectCompanyRow]]))

/** The values that the remaining row takes from another one where it has none. A day that was set by hand takes precedence over one from reports. */
const missingValuesFrom = (row: ProjectCompanyRow, other: ProjectCompanyRow): Partial<ProjectCompanyRow> => {
  const empty = (['potential', 'interest', 'priority', 'mainContactId'] as const).filter((field) => row[field] === null)
  return {
    ...pickFields(other, empty),
    ...(!row.isLastContactGiven && pickFields(other, other.isLastContactGiven ? ['lastContact', 'isLastContactGiven'] : [])),
    ...(!row.isNextContactGiven && pickFields(other, other.isNextContactGiven ? ['nextContact', 'isNextContactGiven'] : [])),
  }
}

/**
 * A company can be in a project only once. Where several of these are in one, keeps the row of the company that stays, else the first;
 * fills its empty columns from the others, and moves those to the trash.
 */
export const combineProjectCompanies = async (
  { into, from }: { into: string; from: readonly string[] },
  { tx, actor }: WriteContext,
): Promise<CombinedPlaces> => {
  const order = [into, ...from]
  const rows = await tx
    .select()
    .from(projectCompanies)
    .where(and(inArray(companyId, order), isNull(deletedAt)))
    .orderBy(uniqueId)
    .for('update')
  const trashed: string[] = []
  const filled: FieldChange[] = []
  for (const same of Map.groupBy(rows, (row) => row.projectId).values()) {
    const [remaining, ...others] = same.toSorted((one, other) => order.indexOf(one.companyId) - order.indexOf(other.companyId))
    if (!remaining || others.length === 0) continue
    trashed.push(...others.map((other) => other.uniqueId))
    const combined = others.reduce<ProjectCompanyRow>((row, other) => ({ ...row, ...missingValuesFrom(row, other) }), remaining)
    const fields = Object.keys(combined).filter(
      (field) => combined[field as keyof ProjectCompanyRow] !== remaining[field as keyof ProjectCompanyRow],
    )
    if (fields.length === 0) continue
    filled.push({ uniqueId: remaining.uniqueId, before: pickFields(remaining, fields), after: pickFields(combined, fields) })
    const set = { ...pickFields(combined, fields), updatedAt: nextUpdatedAt(updatedAt) }
    await tx
      .update(projectCompanies)
      .set(set)
      .where(sql`${uniqueId} = ${remaining.uniqueId}`)
  }
  const now = nextUpdatedAt(updatedAt)
  if (trashed.length > 0)
    await tx
      .update(projectCompanies)
      .set({ deletedAt: now, deletedBy: actor.uniqueId, updatedAt: now })
      .where(inArray(uniqueId, trashed))
  return { trashed, filled }
}

/** Undoes `combineProjectCompanies`, except rows that somebody has changed since. If the project is in the trash by now, its row stays there. */
export const restoreProjectCompanies = async (
  { trashed, filled }: CombinedPlaces,
  changed: ReadonlySet<string>,
  { tx }: WriteContext,
) => {
  const restorableIds = trashed.filter((id) => !changed.has(id))
  const projectExists = sql`${projectId} in (select ${projects.uniqueId} from ${projects} where ${projects.deletedAt} is null)`
  if (restorableIds.length > 0)
    await tx
      .update(projectCompanies)
      .set({ deletedAt: null, deletedBy: null, updatedAt: nextUpdatedAt(updatedAt) })
      .where(and(inArray(uniqueId, restorableIds), isNotNull(deletedAt), projectExists))
  for (const { uniqueId: id, before } of filled.filter((one) => !changed.has(one.uniqueId)))
    await tx
      .update(projectCompanies)
      .set({ ...before, updatedAt: nextUpdatedAt(updatedAt) })
      .where(sql`${uniqueId} = ${id}`)
}
