import { UNMERGE_DAYS } from '@tradewind/contract/crm/bulk/merge.constants'
import {
  customKeyOf,
  customName,
  type CustomValue,
  type CustomValues,
  isCustomName,
} from '@tradewind/contract/kit/custom/custom.fields'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { mergeCustomValues } from '#kit/custom/check'
import { definitionsOf } from '#kit/custom/definitions'
import { formatChanges } from '#kit/custom/formatValues'
import { violatedUniqueIndex } from '#kit/database/sharded'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { notifyOfKinds, recordActivity } from '#kit/record/activity'
import { audit, changesOf } from '#kit/record/audit'
import { writeRecord } from '#kit/record/crud'
import { assertParentsLive, moveToTrash } from '#kit/record/tree'
import { type DifferentPair, type Merge, mergedTimelines, merges } from '../schema/merge.table.ts'
import {
  assertCanMerge,
  type Mergeable,
  nothingCombined,
  recordsToMerge,
  restoreProjectCompanies,
  runMergeHooks,
  titleOf,
  undoMergeHooks,
  type Values,
} from './mergeable.ts'
import { affectedKinds, moveAll, moveBack, type UnmovedRow } from './move.ts'
import { changedSince, statesByField, stateRestorer } from './previousState.ts'

export interface MergeInput {
  into: string
  from: readonly string[]
  fields?: Readonly<Record<string, string | undefined>> | undefined
  updatedAt?: Readonly<Record<string, string>> | undefined
}

/** Throws if a record has changed since the actor loaded it. */
const assertUnchanged = (spec: Mergeable, rows: readonly Values[], loaded: MergeInput['updatedAt'] = {}) => {
  const stale = rows.find(({ uniqueId, updatedAt }) => loaded[uniqueId] && Date.parse(loaded[uniqueId]) !== Date.parse(updatedAt))
  if (!stale) return
  throw conflict(
    say('“{name}” has changed in the meantime. Check the records again before you merge them.', { name: titleOf(spec, stale) }),
    {
      uniqueId: stale.uniqueId,
    },
  )
}

/** The chosen values of fields from other records than the one that stays. */
const chosenValues = ({ columns = {} }: Mergeable, rows: readonly Values[], { fields = {} }: MergeInput) => {
  const chosen: Record<string, unknown> = {}
  const own: Record<string, Values> = {}
  for (const [field, id] of Object.entries(fields)) {
    const row = rows.find(({ uniqueId }) => uniqueId === id)
    if (!row) throw invalid({ fields: say('Choose among the records that are merged') })
    if (isCustomName(field)) own[customKeyOf(field)] = row
    else for (const column of columns[field] ?? [field]) chosen[column] = row[column]
  }
  return { chosen, own }
}

const valuesOf = (row: Values) => new Map(Object.entries(row['custom'] as CustomValues))

interface Merging {
  winner: Values
  losers: readonly Values[]
  /** The record whose value is chosen, by key of the tenant's own field. */
  sourceByKey: Readonly<Record<string, Values>>
}

/** The columns of the tenant's own fields: the chosen values, and missing values from the other records, the first one taking precedence. Empty if nothing changes. */
const mergedCustom = async ({ of: { custom } }: Mergeable, { winner, losers, sourceByKey }: Merging, { tx }: WriteContext) => {
  if (!custom) return {}
  const winnerValues = valuesOf(winner)
  const change = new Map<string, CustomValue | null>(
    losers
      .toReversed()
      .flatMap((row) => [...valuesOf(row)])
      .filter(([key]) => !winnerValues.has(key)),
  )
  const keys = Object.keys(sourceByKey)
  if (keys.length + change.size === 0) return {}
  const definitions = await definitionsOf(tx, custom.kind, 'all')
  for (const key of keys) {
    if (!definitions.some((definition) => definition.key === key && !definition.retiredAt))
      throw invalid({ [customName(key)]: say('There is no field “{name}” here', { name: key }) })
    change.set(key, valuesOf(sourceByKey[key]!).get(key) ?? null)
  }
  if ([...change].every(([key, value]) => (winnerValues.get(key) ?? null) === value)) return {}
  return mergeCustomValues(definitions, winner['custom'] as CustomValues, Object.fromEntries(change))
}

/** Copies the "not a duplicate" marks of the merged records to the record that stays. Returns the new ones. */
const copyDifferentMarks = async ({ different }: Mergeable, into: string, from: readonly string[], { tx }: WriteContext) => {
  const [all, others] = [[into, ...from], sql`${sql.param([...from])}::uuid[]`]
  const { oneId, otherId } = different
  const { rows } = await tx.execute<DifferentPair & Record<string, unknown>>(sql`insert into ${different} (one_id, other_id)
    select distinct least(${into}::uuid, third), greatest(${into}::uuid, third)
    from (select case when ${oneId} = any(${others}) then ${otherId} else ${oneId} end as third
      from ${different} where ${oneId} = any(${others}) or ${otherId} = any(${others})) pair
    where third <> all(${sql.param(all)}::uuid[]) on conflict do nothing returning one_id as "oneId", other_id as "otherId"`)
  return rows
}

