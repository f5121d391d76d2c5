import {
  type CustomChoice,
  type CustomKind,
  customKinds,
  customTypes,
  type CustomValues,
} from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../database/database.ts'
import { insertLater } from '../database/insert.ts'
import { plain } from '../database/list.ts'
import { inPartition, instant, linkTable, type SoftDeleteTable, tenantTable } from '../database/table.ts'
import { later } from '../database/transaction.ts'
import { type ReadContext, readerOf, type WriteContext } from '../http/context.ts'

export const customKind = pgEnum('custom_kind', customKinds)
export const customType = pgEnum('custom_type', customTypes)

/** The fields that a tenant has added to its records. */
export const customFields = tenantTable(
  'custom_field',
  {
    kind: customKind().notNull(),
    key: text().notNull(),
    label: text().notNull(),
    type: customType().notNull(),
    choices: jsonb().$type<CustomChoice[]>().notNull().default([]),
    position: integer().notNull().default(0),
    retiredAt: instant(),
  },
  (t) => [uniqueIndex('custom_field_key').on(t.tenantId, t.kind, t.key)],
)

/** The columns of a kind that has such fields. */
export const customColumns = () => ({
  /** By key; those of retired fields as well. Whoever writes it writes the table of values, too: `writeValues`. */
  custom: jsonb().$type<CustomValues>().notNull().default({}),
  /** The words of its texts, links and choices, for the search text. */
  customText: text().notNull().default(''),
})

/**
 * What records of a kind hold in these fields, a row for each value: folded as a text, or as a number beside an empty text. Lists filter and sort
 * by it.
 */
export const customValues = <N extends string>(
  name: N,
  records: SoftDeleteTable & { partitionId: SoftDeleteTable['tenantId'] },
) =>
  linkTable(
    name,
    {
      recordId: uuid().notNull(),
      field: text().notNull(),
      value: text().notNull(),
      number: doublePrecision().notNull(),
    },
    (t) => [
      inPartition(`${name}_record`, t, t.recordId, records).onDelete('cascade'),
      index(`${name}_found`).on(t.tenantId, t.partitionId, t.field, t.value, t.number, t.recordId),
    ],
  )
type CustomValuesTable = ReturnType<typeof customValues>

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
export const foldedValue = (value: string) => plain(value.trim()).normalize('NFC').slice(0, MOST).toWellFormed()

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
