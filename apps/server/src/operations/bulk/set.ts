import type { CustomChange, CustomValues } from '@tradewind/contract/kit/custom/custom.fields'
import { say } from '@tradewind/contract/kit/say'
import { isMember } from '@tradewind/contract/roles'
import { and, eq, getTableColumns, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { projectCompanies, projectCompanyEntity } from '#crm/schema/project.table'
import { checkCustomChange, mergeCustomValues } from '#kit/custom/check'
import { definitionsOf } from '#kit/custom/definitions'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { notifyOfAccess } from '#kit/record/activity'
import { currentCopies } from '#kit/record/copies'
import { changeRecords, requireReference } from '#kit/record/crud'
import type { Entity } from '#kit/record/entity'
import { lockStaff } from '#platform/user/user.queries'
import { bulkBatches, bulkOperations, type BulkRow, type Done } from '../schema/bulk.table.ts'
import { columnsOfStatus, needsNoReview, statusSetter, withoutReview } from './content.ts'
import { type BulkHandler, idsOf, lockRows, reachCondition, titlesExcept, type Undo, type Values } from './handler.ts'

type Fields = Readonly<Record<string, unknown>>

const hasNextContact = ({ name }: Entity, fields: Fields) => name === projectCompanyEntity.name && 'nextContact' in fields

/** These values of a record, with the next contact as it was set by hand: null if it follows the reports. */
const withGivenDay = (of: Entity, values: Fields, record: Fields): Fields =>
  hasNextContact(of, values) && !record['isNextContactGiven'] ? { ...values, nextContact: null } : values

/**
 * The columns for these values in a record: without a next contact set by hand, it is the day of the next report. That day itself does not count as set
 * by hand, as in a single change.
 */
const withContactColumns = (of: Entity, values: Fields, record: Fields): Fields => {
  if (!hasNextContact(of, values)) return values
  const day = values['nextContact'] ?? null
  const reportAhead = record['reportAhead'] ?? null
  return { ...values, nextContact: day ?? reportAhead, isNextContactGiven: day !== null && day !== reportAhead }
}

/** The condition for records whose next contact follows the reports already, if a change clears it. */
const followsReports = (of: Entity, change: Fields): SQL | undefined =>
  hasNextContact(of, change) && change['nextContact'] === null ? eq(projectCompanies.isNextContactGiven, false) : undefined

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
const pick = (of: Entity, row: Fields, names: readonly string[]) =>
  withGivenDay(of, Object.fromEntries(names.map((name) => [name, row[name] ?? null])), row)
/** The values of these own fields of the tenant in a record; null if unset. */
const ownValues = ({ custom }: Fields, keys: readonly string[]): CustomChange =>
  Object.fromEntries(keys.map((key) => [key, Object.hasOwn(custom as object, key) ? (custom as CustomValues)[key]! : null]))

/** The condition for a stored value that is the new one. The order of several choices does not matter. */
const isStored = (stored: SQL, value: unknown, input: SQL): SQL =>
  Array.isArray(value) ? sql`(${stored} @> ${input} and ${stored} <@ ${input})` : sql`${stored} is not distinct from ${input}`

/** A change of the tenant's own fields, validated as for a single record. `same` is the condition for records that have these values already. */
const checkCustom = async ({ custom: use, table }: Entity, change: CustomChange, context: WriteContext) => {
  const { custom: checked } = await checkCustomChange(use!, change, {}, context)
  const part = ownValues({ custom: checked }, Object.keys(change))
  const column = (getTableColumns(table) as Record<string, AnyPgColumn>)['custom']!
  const same = Object.entries(part).map(([key, value]): SQL => {
    const stored = sql`(${column} -> ${key}::text)`
    return value === null ? sql`${stored} is null` : isStored(stored, value, sql`${JSON.stringify(value)}::jsonb`)
  })
  return { part, same: and(...same)! }
}

/** Returns a function that computes a record's columns with new values in some of the tenant's own fields. */
const customSetter = async ({ custom: use }: Entity, { tx }: WriteContext) => {
  const definitions = await definitionsOf(tx, use!.kind, 'all')
  return ({ custom }: Fields, part: CustomChange) => mergeCustomValues(definitions, custom as CustomValues, part)
}

/** Whether a change assigns tasks. */
export const isAssigning = (of: Entity, change: Fields) => of.name === 'nextSteps' && 'assignedUser' in change

/** Changes records. Open pages of the users from whom tasks are taken read theirs again. */
const changeAll = async (of: Entity, changing: Parameters<typeof changeRecords>[1], context: WriteContext) => {
  await changeRecords(of, changing, context)
  const reassigned = changing.filter(({ fields }) => isAssigning(of, fields))
  const users = reassigned.map(({ record }) => record['assignedUser'] as string)
  notifyOfAccess(context.tx, context.scope.tenantId, users)
}

/** Throws if a single change could not set these values either. Returns the values of the columns. */
const checkValues = async (of: Entity, change: Fields, context: WriteContext): Promise<Fields> => {
  if (isAssigning(of, change)) {
    const userId = change['assignedUser'] as string
    const { actor, tx } = context
    const may = isMember(actor) ? userId === actor.uniqueId : (await lockStaff(tx, [userId])).length === 1
    if (!may) throw invalid({ assignedUser: say('Choose one of the staff') })
  }
  // Only staff may set END_USER.
  if (isMember(context.actor) && (change['companyTypeList'] as string[] | undefined)?.includes('END_USER'))
    throw invalid({ companyTypeList: say('Only staff can enter end users') })
  const values: Record<string, unknown> = { ...change }
  for (const { of: other, column, fields } of of.copies ?? []) {
    if (!(column in change)) continue
    const reference = [column, change[column] as string] as const
    const row = await requireReference(other, other.policy.see, reference, say('Choose a company'), context)
    Object.assign(values, Object.fromEntries(Object.entries(fields).map(([name, from]) => [name, row[from as keyof typeof row]])))
  }
  return of.name === 'nextSteps' && 'byWhen' in change ? { ...values, remindedAt: null } : values
}

/** Sets fields of many records. */
export const setHandler = async (of: Entity, change: Fields, context: WriteContext): Promise<BulkHandler> => {
  const { custom, ...fields } = change
  const values = await checkValues(of, fields, context)
  const customChange = custom ? await checkCustom(of, custom as CustomChange, context) : undefined
  const columns = getTableColumns(of.table) as Record<string, AnyPgColumn>
  const same = Object.entries(fields).map(([name, value]) =>
    value === null
      ? (followsReports(of, { [name]: value }) ?? isNull(columns[name]!))
      : isStored(sql`${columns[name]!}`, value, sql`${sql.param(value, columns[name])}`),
  )
  const statusColumnsFor = await statusSetter(of, fields, context)
  const names = [...Object.keys(values), ...(statusColumnsFor ? columnsOfStatus : [])]
  return {
    of,
    may: and(reachCondition(of, of.policy.update, context), withoutReview(of, context.actor))!,
    same: and(...same, customChange?.same)!,
    apply: async (rows, writing) => {
      const merge = customChange && (await customSetter(of, writing))
      const changed = rows.map((record) => ({
        record,
        fields: {
          ...withContactColumns(of, values, record),
          ...statusColumnsFor?.(record),
          ...merge?.(record, customChange!.part),
        },
      }))
      await changeAll(of, changed, writing)
      const keys = Object.keys(customChange?.part ?? {})
      return rows.map((before) => ({
        uniqueId: before.uniqueId,
        before: { ...pick(of, before, names), ...(customChange && { custom: ownValues(before, keys) }) },
        after: {
          ...withGivenDay(of, values, withContactColumns(of, values, before)),
          ...(customChange && { custom: customChange.part }),
        },
      }))
    },
  }
}

interface FieldsSet extends Done {
  before: Fields
  after: Fields
}

/** Returns the previous values of a record, with the current copies of the records that it references. Undefined if one of those is deleted. */
const previousValuesOf = async (of: Entity, change: Fields, done: readonly FieldsSet[], context: WriteContext) => {
  const befores = done.map(({ before }) => before)
  const copied = await currentCopies(of, befores, context.tx)
  const copiesByField = new Map([...copied].filter(([field]) => field in change))
  if ('assignedUser' in change && !isMember(context.actor)) {
    const users = [...new Set(befores.map(({ assignedUser }) => assignedUser as string))]
    copiesByField.set('assignedUser', new Map((await lockStaff(context.tx, users)).map((one) => [one, {}])))
  }
  return ({ before }: FieldsSet): Fields | undefined => {
    const values: Record<string, unknown> = { ...before }
    for (const [field, found] of copiesByField) {
      const copies = found.get(before[field])
      if (!copies) return undefined
      Object.assign(values, copies)
    }
    return values
  }
}

/** Whether the tenant's own fields still have the values that the change set. */
const isOwnUnchanged = (row: Values, part: CustomChange) => isSame(ownValues(row, Object.keys(part)), part)

/** The later changes of fields of these records that are not undone yet, the first one first, locked. */
const lockLaterBatches = async ({ kind, dateCreated }: BulkRow, ids: readonly string[], { tx }: WriteContext) => {
  const found = await tx
    .select({ batch: bulkBatches })
    .from(bulkBatches)
    .innerJoin(bulkOperations, eq(bulkOperations.uniqueId, bulkBatches.operationId))
    .where(
      and(
        eq(bulkOperations.kind, kind),
        eq(bulkOperations.action, 'SET'),
        gt(bulkOperations.dateCreated, dateCreated),
        eq(bulkBatches.undone, false),
        isNotNull(bulkBatches.done),
        sql`${bulkBatches.ids} && ${sql.param([...ids])}::uuid[]`,
      ),
    )
    .orderBy(bulkOperations.dateCreated, bulkBatches.number)
    .for('update', { of: bulkBatches })
  return found.map(({ batch }) => batch)
}

/** The previous values of a later change, without an earlier one of these fields that it followed. Undefined if it did not follow that one in all of their common fields. */
const withoutEarlier = (later: FieldsSet, { before, after }: FieldsSet, fields: readonly string[]): Fields | undefined => {
  const common = fields.filter((field) => field !== 'custom' && field in later.before)
  const [ownLater, ownBefore, ownAfter] = [later.before, before, after].map(({ custom }) => (custom ?? {}) as Fields)
  const ownCommon = Object.keys(ownAfter!).filter((key) => key in ownLater!)
  const follows =
    common.length + ownCommon.length > 0 &&
    common.every((field) => isSame(later.before[field], after[field])) &&
    ownCommon.every((key) => isSame(ownLater![key], ownAfter![key]))
  if (!follows) return undefined
  const restored = Object.entries(before).filter(([field]) => field !== 'custom' && field in later.before)
  const own = Object.fromEntries(ownCommon.map((key) => [key, ownBefore![key]]))
  return {
    ...later.before,
    ...Object.fromEntries(restored),
    ...(later.before['custom'] ? { custom: { ...ownLater, ...own } } : {}),
  }
}

/**
 * Takes an undone change out of the later ones, for records that these have changed since: their Undo then restores the values from before both. Changes
 * can thus be undone in any order.
 */
const skipInLater = async (
  later: readonly (typeof bulkBatches.$inferSelect)[],
  { change }: BulkRow,
  undone: readonly FieldsSet[],
  { tx }: WriteContext,
) => {
  const open = new Map(undone.map((one) => [one.uniqueId, one]))
  for (const { uniqueId, done } of later) {
    const rewritten = (done as readonly FieldsSet[]).map((one) => {
      const earlier = open.get(one.uniqueId)
      const before = earlier && withoutEarlier(one, earlier, Object.keys(change))
      if (!before) return one
      open.delete(one.uniqueId)
      return { ...one, before }
    })
    if (rewritten.some((one, at) => one !== done![at]))
      await tx.update(bulkBatches).set({ done: rewritten }).where(eq(bulkBatches.uniqueId, uniqueId))
  }
}

/** Restores the previous values of records whose fields have not changed since. */
export const undoSet =
  (of: Entity, operation: BulkRow): Undo =>
  async (all, context) => {
    const { change } = operation
    const done = all as readonly FieldsSet[]
    const later = await lockLaterBatches(operation, idsOf(done), context)
    const reached = await lockRows(of, of.policy.update, idsOf(done), context)
    const rows = reached.filter(needsNoReview(of, context.actor))
    const { custom, ...fields } = change
    const valuesBefore = await previousValuesOf(of, fields, done, context)
    const merge = custom ? await customSetter(of, context) : undefined
    const byId = new Map(rows.map((row) => [row.uniqueId, row]))
    const changed = done.flatMap((one) => {
      const before = byId.get(one.uniqueId)
      const values = valuesBefore(one)
      const isUntouched =
        before &&
        Object.entries(pick(of, before, Object.keys(fields))).every(([field, value]) => isSame(value, one.after[field])) &&
        (!custom || isOwnUnchanged(before, one.after['custom'] as CustomChange))
      if (!isUntouched || !values) return []
      const columns = withContactColumns(of, values, before)
      return [
        { record: before, fields: merge ? { ...columns, ...merge(before, one.before['custom'] as CustomChange) } : columns },
      ]
    })
    await changeAll(of, changed, context)
    const back = new Set(changed.map(({ record }) => record.uniqueId))
    await skipInLater(
      later,
      operation,
      done.filter(({ uniqueId }) => !back.has(uniqueId)),
      context,
    )
    return { restored: back.size, unchanged: await titlesExcept(of, idsOf(done), back, context) }
  }
