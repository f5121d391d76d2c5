import type { CustomKind } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Reader, Tx } from '../database/database.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { type ReadContext, readerOf, type WriteContext } from '../http/context.ts'
import { type CustomValuesTable, customFields } from './custom.table.ts'

export type Definition = typeof customFields.$inferSelect

/** What an entity says of the fields that tenants add to it. */
export interface CustomUse {
  kind: CustomKind
  values: CustomValuesTable
  /** The fields of the product, whose labels columns of files have already. */
  fields: FieldSpecs
}
/** A kind of record that may have such fields. */
export interface MaybeCustom {
  table: SoftDeleteTable
  custom?: CustomUse
}

/** The fields of a kind in the order of its form; `all`: the retired ones as well. */
export const definitionsOf = (db: Reader | Tx, kind: CustomKind, which: 'inUse' | 'all' = 'inUse'): Promise<Definition[]> =>
  db
    .select()
    .from(customFields)
    .where(and(eq(customFields.kind, kind), which === 'all' ? undefined : isNull(customFields.retiredAt)))
    .orderBy(asc(customFields.position), asc(customFields.uniqueId))

type Values = Readonly<Record<string, unknown>>

/** Rows as they are answered: without the values of fields that are out of use. */
export const liveCustom = async <R extends Values>({ custom }: MaybeCustom, rows: R[], context: ReadContext | WriteContext) => {
  if (!custom) return rows
  const known = new Set((await definitionsOf(readerOf(context), custom.kind)).map(({ key }) => key))
  return rows.map((row) => ({
    ...row,
    custom: Object.fromEntries(Object.entries(row['custom'] as object).filter(([key]) => known.has(key))),
  }))
}
