import type { CustomValues } from '@tradewind/contract/kit/custom/custom.fields'
import { inArray } from 'drizzle-orm'
import type { Tx } from '../database/database.ts'
import { insertLater } from '../database/insert.ts'
import { plain } from '../database/list.ts'
import { later } from '../database/transaction.ts'
import type { MaybeCustom } from './definitions.ts'

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
