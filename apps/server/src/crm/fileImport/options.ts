import {
  combinationOf,
  defaultFields,
  filledBy,
  type ImportKind,
  keysOf,
} from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { ImportChange, ImportOptions, ValueMapping } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { say, sentenceFrom } from '@tradewind/contract/kit/say'
import type { Sheet } from '@tradewind/workbook/sheet'
import { and, eq, sql } from 'drizzle-orm'
import { excludedUpdatedAt } from '#kit/database/table'
import { invalid } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { fileImportMemories, type FileImportRow } from '../schema/fileImport.table.ts'
import { withFullName } from './fullName.ts'
import { specIn } from './kinds.ts'
import { resolveReferences } from './plan.ts'
import { readDefaults } from './prepare.ts'
import { guessKey, headerDigest, type inspectFile } from './source.ts'
import { vocabularyOf } from './values.ts'

/** The sheet with the columns that those of a file may be assigned to. */
export const sheetIn = async (kind: ImportKind, context: Parameters<typeof specIn>[1]): Promise<Sheet> =>
  withFullName(kind, (await specIn(kind, context)).sheet)

export type Inspected = Awaited<ReturnType<typeof inspectFile>>

/** The values without those that name a record which no longer has that name. */
const withoutGoneNames = async (kind: ImportKind, values: readonly ValueMapping[], context: WriteContext) => {
  const { refers } = await specIn(kind, context)
  const names = values.flatMap(({ field, value }) => (field === refers?.field ? [value] : []))
  if (!refers || names.length === 0) return [...values]
  const known = await refers.find(context, names)
  return values.filter(({ field, value }) => field !== refers.field || known.has(value))
}

/** The options with the actor's last mapping of columns with these names, as far as its fields still exist. */
export const rememberedOptions = async (kind: ImportKind, { preview, options }: Inspected, context: WriteContext) => {
  const { tx, actor } = context
  const { createdBy, header } = fileImportMemories
  const [memory] = await tx
    .select({ options: fileImportMemories.options })
    .from(fileImportMemories)
    .where(and(eq(createdBy, actor.uniqueId), eq(fileImportMemories.kind, kind), eq(header, headerDigest(preview))))
  if (memory?.options.mapping.length !== options.mapping.length) return options
  const { columns } = await sheetIn(kind, context)
  const isThere = (field: string | null) => columns.some((column) => column.field === field)
  const values = await withoutGoneNames(kind, memory.options.values ?? [], context)
  const mapping = memory.options.mapping.map((field) => (isThere(field) ? field : null))
  return { ...options, ...memory.options, mapping, values }
}

/** Stores how the actor reads files with these columns. */
export const rememberOptions = async ({ kind, preview, options }: FileImportRow, { tx, actor }: WriteContext) => {
  // Formats are not remembered: what another file wrote says nothing about this one.
  const { mapping, key, existing, erase, defaults, values } = options
  const remembered = { mapping, key, existing, erase, defaults, values }
  const { tenantId, partitionId, createdBy, header } = fileImportMemories
  await tx
    .insert(fileImportMemories)
    .values({ kind, header: headerDigest(preview), options: remembered, createdBy: actor.uniqueId })
    .onConflictDoUpdate({
      target: [tenantId, partitionId, createdBy, fileImportMemories.kind, header],
      targetWhere: sql`deleted_at is null`,
      set: { options: remembered, updatedAt: excludedUpdatedAt },
    })
}

const checkMapping = (mapping: readonly (string | null)[], columns: number, sheet: Sheet) => {
  const assignedFields = mapping.filter((field) => field !== null)
  if (mapping.length !== columns) throw invalid({ mapping: say('The file has {count} columns', { count: columns }) })
  if (assignedFields.some((field) => !sheet.columns.some((column) => column.field === field)))
    throw invalid({ mapping: say('Unknown field') })
  const single = assignedFields.filter((field) => !combinationOf(field))
  if (new Set(single).size < single.length) throw invalid({ mapping: say('Two columns cannot use the same field') })
}

