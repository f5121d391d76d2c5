import {
  customKeyOf,
  customName,
  type CustomValue,
  type CustomValues,
  isCustomName,
} from '@tradewind/contract/kit/custom/custom.fields'
import { and, gt, inArray, isNull, not, notInArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { mergeCustomValues } from '#kit/custom/check'
import { definitionsOf } from '#kit/custom/definitions'
import type { WriteContext } from '#kit/http/context'
import { audits, type Changes } from '#kit/record/audit'
import { currentCopies } from '#kit/record/copies'
import type { Entity } from '#kit/record/entity'
import { merges } from '../schema/merge.table.ts'

type Values = Readonly<Record<string, unknown>>

const hasIdIn = (column: AnyPgColumn, ids: readonly string[]) => sql`${column} = any(${sql.param([...ids])}::uuid[])`

/**
 * The ids of those of these records that somebody has changed since that time, according to the audit trail, or that others were merged into. A record
 * that was deleted and restored, not under another name, is what it was, and so is one whose merge was undone.
 */
export const changedSince = async (ids: readonly string[], since: string, { tx }: WriteContext) => {
  if (ids.length === 0) return new Set<string>()
  const { recordId, dateCreated, action, changes } = audits
  const isOnlyRestored = and(inArray(action, ['DELETED', 'RESTORED']), sql`${changes} = '{}'::jsonb`)!
  const isChange = and(notInArray(action, ['EXPORTED', 'MERGED', 'UNMERGED']), not(isOnlyRestored))
  const isMerged = and(hasIdIn(merges.intoId, ids), isNull(merges.undoneAt), gt(merges.dateCreated, since))
  const [changed, merged] = await Promise.all([
    tx
      .selectDistinct({ id: recordId })
      .from(audits)
      .where(and(hasIdIn(recordId, ids), gt(dateCreated, since), isChange)),
    tx.selectDistinct({ id: merges.intoId }).from(merges).where(isMerged),
  ])
  return new Set([...changed, ...merged].map(({ id }) => id!))
}

const ownValue = (values: unknown, key: string): CustomValue | null =>
  Object.hasOwn(values as object, key) ? (values as CustomValues)[key]! : null

/** The changed values before and after, as they are stored for Undo: the tenant's own fields one by one, as somebody may change another of them later. */
export const statesByField = (changes: Changes) => {
  const { custom } = changes
  const states = [custom?.before, custom?.after].map((state) => (state ?? {}) as CustomValues)
  const keys = [...new Set(states.flatMap((state) => Object.keys(state)))]
  const own = keys
    .map((key) => [customName(key), ...states.map((state) => ownValue(state, key))] as const)
    .filter(([, before, after]) => JSON.stringify(before) !== JSON.stringify(after))
  const product = Object.entries(changes).filter(([field]) => field !== 'custom' && field !== 'customText')
  return {
    before: Object.fromEntries([
      ...product.map(([field, { before }]) => [field, before]),
      ...own.map(([name, was]) => [name, was]),
    ]),
    after: Object.fromEntries([...product.map(([field, { after }]) => [field, after]), ...own.map(([name, , is]) => [name, is])]),
  }
}

export const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The value of a field of a record, of the product or of the tenant's own. */
export const valueIn = (record: Values, field: string): unknown =>
  isCustomName(field) ? ownValue(record['custom'], customKeyOf(field)) : record[field]

/** The columns of a record after restoring these fields to their previous values. */
export const columnsToRestore = (
  record: Values,
  before: Values,
  fields: readonly string[],
  definitions: Awaited<ReturnType<typeof definitionsForRestore>>,
): Values => {
  const product = Object.fromEntries(fields.filter((field) => !isCustomName(field)).map((field) => [field, before[field]]))
  const ownFields = fields.filter(isCustomName)
  if (ownFields.length === 0) return product
  const change = Object.fromEntries(ownFields.map((name) => [customKeyOf(name), before[name] as CustomValue | null]))
  return { ...product, ...mergeCustomValues(definitions, record['custom'] as CustomValues, change) }
}

/** The definitions that `columnsToRestore` needs for these fields. */
export const definitionsForRestore = async ({ custom }: Entity, fields: readonly string[], { tx }: WriteContext) =>
  custom && fields.some(isCustomName) ? definitionsOf(tx, custom.kind, 'all') : []

/** The changed fields of a record before and after, as they are stored for Undo. */
interface StoredChange {
  before: Values
  after: Values
}

/**
 * Returns a function that computes the columns with which a record gets back its previous values, and the fields that stay: those that somebody has
 * changed since, and references to records that are deleted by now.
 */
export const stateRestorer = async (of: Entity, changes: readonly StoredChange[], context: WriteContext) => {
  const befores = changes.map(({ before }) => before)
  const copied = await currentCopies(of, befores, context.tx)
  const names = befores.flatMap((before) => Object.keys(before))
  const definitions = await definitionsForRestore(of, names, context)
  const { copies = [] } = of
  const copyNames = new Set(copies.flatMap(({ fields }) => Object.keys(fields)))
  return (record: Values, { before, after }: StoredChange) => {
    const ownFields = Object.keys(before).filter((field) => !copyNames.has(field))
    const references = new Map(copies.map(({ column }) => [column, copied.get(column)!.get(before[column])]))
    const isStaying = (field: string) =>
      !isSameValue(valueIn(record, field), after[field]) || (references.has(field) && references.get(field) === undefined)
    const staying = ownFields.filter(isStaying)
    const restorable = ownFields.filter((field) => !staying.includes(field))
    const fields = { ...columnsToRestore(record, before, restorable, definitions) }
    for (const field of restorable) Object.assign(fields, references.get(field))
    return { fields, staying }
  }
}
