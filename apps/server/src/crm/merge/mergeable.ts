import type { MatchReason } from '@tradewind/contract/crm/bulk/merge.constants'
import type { Policy, Rules } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { mergeCustomValues } from '#kit/custom/check'
import { definitionsOf } from '#kit/custom/definitions'
import { nextUpdatedAt, type SoftDeleteTable } from '#kit/database/table'
import { invalid, notFound } from '#kit/errors'
import type { AllFeatures } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { changesOf } from '#kit/record/audit'
import { writeRecord } from '#kit/record/crud'
import { assertAllowed, type Entity, rowCondition } from '#kit/record/entity'
import { moveToTrash } from '#kit/record/tree'
import { type CombinedPlaces, type FieldChange, remainingIds } from '../schema/merge.table.ts'
import { projectCompanies, projectCompanyEntity, projects } from '../schema/project.table.ts'
import { columnsToRestore, definitionsForRestore, isSameValue, statesByField, valueIn } from './previousState.ts'

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
  get: (which: { uniqueId: string }, context: ReadContext) => Promise<Shown>
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
export const referencesTo = ({ of, all }: Pick<Mergeable, 'of' | 'all'>) =>
  all().flatMap(({ references = [] }) => references.filter(({ to }) => to === of.name))

const hooksOf = ({ of, all }: Mergeable) =>
  all().flatMap(({ mergeHooks = [] }) => mergeHooks.filter((hook) => hook.of === of.name))

/** Runs the merge hooks of the features. Returns their results by name. */
export const runMergeHooks = async (spec: Mergeable, into: string, context: WriteContext) => {
  const results: Record<string, unknown> = {}
  for (const { name, merged } of hooksOf(spec)) results[name] = await merged(into, context)
  return results
}

/** Undoes what the merge hooks did, by their stored results. */
export const undoMergeHooks = async (spec: Mergeable, results: Readonly<Record<string, unknown>>, context: WriteContext) => {
  for (const { name, undone } of hooksOf(spec)) if (name in results) await undone(results[name], context)
}

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
  const missingCustom = Object.entries(other.custom).filter(([key]) => !Object.hasOwn(row.custom, key))
  return {
    ...pickFields(other, empty),
    ...(missingCustom.length > 0 && { custom: { ...row.custom, ...Object.fromEntries(missingCustom) } }),
    ...(!row.isLastContactGiven && pickFields(other, other.isLastContactGiven ? ['lastContact', 'isLastContactGiven'] : [])),
    ...(!row.isNextContactGiven && pickFields(other, other.isNextContactGiven ? ['nextContact', 'isNextContactGiven'] : [])),
  }
}

/** Fills the empty columns of a row from others. Returns what has changed. */
const fillFrom = async (
  remaining: ProjectCompanyRow,
  others: readonly ProjectCompanyRow[],
  context: WriteContext,
): Promise<FieldChange> => {
  const combined = others.reduce<ProjectCompanyRow>((row, other) => ({ ...row, ...missingValuesFrom(row, other) }), remaining)
  if (combined.custom !== remaining.custom)
    Object.assign(combined, mergeCustomValues(await definitionsOf(context.tx, 'projectCompany', 'all'), combined.custom, {}))
  const fields = Object.keys(combined).filter(
    (field) => combined[field as keyof ProjectCompanyRow] !== remaining[field as keyof ProjectCompanyRow],
  )
  const values = pickFields(combined, fields)
  if (fields.length > 0) await writeRecord(projectCompanyEntity, remaining, values, context)
  return { uniqueId: remaining.uniqueId, ...statesByField(changesOf(remaining, values)) }
}

/** A day and the mark that it was set by hand go together: neither is restored alone. */
const dayFields = new Set(['lastContact', 'isLastContactGiven', 'nextContact', 'isNextContactGiven'])

/** Whether a contact was merged into another one since. */
const wasMergedInto = async (contactId: unknown, into: string | null, { tx }: WriteContext) => {
  if (typeof contactId !== 'string' || into === null) return false
  const { rows } = await tx.execute(
    sql`select from (${remainingIds((id) => sql`${id} = ${contactId}`)}) one where into_id = ${into}`,
  )
  return rows.length > 0
}