const checkKey = (kind: ImportKind, key: string | null) => {
  if (key !== null && !keysOf(kind).some(([name]) => name === key)) throw invalid({ key: say('Choose a key') })
}

type Defaults = NonNullable<ImportOptions['defaults']>

const checkDefaults = async (kind: ImportKind, defaults: Defaults, context: WriteContext) => {
  const allowed: readonly string[] = defaultFields[kind]
  if (!Object.keys(defaults).every((field) => allowed.includes(field))) throw invalid({ defaults: say('Unknown field') })
  const spec = await specIn(kind, context)
  const [read] = await resolveReferences(spec, [readDefaults({ defaults }, spec)], context)
  const [fault] = read!.faults
  if (fault) throw invalid({ defaults: sentenceFrom(fault.said ?? fault.problem) })
}

/** The default values after a change: an empty string removes the default of its field. */
const mergeDefaults = (current: Defaults, change: Defaults): Defaults =>
  Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, text]) => text !== ''))

/** Throws if a text is mapped to something else than a value of its field. Names of records are not checked: they may have gone since. */
const checkValues = async (kind: ImportKind, values: readonly ValueMapping[], context: WriteContext) => {
  const spec = await specIn(kind, context)
  for (const { field, value } of values) {
    if (field === spec.refers?.field) continue
    const column = spec.sheet.columns.find((one) => one.field === field)
    const vocabulary = column && vocabularyOf(column, spec)
    if (!vocabulary) throw invalid({ values: say('Unknown field') })
    if (!vocabulary.choices.some((choice) => choice.value === value)) throw invalid({ values: say('Choose a value') })
  }
}

/** Throws if a column is mapped to a field that is no longer in use. */
export const requireFields = async ({ kind, preview, options: { mapping } }: FileImportRow, context: WriteContext) =>
  checkMapping(mapping, preview.columns.length, await sheetIn(kind, context))

/** Throws if the file lacks columns that its key needs. */
export const requireKey = ({ kind, options: { key, mapping } }: FileImportRow) => {
  const needs = keysOf(kind).find(([name]) => name === key)?.[1].needs ?? []
  if (!needs.every((field) => filledBy(mapping).includes(field)))
    throw invalid({
      key: say('No column is assigned to the field that finds existing records. Assign one, or choose another field.'),
    })
  if (mapping.every((field) => field === null)) throw invalid({ mapping: say('Assign a field to at least one column') })
}

/** A guessed key is guessed again with the new mapping; a chosen key stays. */
const keyAfter = (kind: ImportKind, { key, mapping }: FileImportRow['options'], newMapping: readonly (string | null)[]) =>
  key === guessKey(kind, mapping) ? (guessKey(kind, newMapping) ?? key) : key

const checkChange = async (
  kind: ImportKind,
  { mapping, key, defaults, values, formats }: ImportChange,
  columns: number,
  context: WriteContext,
) => {
  if (formats && formats.length !== columns) throw invalid({ formats: say('The file has {count} columns', { count: columns }) })
  if (mapping) checkMapping(mapping, columns, await sheetIn(kind, context))
  if (key !== undefined) checkKey(kind, key)
  if (defaults) await checkDefaults(kind, defaults, context)
  if (values) await checkValues(kind, values, context)
}

/** The options after a change. Throws if it is invalid. */
export const changedOptions = async (
  { kind }: FileImportRow,
  { preview, options }: Inspected,
  change: ImportChange,
  context: WriteContext,
): Promise<ImportOptions> => {
  await checkChange(kind, change, preview.columns.length, context)
  const { mapping = options.mapping, existing = options.existing, erase = options.erase } = change
  const { key = keyAfter(kind, options, mapping), defaults = {}, values = options.values ?? [] } = change
  const { formats = options.formats ?? [] } = change
  const merged = mergeDefaults(options.defaults ?? {}, defaults)
  const meant = await withoutGoneNames(kind, values, context)
  return { ...options, mapping, key, existing, erase, defaults: merged, values: meant, formats }
}
