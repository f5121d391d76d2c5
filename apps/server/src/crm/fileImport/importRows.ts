import type { ImportKind } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import type { CustomValues } from '@tradewind/contract/kit/custom/custom.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { excerpt } from '@tradewind/workbook/text'
import { formatCustomValues } from '#kit/custom/formatValues'
import type { WriteContext } from '#kit/http/context'
import type { Changes } from '#kit/record/audit'
import type { Entity } from '#kit/record/entity'
import { kinds, type Spec, type Values } from './kinds.ts'
import type { LikelyDuplicate, PlannedRow } from './plan.ts'

type ImportValue = ImportRow['values'][string]

const valueOf = (value: unknown) => {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value === 'string') return value
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** Pairs of a field and the column that shows it: a reference is shown by its name alone. */
const readableFields = (kind: ImportKind, fields: readonly string[]) => {
  const references = Object.entries(kinds[kind].stored)
  const hidden = new Set(references.flatMap(([, stored]) => stored))
  return [
    ...references.filter(([, [name]]) => fields.includes(name!)).map(([field, [name]]) => [field, name!] as const),
    ...fields.filter((field) => !hidden.has(field) || references.length === 0).map((field) => [field, field] as const),
  ]
}

const hiddenTitle = phrase('Record without access')

/** The tenant's own fields before and after. */
const statesOf = ({ fields, changes }: PlannedRow) =>
  [changes['custom']?.before, changes['custom']?.after ?? fields['custom']].map((state) => (state ?? {}) as CustomValues)

/** The values of the tenant's own fields before and after, in words: one query for all rows. */
const ownFieldsInWords = async (of: Entity, rows: readonly PlannedRow[], context: WriteContext) => {
  const inWords = await formatCustomValues(of, rows.flatMap(statesOf), context)
  return (row: PlannedRow) => {
    const [before, after] = statesOf(row).map((state): Readonly<Record<string, ImportValue>> => inWords(state))
    const names = [...new Set([...Object.keys(before!), ...Object.keys(after!)])]
    return names
      .map((field) => ({ field, before: before![field] ?? null, after: after![field] ?? null }))
      .filter((one) => one.before !== one.after)
  }
}

/** Excludes the columns that hold the tenant's own fields, which are shown field by field. */
const isProductField = (field: string) => field !== 'custom' && field !== 'customText'

const valuesOf = (kind: ImportKind, fields: Values, ownChanges: ImportRow['changes']) => ({
  ...Object.fromEntries(
    readableFields(kind, Object.keys(fields).filter(isProductField)).map(([field, stored]) => [field, valueOf(fields[stored])]),
  ),
  ...Object.fromEntries(ownChanges.map(({ field, after }) => [field, after])),
})

const readableChanges = (kind: ImportKind, changes: Changes, ownChanges: ImportRow['changes']) => [
  ...readableFields(kind, Object.keys(changes).filter(isProductField)).map(([field, stored]) => ({
    field,
    before: valueOf(changes[stored]?.before),
    after: valueOf(changes[stored]?.after),
  })),
  ...ownChanges,
]

/** Rows as the preview shows them. */
export const toImportRows = async (
  kind: ImportKind,
  { of }: Spec,
  rows: readonly PlannedRow[],
  context: WriteContext,
): Promise<ImportRow[]> => {
  const updates = rows.flatMap(({ like }) => like.flatMap(({ update }) => update ?? []))
  const [formatRow, ownOf] = [importRowFormatter(kind, of, context), await ownFieldsInWords(of, [...rows, ...updates], context)]
  const formatLike = ({ update, ...record }: LikelyDuplicate) => ({
    ...record,
    // An update with faults changes nothing, and does not pass for one that has nothing to change.
    ...(update?.faults.length === 0 && { changes: readableChanges(kind, update.changes, ownOf(update)) }),
  })
  return rows.map((row) => ({
    ...formatRow(row, ownOf(row)),
    like: row.like.map(formatLike),
    ...(row.decision && { decision: row.decision }),
  }))
}

const importRowFormatter = (kind: ImportKind, of: Entity, { actor }: WriteContext) => {
  const { see } = kinds[kind]
  const { title } = of
  return (
    { row, status, fields, record, changes, faults, reason, cells }: PlannedRow,
    ownChanges: ImportRow['changes'],
  ): Omit<ImportRow, 'like'> => {
    const isSeen = !record || can(actor, see, record)
    const isNew = status === 'NEW' || status === 'DUPLICATE'
    const titled = record ?? { ...fields, ...(isNew ? of.computedColumns(fields) : {}) }
    const name = (titled as Values)[title]
    const titleText = typeof name === 'string' ? name : (cells.find((cell) => cell !== '') ?? '')
    return {
      row,
      title: isSeen ? excerpt(titleText, 200) : hiddenTitle,
      uniqueId: record && isSeen ? record.uniqueId : null,
      values: isNew ? valuesOf(kind, fields, ownChanges) : {},
      changes: status === 'CHANGED' ? readableChanges(kind, changes, ownChanges) : [],
      faults,
      reason,
    }
  }
}
