import type { ImportOptions } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { required } from '@tradewind/contract/kit/fields'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { problemFields, say, type Sentence, sentenceIn } from '@tradewind/contract/kit/say'
import { rowChecker } from '@tradewind/workbook/check'
import type { Column } from '@tradewind/workbook/sheet'
import { excerpt, unescapeFormula } from '@tradewind/workbook/text'
import type { TextRow } from '@tradewind/workbook/work'
import type { Cell } from '@tradewind/workbook/xlsx/cell'
import type { z } from 'zod'
import { sentenceOf } from '#kit/http/input'
import type { FileImportRow, FilePreview } from '../schema/fileImport.table.ts'
import { combineCells, combinedOrder } from './combine.ts'
import { splitFullName, withFullName } from './fullName.ts'
import { kinds, type RecordKey, type Spec, type Values } from './kinds.ts'
import { didYouMean, nameReader, type UnknownText, valueReader, vocabularyOf } from './values.ts'

/** Two hashes of a text (FNV-1a and a similar one), combined to one integer of 53 bits. */
const hashOf = (text: string) => {
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x5bd1e995) ^ (other >>> 15)
  }
  return (other >>> 11) * 4294967296 + (one >>> 0) + 1
}

/** Stores the first row of each key, a million keys in 32 MB: keys are stored as integers of 53 bits. */
export class SeenKeys {
  #keys = new Float64Array(1024)
  #rows = new Uint32Array(1024)
  #count = 0

  /** The first row with this key; undefined if there is none. */
  rowOf(key: string) {
    const hash = hashOf(key)
    const at = this.#placeOf(hash)
    return this.#keys[at] === hash ? this.#rows[at] : undefined
  }

  /** Stores a row by this key, unless an earlier one has it. */
  add(key: string, row: number) {
    if (this.rowOf(key) !== undefined) return
    if (this.#count * 2 >= this.#keys.length) this.#grow()
    const hash = hashOf(key)
    this.#put(this.#placeOf(hash), hash, row)
  }

  #put(at: number, hash: number, row: number) {
    this.#keys[at] = hash
    this.#rows[at] = row
    this.#count++
  }

  #placeOf(hash: number) {
    const size = this.#keys.length
    let at = hash % size
    while (this.#keys[at] !== 0 && this.#keys[at] !== hash) at = (at + 1) % size
    return at
  }

  #grow() {
    const [keys, rows] = [this.#keys, this.#rows]
    this.#keys = new Float64Array(keys.length * 2)
    this.#rows = new Uint32Array(keys.length * 2)
    this.#count = 0
    for (const [at, hash] of keys.entries()) if (hash !== 0) this.#put(this.#placeOf(hash), hash, rows[at]!)
  }
}

type ReadCustom = NonNullable<Spec['custom']>['read']

/** A row of a file as parsed from its cells, before it is compared with records. */
export interface Prepared {
  row: number
  cells: readonly string[]
  /** The fields of the row, in the format of the record's form. */
  given: Values
  faults: Fault[]
  /** The texts that its fields do not know. */
  unknown: readonly UnknownText[]
  /** How its dates and numbers were read. */
  readings: ReturnType<ReadCustom>['readings']
}

const displayValue = (value: unknown) => excerpt([value].flat().join(', '), 200)
const isEmpty = (value: unknown) => value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** The columns of the sheet that are in the file, each with its index there; some fields have several, in the order in which they are combined. */
const columnIndexes = (columns: readonly Column[], mapping: readonly (string | null)[], names: FilePreview['columns'] = []) =>
  columns.flatMap((column) => {
    const indexes = mapping.flatMap((field, at) => (field === column.field ? [at] : []))
    return indexes.length === 0 ? [] : [{ column, indexes: combinedOrder(column.field, indexes, names) }]
  })

/** A fault of a field's cell. */
export const createFault = (
  columns: readonly Column[],
  row: number,
  field: string,
  value: unknown,
  problem: Sentence,
): Fault => ({
  row,
  column: columns.find((column) => column.field === field)?.header ?? field,
  value: displayValue(value ?? ''),
  ...problemFields(problem),
})

const optional = (column: Column) => {
  const optionalColumn = { ...column }
  delete optionalColumn.required
  return optionalColumn
}

/** Returns a function that finds the required fields that a new record lacks. */
export const missingFieldsChecker = (columns: readonly Column[]) => {
  const mandatory = columns.filter((column) => column.required)
  return ({ row, given }: Pick<Prepared, 'row' | 'given'>) =>
    mandatory
      .filter(({ field }) => isEmpty(given[field]))
      .map(({ field, header }) => createFault(columns, row, field, '', required(header)))
}

type ReadOptions = Pick<ImportOptions, 'mapping' | 'erase' | 'separator' | 'encoding' | 'formats' | 'values'>

/** The sign that stands for what is no character in the file's encoding. */
const UNREADABLE = '\uFFFD'