const removeDifferentMarks = async ({ different }: Mergeable, marks: readonly DifferentPair[], { tx }: WriteContext) => {
  const idsOf = (side: keyof DifferentPair) => sql`${sql.param(marks.map((mark) => mark[side]))}::uuid[]`
  if (marks.length > 0)
    await tx.execute(
      sql`delete from ${different} where (one_id, other_id) in (select * from unnest(${idsOf('oneId')}, ${idsOf('otherId')}))`,
    )
}

/** Merges records: what belongs to the others moves to the one that stays. */
export const merge = async (spec: Mergeable, input: MergeInput, context: WriteContext) => {
  const { tx, actor } = context
  const rows = await recordsToMerge(spec, [input.into, ...input.from], context, 'from')
  assertUnchanged(spec, rows, input.updatedAt)
  const winner = rows.find(({ uniqueId }) => uniqueId === input.into)!
  const losers = rows
    .filter((row) => row !== winner)
    .toSorted((one, other) => input.from.indexOf(one.uniqueId) - input.from.indexOf(other.uniqueId))
  const [into, from] = [winner.uniqueId, losers.map(({ uniqueId }) => uniqueId)]
  const { own, ...product } = chosenValues(spec, rows, input)
  const chosen = { ...product.chosen, ...(await mergedCustom(spec, { winner, losers, sourceByKey: own }, context)) }
  spec.check?.({ ...winner, ...chosen }, context)
  await moveToTrash(spec.of, from, context) // frees their unique names for the record that stays
  const combined = (await spec.before?.({ into, from }, context)) ?? nothingCombined
  const changes = changesOf(winner, chosen)
  const updated = (await writeRecord(spec.of, winner, chosen, context)) as Values
  const moved = await moveAll(spec, from, updated, tx)
  const hooks = await runMergeHooks(spec, into, context)
  const marks = await copyDifferentMarks(spec, into, from, context)
  await tx.insert(mergedTimelines).values(from.map((fromId) => ({ intoId: into, fromId })))
  await spec.after?.([into, ...from], context)
  const names = losers.map((row) => titleOf(spec, row))
  const [inserted] = await tx
    .insert(merges)
    .values({
      kind: spec.of.name,
      intoId: into,
      fromIds: from,
      names,
      byName: actor.fullName,
      createdBy: actor.uniqueId,
      filled: statesByField(changes),
      moved,
      places: { ...combined, marks, hooks },
    })
    .returning({ uniqueId: merges.uniqueId })
  const title = titleOf(spec, updated)
  const auditChanges = { ...(await formatChanges(spec.of, changes, context)), merged: { before: null, after: names } }
  await audit(context, { action: 'MERGED', kind: spec.of.name, recordId: into, title, changes: auditChanges })
  await recordActivity(context, spec.of, [updated], { action: 'CHANGED' })
  notifyOfKinds(context, affectedKinds(spec))
  const [record] = await spec.show([updated], context)
  return { merge: inserted!.uniqueId, into, record }
}

const UNMERGE_LIMIT = UNMERGE_DAYS * 24 * 60 * 60 * 1000
/** The maximum number of unmoved records named in the reply. */
const MAX_NAMED = 100

const lockMerge = async (spec: Mergeable, uniqueId: string, { tx }: WriteContext) => {
  const [found] = await tx
    .select()
    .from(merges)
    .where(and(eq(merges.uniqueId, uniqueId), eq(merges.kind, spec.of.name), isNull(merges.undoneAt)))
    .for('update')
  if (!found) throw notFound()
  return found
}

const MERGED_AGAIN = say('The merged record is in the trash or was merged again. Undo that first.')

/** The records of a merge, locked: the one that stays must not be deleted, the others must be in the trash. */
const recordsOf = async (spec: Mergeable, { intoId, fromIds }: Merge, context: WriteContext) => {
  const { table } = spec.of
  const rows = (await context.tx
    .select()
    .from(table)
    .where(inArray(table.uniqueId, [intoId, ...fromIds]))
    .orderBy(asc(table.uniqueId))
    .for('update')) as (Values & { deletedAt: string | null })[]
  assertCanMerge(spec, rows, context)
  const winner = rows.find(({ uniqueId }) => uniqueId === intoId)
  if (!winner || winner.deletedAt) throw conflict(MERGED_AGAIN)
  const losers = rows.filter(({ uniqueId, deletedAt }) => fromIds.includes(uniqueId) && deletedAt)
  if (losers.length < fromIds.length) throw conflict(say('These records were deleted permanently'))
  return { winner, losers }
}

