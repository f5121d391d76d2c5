import type { CustomChange, CustomValues } from '@tradewind/contract/kit/custom/custom.fields'
import { and, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { WriteContext } from '../http/context.ts'
import { customChecked, customTextOf, ownValue } from './check.ts'
import { definitionsOf, type MaybeCustom } from './definitions.ts'

type Held = Readonly<Record<string, unknown>>

/** What a record holds in these fields; null where it holds nothing. */
export const partOf = ({ custom }: Held, keys: readonly string[]): CustomChange =>
  Object.fromEntries(keys.map((key) => [key, ownValue(custom as CustomValues, key) ?? null]))

/** Gives each record its own new values in some of its fields, and what is found by them. No value is checked. */
export const customPutter = async ({ custom: use }: Required<Pick<MaybeCustom, 'custom'>>, context: WriteContext) => {
  const definitions = await definitionsOf(context.tx, use.kind, 'all')
  const inUse = definitions.filter(({ retiredAt }) => !retiredAt)
  return (before: Held, part: CustomChange) => {
    const whole = new Map<string, unknown>([...Object.entries(before['custom'] as CustomValues), ...Object.entries(part)])
    const custom = Object.fromEntries([...whole].filter(([, value]) => value !== null)) as CustomValues
    return { custom, customText: customTextOf(inUse, custom) }
  }
}

/** A change of the same fields of many records, checked as that of a single one is: `same` finds those that hold these values already. */
export const customForMany = async (of: MaybeCustom, change: CustomChange, context: WriteContext) => {
  const { custom: use } = of as Required<MaybeCustom>
  const { custom: taken } = await customChecked(use, change, {}, context)
  const part = partOf({ custom: taken }, Object.keys(change))
  const column = (getTableColumns(of.table) as Record<string, AnyPgColumn>)['custom']!
  const same = Object.entries(part).map(([key, value]): SQL => {
    const held = sql`(${column} -> ${key}::text)`
    return value === null ? sql`${held} is null` : sql`${held} is not distinct from ${JSON.stringify(value)}::jsonb`
  })
  return { part, same: and(...same)! }
}