/** Restores the fields of a row that it got from others, except those that somebody has changed since. */
const emptyAgain = async (row: ProjectCompanyRow, { before, after }: FieldChange, isChanged: boolean, context: WriteContext) => {
  const isContactMerged = await wasMergedInto(after['mainContactId'], row.mainContactId, context)
  const isAsFilled = (field: string) =>
    isSameValue(valueIn(row, field), after[field]) || (field === 'mainContactId' && isContactMerged)
  const fields = Object.keys(before).filter((field) => isAsFilled(field) && !(isChanged && dayFields.has(field)))
  if (fields.length === 0) return
  const definitions = await definitionsForRestore(projectCompanyEntity, fields, context)
  await writeRecord(projectCompanyEntity, row, columnsToRestore(row, before, fields, definitions), context)
}

const projectDeletedAt = sql`(select ${projects.deletedAt} from ${projects} where ${projects.uniqueId} = ${projectId})`

/**
 * A company can be in a project only once. Where several of these are in one, keeps the row of the company that stays, else the first;
 * fills its empty columns from the others, and moves those to the trash. In a project that is in the trash, the others no longer return with it.
 */
export const combineProjectCompanies = async (
  { into, from }: { into: string; from: readonly string[] },
  context: WriteContext,
): Promise<CombinedPlaces> => {
  const { tx } = context
  const order = [into, ...from]
  const isInProject = sql`${deletedAt} is not distinct from ${projectDeletedAt}`
  const rows = await tx
    .select()
    .from(projectCompanies)
    .where(and(inArray(companyId, order), or(isNull(deletedAt), isInProject)))
    .orderBy(uniqueId)
    .for('update')
  const [trashed, separated, filled]: [string[], string[], FieldChange[]] = [[], [], []]
  for (const same of Map.groupBy(rows, (row) => row.projectId).values()) {
    const [remaining, ...others] = same.toSorted((one, other) => order.indexOf(one.companyId) - order.indexOf(other.companyId))
    if (!remaining || others.length === 0) continue
    const goneIds = others.map((other) => other.uniqueId)
    if (remaining.deletedAt) separated.push(...goneIds)
    else trashed.push(...goneIds)
    filled.push(await fillFrom(remaining, others, context))
  }
  if (trashed.length > 0) await moveToTrash(projectCompanyEntity, trashed, context)
  if (separated.length > 0)
    await tx
      .update(projectCompanies)
      .set({
        deletedAt: sql`(${deletedAt} at time zone 'UTC' - interval '1 millisecond') at time zone 'UTC'`,
        updatedAt: nextUpdatedAt(updatedAt),
      })
      .where(inArray(uniqueId, separated))
  return { trashed, separated, filled }
}

/** Undoes `combineProjectCompanies`, except what somebody has changed since. If the project is in the trash by now, its row stays there. */
export const restoreProjectCompanies = async (
  { trashed, separated = [], filled }: CombinedPlaces,
  changed: ReadonlySet<string>,
  context: WriteContext,
) => {
  const { tx } = context
  const unchanged = (ids: readonly string[]) => ids.filter((id) => !changed.has(id))
  const [restorableIds, separatedIds] = [unchanged(trashed), unchanged(separated)]
  const projectExists = sql`${projectId} in (select ${projects.uniqueId} from ${projects} where ${projects.deletedAt} is null)`
  if (restorableIds.length > 0)
    await tx
      .update(projectCompanies)
      .set({ deletedAt: null, deletedBy: null, updatedAt: nextUpdatedAt(updatedAt) })
      .where(and(inArray(uniqueId, restorableIds), isNotNull(deletedAt), projectExists))
  if (separatedIds.length > 0)
    await tx
      .update(projectCompanies)
      .set({ deletedAt: projectDeletedAt, updatedAt: nextUpdatedAt(updatedAt) })
      .where(and(inArray(uniqueId, separatedIds), isNotNull(deletedAt)))
  const filledById = new Map(filled.map((one) => [one.uniqueId, one]))
  const rows = await tx
    .select()
    .from(projectCompanies)
    .where(inArray(uniqueId, [...filledById.keys()]))
    .orderBy(uniqueId)
    .for('update')
  for (const row of rows) await emptyAgain(row, filledById.get(row.uniqueId)!, changed.has(row.uniqueId), context)
}
