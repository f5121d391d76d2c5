import type { CustomKind, CustomValues } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Reader, Tx } from '../database/database.ts'
import { insertLater } from '../database/insert.ts'
import { plain } from '../database/list.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { later } from '../database/transaction.ts'
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

/** Characters of a value that are found and sorted by: an index row has its bounds. */
const MOST = 500

/** How a value is kept and asked for: lower case, without accents. */
export const foldedValue = (text: string) => plain(text.trim()).normalize('NFC').slice(0, MOST).toWellFormed()

const rowsOf = (recordId: unknown, custom: CustomValues) =>
  Object.entries(custom).flatMap(([field, held]) =>
    [...new Set([held].flat())].map((one) => ({
      recordId,
      field,
      value: typeof one === 'number' ? '' : foldedValue(String(one)),
      number: typeof one === 'number' ? one : 0,
    })),
  )

/** Keeps what lists filter and sort by beside what records hold. `isNew`: none of them held anything before. */
export const writeValues = (
  tx: Tx,
  { custom: use }: MaybeCustom,
  rows: readonly Readonly<Record<string, unknown>>[],
  { isNew = false } = {},
) => {
  if (!use || rows.length === 0) return
  const { values } = use
  const ids = rows.map((row) => row['uniqueId'] as string)
  if (!isNew) later(tx, tx.delete(values).where(inArray(values.recordId, ids)))
  insertLater(
    tx,
    values,
    rows.flatMap((row) => rowsOf(row['uniqueId'], row['custom'] as CustomValues)),
  )
}