const unreadableCharacter = say('Some characters cannot be read. Choose another encoding.')
const moreCells = say('This row has more cells than there are columns. A text that contains the separator needs quotation marks.')
const beyondLastColumn = say('This row has values beyond the last column.')

/** Returns a function that finds what would be lost of a row: characters that were not read, and cells beyond the columns that are known. */
const lossFinder = (columns: readonly Column[], options: ReadOptions) => {
  const { mapping, encoding, separator } = options
  const indexes = columnIndexes(columns, mapping)
  return ({ row, cells }: TextRow): Fault[] => {
    const unreadable = encoding
      ? indexes.flatMap(({ column, indexes: places }) => {
          const text = places.map((at) => cells[at] ?? '').find((cell) => cell.includes(UNREADABLE))
          return text === undefined ? [] : [createFault(columns, row, column.field, text, unreadableCharacter)]
        })
      : []
    const beyond = cells.slice(mapping.length).filter((cell) => cell.trim() !== '')
    if (beyond.length === 0) return unreadable
    const fault = createFault(columns, row, '', beyond, separator ? moreCells : beyondLastColumn)
    return [...unreadable, fault]
  }
}

/** Parses the cells of a row to fields. */
const rowParser = (options: ReadOptions, spec: Spec, names?: FilePreview['columns']) => {
  const { erase, separator, formats = [], values: mapped } = options
  const { mapping, withNames } = splitFullName(options.mapping)
  const { sheet, input, custom } = spec
  // Text files have semicolons where decimals have commas.
  const notation = {
    hasDecimalCommas: separator === ';',
    formats: new Map(mapping.flatMap((field, at) => (field === null ? [] : [[field, formats[at] ?? null] as const]))),
  }
  const columns = columnIndexes(sheet.columns, mapping, names)
  const readValues = columns.map(({ column }) => cellReader(column, spec, mapped))
  const loose = columns.map(({ column }) => optional(column))
  const check = rowChecker({ name: sheet.name, columns: loose }, new Map(loose.map(({ header }, at) => [header, at])), -1)
  const partial = (input as unknown as z.ZodObject).partial()
  return (row: TextRow): Prepared => {
    const named = withNames(row)
    const cells = columns.map(({ column, indexes }, at) =>
      readValues[at]!(
        combineCells(
          column.field,
          indexes.map((index) => cellAt(named, index)),
        ),
      ),
    )
    const checked = check({ row: row.row, cells: cells.map(({ cell }) => cell) })
    const fields = (checked?.row ?? checked?.faulty)?.fields as Values | undefined
    const filled = filledFields(fields ?? {}, erase)
    const { values: groupedValues, ownIssues, readings } = groupCustomFields(filled, custom, notation)
    const parsed = partial.safeParse(groupedValues, { error: sentenceOf })
    const values = parsed.success ? pickGiven(parsed.data, groupedValues) : groupedValues
    const issues = [...issuesOf(parsed.error, checked?.faulty?.faultyFields), ...ownIssues].map(([field, problem]) =>
      createFault(sheet.columns, row.row, field, filled[field], problem),
    )
    const closeProblems = new Map(cells.flatMap(({ header, problem }) => (problem ? [[header, problem] as const] : [])))
    const faults = [...(checked?.faults ?? []), ...issues].map((fault) => withProblem(fault, closeProblems.get(fault.column)))
    const unknown = cells.flatMap((cell) => cell.unknown)
    return { row: row.row, cells: row.cells, given: values, faults, unknown, readings }
  }
}

/** The faults of a row's cells, and those found afterwards in its other cells: one fault a cell. */
export const withFirstFaults = (faults: readonly Fault[], found: readonly Fault[]) => {
  const columns = new Set(faults.map(({ column }) => column))
  return [...faults, ...found.filter(({ column }) => !columns.has(column))]
}

const withProblem = ({ row, column, value, ...fault }: Fault, problem: Sentence | undefined): Fault => ({
  row,
  column,
  value,
  ...(problem ? problemFields(problem) : fault),
})

/** A phone number with the signs that its field accepts; other programs also write slashes, points and long dashes between digits. */
const phoneText = (text: string) => {
  const accepted = text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s*[/.]\s*/g, ' ')
    .trim()
  return /^[\d\s+()-]*$/.test(accepted) ? accepted : text
}

/** Returns a function that reads the cell of a column, with the texts in it that the field does not know, and the problem if one is close to a value. */
const cellReader = (column: Column, spec: Spec, mapped: ImportOptions['values'] = []) => {
  const { header, field } = column
  const vocabulary = vocabularyOf(column, spec)
  const read = vocabulary && valueReader(field, vocabulary, mapped)
  const isPhone = spec.of.fields[field]?.type === 'phone'
  const readName = field === spec.refers?.field ? nameReader(field, mapped) : (cell: Cell | undefined) => cell
  return (cell: Cell | undefined) => {
    if (isPhone && cell) return { header, cell: { ...cell, text: phoneText(cell.text) }, unknown: [] }
    if (!vocabulary || !read) return { header, cell: readName(cell), unknown: [] }
    const { cell: readCell, unknown } = read(cell)
    return {
      header,
      cell: readCell,
      unknown: unknown.map((text): UnknownText => ({ field, text, nearest: vocabulary.nearest(text)?.value ?? null })),
      problem: unknown.length > 0 ? didYouMean(vocabulary, unknown, cell?.text ?? '') : undefined,
    }
  }
}

