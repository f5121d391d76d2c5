import {
  customKeyOf,
  customName,
  type CustomValue,
  type CustomValues,
  isCustomName,
} from '@tradewind/contract/kit/custom/custom.fields'
import { mergeCustomValues } from '#kit/custom/check'
import { definitionsOf } from '#kit/custom/definitions'
import type { WriteContext } from '#kit/http/context'
import type { Changes } from '#kit/record/audit'
import type { Entity } from '#kit/record/entity'

type Values = Readonly<Record<string, unknown>>

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
