import { UNMERGE_DAYS } from '@tradewind/contract/crm/bulk/merge.words'
import { say } from '@tradewind/contract/kit/say'
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { columnsBack, definitionsBack, heldIn } from '#crm/customStates'
import { toldInWords } from '#kit/custom/words'
import { brokenUnique } from '#kit/database/sharded'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { recordActivity } from '#kit/record/activity'
import { audit, audits, changesOf } from '#kit/record/audit'
import { writeRecord } from '#kit/record/crud'
import { type Merge, mergedTimelines, merges } from '../schema/merge.table.ts'
import { mayMerge, type Mergeable, titleOf, unsettlePlaces, type Values } from './mergeable.ts'
import { moveBack, type Staying } from './move.ts'

const LIMIT = UNMERGE_DAYS * 24 * 60 * 60 * 1000
/** Records that stay where they are, as the answer names them. */
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

/** The records of a merge as they are now: the one that stays lives, the others are in the trash. */
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

/** Of these records those that somebody has done something to since. */
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

/** What the merge took of others goes, where it is as the merge left it: else somebody has written it since. */
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

/** Takes a merge back. What somebody has changed since stays where it is, and is named. */
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