/**
 * Parses rows one after the other, and adds a fault to rows that duplicate an earlier row. Uses no database, and is deterministic: a
 * restarted job gets the same result for the same rows.
 */
export const rowPreparer = ({ kind, options, preview }: Pick<FileImportRow, 'kind' | 'options' | 'preview'>, spec: Spec) => {
  const { keys, unique } = kinds[kind]
  const read = rowParser(options, spec, preview.columns)
  const findLosses = lossFinder(withFullName(kind, spec.sheet).columns, options)
  const checkDuplicate = duplicateChecker(spec.sheet.columns, options.key ? keys[options.key] : undefined, unique)
  return (row: TextRow): Prepared => {
    const parsed = read(row)
    const losses = findLosses(row)
    const prepared = losses.length > 0 ? { ...parsed, unknown: [], faults: withFirstFaults(losses, parsed.faults) } : parsed
    return prepared.faults.length > 0 ? prepared : { ...prepared, faults: checkDuplicate(row.row, prepared.given) }
  }
}

/** The default values of new records, read as the cells of a row. */
export const readDefaults = ({ defaults = {} }: Pick<ImportOptions, 'defaults'>, spec: Spec) =>
  rowParser(
    { mapping: Object.keys(defaults), erase: false, separator: null, encoding: null },
    spec,
  )({ row: 0, cells: Object.values(defaults) })

/** The fields of a new record; empty fields get their defaults. */
export const withDefaults = (fields: Values, defaults: Values): Values => ({
  ...fields,
  ...Object.fromEntries(Object.entries(defaults).filter(([field]) => isEmpty(fields[field]) || fields[field] === '')),
})

/** The fields in the format of the record's form: the tenant's own fields together in `custom`. */
const groupCustomFields = (
  filled: Values,
  custom: Spec['custom'],
  notation: Parameters<ReadCustom>[1],
): { values: Values; ownIssues: (readonly [string, Sentence])[]; readings: ReturnType<ReadCustom>['readings'] } => {
  if (!custom) return { values: filled, ownIssues: [], readings: [] }
  const { product, change, issues, readings } = custom.read(filled, notation)
  const values = { ...product, ...(Object.keys(change).length > 0 && { custom: change }) }
  return { values, ownIssues: [...issues], readings }
}

/** The validation issues of a schema, without fields that are already known to be invalid. */
const issuesOf = (error: z.ZodError | undefined, bad: readonly string[] = []) =>
  (error?.issues ?? [])
    .map((issue) => [String(issue.path[0]), sentenceIn(issue)] as const)
    .filter(([field]) => !bad.includes(field))

const cellAt = ({ cells, flaws }: TextRow, at: number): Cell | undefined => {
  const text = unescapeFormula((cells[at] ?? '').trim())
    .replace(/\r\n?/g, '\n')
    .trim()
  const flaw = flaws?.[at]
  if (flaw) return { text, flaw }
  return text === '' ? undefined : { text }
}

/** The parsed values of the given fields only: a schema may add others. */
const pickGiven = (parsed: Values, input: Values) => Object.fromEntries(Object.keys(input).map((field) => [field, parsed[field]]))

/** The fields with a value; with `erase`, empty fields too. */
const filledFields = (fields: Values, erase: boolean) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      if (!isEmpty(value)) return [[field, value]]
      return erase ? [[field, Array.isArray(value) ? [] : '']] : []
    }),
  )

/** Returns a check that adds a fault to a row that duplicates an earlier one, by the key or by the unique field. */
const duplicateChecker = (
  columns: readonly Column[],
  key: RecordKey | undefined,
  unique: { field: string; key: RecordKey } | undefined,
) => {
  const seenByKey = [...new Set([key, unique?.key])].flatMap((way) => (way ? [{ way, seen: new SeenKeys() }] : []))
  return (row: number, fields: Values): Fault[] =>
    seenByKey.flatMap(({ way, seen }) => {
      const { sought, kept } = way.duplicateKeysOf(fields)
      const before = sought.map((text) => seen.rowOf(text)).find((found) => found !== undefined)
      if (before === undefined) {
        for (const text of kept) seen.add(text, row)
        return []
      }
      const field = columns.find((column) => !isEmpty(fields[column.field]))?.field ?? ''
      const target = way === unique?.key ? unique.field : field
      return [createFault(columns, row, target, fields[target], say('This is already in row {row}', { row: String(before) }))]
    })
}