/** Throws if a later merge into the same record has changed the same fields, or has combined places in projects that this one moved or combined. */
const assertNotOverlaid = async ({ intoId, dateCreated, moved, places, filled }: Merge, { tx }: WriteContext) => {
  const isLater = and(eq(merges.intoId, intoId), isNull(merges.undoneAt), gt(merges.dateCreated, dateCreated))
  const later = await tx.select({ filled: merges.filled, places: merges.places }).from(merges).where(isLater)
  const fields = Object.keys(filled.after)
  const ids = new Set([...moved.flatMap(({ rows }) => rows), ...places.filled].map(({ uniqueId }) => uniqueId))
  const isOverlaid = (one: (typeof later)[number]) =>
    fields.some((field) => field in one.filled.after) || one.places.filled.some(({ uniqueId }) => ids.has(uniqueId))
  if (later.some(isOverlaid)) throw conflict(MERGED_AGAIN)
}

/** The ids of the moved records that somebody has changed since the merge. */
const unmovableIds = ({ moved, places, dateCreated }: Merge, context: WriteContext) => {
  const ids = [
    ...moved.flatMap(({ rows }) => rows.map(({ uniqueId }) => uniqueId)),
    ...places.trashed,
    ...places.filled.map(({ uniqueId }) => uniqueId),
  ]
  return changedSince(ids, dateCreated, context)
}

/** Throws which names may be in use, if one of them is. */
const rethrowTaken = (names: string) => (error: unknown) => {
  if (!violatedUniqueIndex(error)) throw error
  throw conflict(say('Another record now has one of these names: {names}. Rename that one first.', { names }))
}

/** Restores the fields that the merge changed, except those that somebody has changed since. */
const restoreFields = async (spec: Mergeable, winner: Values, { filled }: Merge, context: WriteContext) => {
  const { fields: values, staying } = (await stateRestorer(spec.of, [filled], context))(winner, filled)
  const names = titleOf(spec, { ...winner, ...values })
  const row = (await writeRecord(spec.of, winner, values, context).catch(rethrowTaken(names))) as Values
  return { row, changes: changesOf(winner, values), staying }
}

const restoreMerged = async (spec: Mergeable, losers: readonly Values[], { tx }: WriteContext) => {
  const { table } = spec.of
  const back = { deletedAt: null, deletedBy: null, updatedAt: nextUpdatedAt(table.updatedAt) }
  await tx
    .update(table)
    .set(back)
    .where(
      inArray(
        table.uniqueId,
        losers.map(({ uniqueId }) => uniqueId),
      ),
    )
    .catch(rethrowTaken(losers.map((row) => titleOf(spec, row)).join(', ')))
}

/** Undoes a merge. Records that somebody has changed since stay where they are, and are named. */
export const unmerge = async (spec: Mergeable, uniqueId: string, context: WriteContext) => {
  const { tx } = context
  const mergeRow = await lockMerge(spec, uniqueId, context)
  const { winner, losers } = await recordsOf(spec, mergeRow, context)
  if (Date.parse(mergeRow.dateCreated) < Date.now() - UNMERGE_LIMIT)
    throw conflict(say('A merge can be undone for {count} days', { count: UNMERGE_DAYS }))
  await assertNotOverlaid(mergeRow, context)
  for (const loser of losers) await assertParentsLive(spec.of, loser, context)
  const changed = await unmovableIds(mergeRow, context)
  const { row, changes, staying: fields } = await restoreFields(spec, winner, mergeRow, context)
  await restoreMerged(spec, losers, context)
  const back = { spec, into: mergeRow.intoId, records: losers, changed, mergeId: uniqueId, tx }
  const staying: UnmovedRow[] = await moveBack(mergeRow.moved, back)
  await restoreProjectCompanies(mergeRow.places, changed, context)
  await undoMergeHooks(spec, mergeRow.places.hooks ?? {}, context)
  await removeDifferentMarks(spec, mergeRow.places.marks ?? [], context)
  await spec.after?.([mergeRow.intoId, ...mergeRow.fromIds], context)
  await tx
    .delete(mergedTimelines)
    .where(and(eq(mergedTimelines.intoId, mergeRow.intoId), inArray(mergedTimelines.fromId, mergeRow.fromIds)))
  await tx
    .update(merges)
    .set({ undoneAt: nextUpdatedAt(merges.updatedAt), updatedAt: nextUpdatedAt(merges.updatedAt) })
    .where(eq(merges.uniqueId, uniqueId))
  const title = titleOf(spec, row)
  const auditChanges = { ...(await formatChanges(spec.of, changes, context)), merged: { before: mergeRow.names, after: null } }
  await audit(context, { action: 'UNMERGED', kind: spec.of.name, recordId: mergeRow.intoId, title, changes: auditChanges })
  await recordActivity(context, spec.of, [row], { action: 'CHANGED' })
  await recordActivity(context, spec.of, losers, { action: 'RESTORED' })
  notifyOfKinds(context, affectedKinds(spec))
  return { into: mergeRow.intoId, from: mergeRow.fromIds, fields, kept: staying.slice(0, MAX_NAMED), keptCount: staying.length }
}
