import { UNMERGE_DAYS } from '@tradewind/contract/crm/bulk/merge.words'
import {
  customName,
  type CustomValue,
  type CustomValues,
  isCustomName,
  keyIn,
} from '@tradewind/contract/kit/custom/custom.fields'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { customWith } from '#kit/custom/check'
import { definitionsOf } from '#kit/custom/definitions'
import { toldInWords } from '#kit/custom/words'
import { brokenUnique } from '#kit/database/sharded'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { recordActivity } from '#kit/record/activity'
import { audit, audits, changesOf } from '#kit/record/audit'
import { writeRecord } from '#kit/record/crud'
import { type Merge, mergedTimelines, merges } from '../schema/merge.table.ts'
import { columnsBack, definitionsBack, heldIn, statesByField } from './customStates.ts'
import { mayMerge, type Mergeable, nothingSettled, recordsToMerge, titleOf, unsettlePlaces, type Values } from './mergeable.ts'
import { moveAll, moveBack, type Staying } from './move.ts'

export interface MergeAsked {
  into: string
  from: readonly string[]
  fields?: Readonly<Record<string, string | undefined>> | undefined
  updatedAt?: Readonly<Record<string, string>> | undefined
}

/** Throws if a record has changed since the actor loaded it. */
const areAsSeen = (spec: Mergeable, rows: readonly Values[], seen: MergeAsked['updatedAt'] = {}) => {
  const stale = rows.find(({ uniqueId, updatedAt }) => seen[uniqueId] && Date.parse(seen[uniqueId]) !== Date.parse(updatedAt))
  if (!stale) return
  throw conflict(
    say('“{name}” has changed in the meantime. Check the records again before you merge them.', { name: titleOf(spec, stale) }),
    {
      uniqueId: stale.uniqueId,
    },
  )
}

/** The chosen values of fields from other records than the one that stays. */
const chosenOf = ({ columns = {} }: Mergeable, rows: readonly Values[], { fields = {} }: MergeAsked) => {
  const chosen: Record<string, unknown> = {}
  const own: Record<string, Values> = {}
  for (const [field, id] of Object.entries(fields)) {
    const row = rows.find(({ uniqueId }) => uniqueId === id)
    if (!row) throw invalid({ fields: say('Choose among the records that are merged') })
    if (isCustomName(field)) own[keyIn(field)] = row
    else for (const column of columns[field] ?? [field]) chosen[column] = row[column]
  }
  return { chosen, own }
}

const valuesOf = (row: Values) => new Map(Object.entries(row['custom'] as CustomValues))

interface Merging {
  winner: Values
  losers: readonly Values[]
  /** The record whose value is chosen, by key of the tenant's own field. */
  chosen: Readonly<Record<string, Values>>
}

/** The columns of the tenant's own fields: the chosen values, and missing values from the other records, the first one taking precedence. Empty if nothing changes. */
const mergedCustom = async ({ of: { custom } }: Mergeable, { winner, losers, chosen }: Merging, { tx }: WriteContext) => {
  if (!custom) return {}
  const own = valuesOf(winner)
  const change = new Map<string, CustomValue | null>(
    losers
      .toReversed()
      .flatMap((row) => [...valuesOf(row)])
      .filter(([key]) => !own.has(key)),
  )
  const keys = Object.keys(chosen)
  if (keys.length + change.size === 0) return {}
  const definitions = await definitionsOf(tx, custom.kind)
  for (const key of keys) {
    if (!definitions.some((definition) => definition.key === key))
      throw invalid({ [customName(key)]: say('There is no field “{name}” here', { name: key }) })
    change.set(key, valuesOf(chosen[key]!).get(key) ?? null)
  }
  if ([...change].every(([key, value]) => (own.get(key) ?? null) === value)) return {}
  return customWith(definitions, winner['custom'] as CustomValues, Object.fromEntries(change))
}

