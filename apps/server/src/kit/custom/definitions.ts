import {
  type CustomChoice,
  type CustomKind,
  customKinds,
  customTypes,
  type CustomValues,
} from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { asc, eq, inArray } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgEnum, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../database/database.ts'
import { insertDeferred } from '../database/insert.ts'
import { normalizeText } from '../database/list.ts'
import { instant, linkTable, scopedForeignKey, type SoftDeleteTable, tenantTable } from '../database/table.ts'
import { deferStatement } from '../database/transaction.ts'
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

/** The columns of a table whose records have custom fields. */
export const customColumns = () => ({
  /** Values by key, including those of retired fields. Code that writes this column must also call `writeValues`. */
  custom: jsonb().$type<CustomValues>().notNull().default({}),
  /** The words of its texts, links and choices, for the search text. */
  customText: text().notNull().default(''),
})

/**
 * The custom field values of the records of a kind, one row for each value: a folded text, or a number with an empty text. Lists filter and sort
 * by this table.
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
      scopedForeignKey(`${name}_record`, t, t.recordId, records).onDelete('cascade'),
      index(`${name}_found`).on(t.tenantId, t.partitionId, t.field, t.value, t.number, t.recordId),
    ],
  )
type CustomValuesTable = ReturnType<typeof customValues>

export type Definition = typeof customFields.$inferSelect

/** How an entity declares that tenants can add fields to it. */
export interface CustomUse {
  kind: CustomKind
  values: CustomValuesTable
  /** The built-in fields, whose labels are already column headers in files. */
  fields: FieldSpecs
}
/** An entity that may have custom fields. */
export interface MaybeCustom {
  table: SoftDeleteTable
  custom?: CustomUse
}

/** The custom fields of all kinds, or of one, retired ones included, in the order of their forms. */
export const loadDefinitions = (db: Reader | Tx, kind?: CustomKind): Promise<Definition[]> =>
  db
    .select()
    .from(customFields)
    .where(kind && eq(customFields.kind, kind))
    .orderBy(asc(customFields.position), asc(customFields.uniqueId))

/** The custom fields of a kind in the order of its form; `all` includes retired ones. A transaction reads them, other reads may find them cached. */
export const definitionsOf = async (
  db: Reader | Tx,
  kind: CustomKind,
  which: 'inUse' | 'all' = 'inUse',
): Promise<Definition[]> => {
  const cached = 'cachedRecords' in db && (await db.cachedRecords('customField', () => loadDefinitions(db)))
  const found = cached || (await loadDefinitions(db, kind))
  return found.filter((one) => one.kind === kind && (which === 'all' || one.retiredAt === null))
}

type Values = Readonly<Record<string, unknown>>

/** The rows as calls return them: without the values of retired fields. */
export const withoutRetiredFields = async <R extends Values>(
  { custom }: MaybeCustom,
  rows: R[],
  context: ReadContext | WriteContext,
) => {
  if (!custom) return rows
  const activeKeys = new Set((await definitionsOf(readerOf(context), custom.kind)).map(({ key }) => key))
  return rows.map((row) => ({
    ...row,
    custom: Object.fromEntries(Object.entries(row['custom'] as object).filter(([key]) => activeKeys.has(key))),
  }))
}

/** Characters of a value that lists filter and sort by; the size of an index row is limited. */
const MAX_INDEXED_CHARACTERS = 500

/** The form in which a value is stored and queried: lower case, without accents. */
export const foldedValue = (value: string) =>
  normalizeText(value.trim()).normalize('NFC').slice(0, MAX_INDEXED_CHARACTERS).toWellFormed()

const rowsOf = (recordId: unknown, custom: CustomValues) =>
  Object.entries(custom).flatMap(([field, value]) =>
    [...new Set([value].flat())].map((one) => ({
      recordId,
      field,
      value: typeof one === 'number' ? '' : foldedValue(String(one)),
      number: typeof one === 'number' ? one : 0,
    })),
  )

/** Updates the table of values, by which lists filter and sort, for these records. `isNew`: none of them had values before. */
export const writeValues = (
  tx: Tx,
  { custom: use }: MaybeCustom,
  rows: readonly Readonly<Record<string, unknown>>[],
  { isNew = false } = {},
) => {
  if (!use || rows.length === 0) return
  const { values } = use
  const ids = rows.map((row) => row['uniqueId'] as string)
  if (!isNew) deferStatement(tx, tx.delete(values).where(inArray(values.recordId, ids)))
  insertDeferred(
    tx,
    values,
    rows.flatMap((row) => rowsOf(row['uniqueId'], row['custom'] as CustomValues)),
  )
}