/** Moves merged records to the trash, which frees their unique names for the record that stays. */
const trash = ({ of: { table } }: Mergeable, ids: readonly string[], { tx, actor }: WriteContext) => {
  const now = nextUpdatedAt(table.updatedAt)
  return tx
    .update(table)
    .set({ deletedAt: now, deletedBy: actor.uniqueId, updatedAt: now })
    .where(inArray(table.uniqueId, [...ids]))
}

/** Copies the "not a duplicate" marks of the merged records to the record that stays. */
const keepDifferent = ({ different }: Mergeable, into: string, from: readonly string[], { tx }: WriteContext) => {
  const [all, others] = [[into, ...from], sql`${sql.param([...from])}::uuid[]`]
  const { oneId, otherId } = different
  return tx.execute(sql`insert into ${different} (one_id, other_id)
    select distinct least(${into}::uuid, third), greatest(${into}::uuid, third)
    from (select case when ${oneId} = any(${others}) then ${otherId} else ${oneId} end as third
      from ${different} where ${oneId} = any(${others}) or ${otherId} = any(${others})) pair
    where third <> all(${sql.param(all)}::uuid[]) on conflict do nothing returning tenant_id`)
}

/** Merges records: what belongs to the others moves to the one that stays. */
export const merge = async (spec: Mergeable, asked: MergeAsked, context: WriteContext) => {
  const { tx, actor } = context
  const rows = await recordsToMerge(spec, [asked.into, ...asked.from], context, 'from')
  areAsSeen(spec, rows, asked.updatedAt)
  const winner = rows.find(({ uniqueId }) => uniqueId === asked.into)!
  const losers = rows
    .filter((row) => row !== winner)
    .toSorted((one, other) => asked.from.indexOf(one.uniqueId) - asked.from.indexOf(other.uniqueId))
  const [into, from] = [winner.uniqueId, losers.map(({ uniqueId }) => uniqueId)]
  const { own, ...product } = chosenOf(spec, rows, asked)
  const chosen = { ...product.chosen, ...(await mergedCustom(spec, { winner, losers, chosen: own }, context)) }
  spec.check?.({ ...winner, ...chosen }, context)
  await trash(spec, from, context)
  const places = (await spec.before?.({ into, from }, context)) ?? nothingSettled
  const changes = changesOf(winner, chosen)
  const written = (await writeRecord(spec.of, winner, chosen, context)) as Values
  const moved = await moveAll(spec, from, written, tx)
  await keepDifferent(spec, into, from, context)
  await tx.insert(mergedTimelines).values(from.map((fromId) => ({ intoId: into, fromId })))
  await spec.after?.([into, ...from], context)
  const names = losers.map((row) => titleOf(spec, row))
  const [kept] = await tx
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
      places,
    })
    .returning({ uniqueId: merges.uniqueId })
  const title = titleOf(spec, written)
  const said = { ...(await toldInWords(spec.of, changes, context)), merged: { before: null, after: names } }
  await audit(context, { action: 'MERGED', kind: spec.of.name, recordId: into, title, changes: said })
  await recordActivity(context, spec.of, [written], { action: 'CHANGED' })
  const [record] = await spec.show([written], context)
  return { merge: kept!.uniqueId, into, record }
}

const LIMIT = UNMERGE_DAYS * 24 * 60 * 60 * 1000
/** The maximum number of unmoved records named in the reply. */
const NAMED = 100

const find = async (spec: Mergeable, uniqueId: string, { tx }: WriteContext) => {
  const [found] = await tx
    .select()
    .from(merges)
    .where(and(eq(merges.uniqueId, uniqueId), eq(merges.kind, spec.of.name), isNull(merges.undoneAt)))
    .for('update')
  if (!found) throw notFound()
  return found
}

/** The records of a merge, locked: the one that stays must not be deleted, the others must be in the trash. */
const recordsOf = async (spec: Mergeable, { intoId, fromIds }: Merge, context: WriteContext) => {
  const { table } = spec.of
  const rows = (await context.tx
    .select()
    .from(table)
    .where(inArray(table.uniqueId, [intoId, ...fromIds]))
    .orderBy(asc(table.uniqueId))
    .for('update')) as (Values & { deletedAt: string | null })[]
  mayMerge(spec, rows, context)
  const winner = rows.find(({ uniqueId }) => uniqueId === intoId)
  if (!winner || winner.deletedAt) throw conflict(say('The merged record is in the trash or was merged again. Undo that first.'))
  const losers = rows.filter(({ uniqueId, deletedAt }) => fromIds.includes(uniqueId) && deletedAt)
  if (losers.length < fromIds.length) throw conflict(say('These records were deleted permanently'))
  return { winner, losers }
}

/** The ids of the moved records that somebody has changed since the merge. */
const changedSince = async ({ moved, places, dateCreated }: Merge, { tx }: WriteContext) => {
  const ids = [
    ...moved.flatMap(({ rows }) => rows.map(({ uniqueId }) => uniqueId)),
    ...places.trashed,
    ...places.filled.map(({ uniqueId }) => uniqueId),
  ]
  if (ids.length === 0) return new Set<string>()
  const found = await tx
    .selectDistinct({ id: audits.recordId })
    .from(audits)
    .where(
      and(
        sql`${audits.recordId} = any(${sql.param(ids)}::uuid[])`,
        sql`${audits.dateCreated} > ${dateCreated}`,
        ne(audits.action, 'EXPORTED'),
      ),
    )
  return new Set(found.map(({ id }) => id!))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Restores the fields that the merge changed, except those that somebody has changed since. */
const fieldsBack = async (spec: Mergeable, winner: Values, { filled: { before, after } }: Merge, context: WriteContext) => {
  const fields = Object.keys(before)
  const staying = fields.filter((field) => !isSame(heldIn(winner, field), after[field]))
  const going = fields.filter((field) => !staying.includes(field))
  const values = columnsBack(winner, before, going, await definitionsBack(spec.of, going, context))
  return {
    row: (await writeRecord(spec.of, winner, values, context)) as Values,
    changes: changesOf(winner, values),
    staying,
  }
}

const revive = async (spec: Mergeable, losers: readonly Values[], { tx }: WriteContext) => {
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
    .catch((error: unknown) => {
      if (!brokenUnique(error)) throw error
      const names = losers.map((row) => titleOf(spec, row)).join(', ')
      throw conflict(say('Another record now has one of these names: {names}. Rename that one first.', { names }))
    })
}

/** Undoes a merge. Records that somebody has changed since stay where they are, and are named. */
export const unmerge = async (spec: Mergeable, uniqueId: string, context: WriteContext) => {
  const { tx } = context
  const done = await find(spec, uniqueId, context)
  const { winner, losers } = await recordsOf(spec, done, context)
  if (Date.parse(done.dateCreated) < Date.now() - LIMIT)
    throw conflict(say('A merge can be undone for {count} days', { count: UNMERGE_DAYS }))
  const changed = await changedSince(done, context)
  const { row, changes, staying: fields } = await fieldsBack(spec, winner, done, context)
  await revive(spec, losers, context)
  const staying: Staying[] = await moveBack(done.moved, { spec, into: done.intoId, records: losers, changed, tx })
  await unsettlePlaces(done.places, changed, context)
  await spec.after?.([done.intoId, ...done.fromIds], context)
  await tx
    .delete(mergedTimelines)
    .where(and(eq(mergedTimelines.intoId, done.intoId), inArray(mergedTimelines.fromId, done.fromIds)))
  await tx
    .update(merges)
    .set({ undoneAt: nextUpdatedAt(merges.updatedAt), updatedAt: nextUpdatedAt(merges.updatedAt) })
    .where(eq(merges.uniqueId, uniqueId))
  const title = titleOf(spec, row)
  const said = { ...(await toldInWords(spec.of, changes, context)), merged: { before: done.names, after: null } }
  await audit(context, { action: 'UNMERGED', kind: spec.of.name, recordId: done.intoId, title, changes: said })
  await recordActivity(context, spec.of, [row, ...losers], { action: 'CHANGED' })
  return { into: done.intoId, from: done.fromIds, fields, kept: staying.slice(0, NAMED), keptCount: staying.length }
}
