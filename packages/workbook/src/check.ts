import { grouped, problemFields, say, Sentence } from '@tradewind/contract/kit/say'
import { ALLOWED_VALUES, type Column, type Fault, type FaultyRow, PROBLEMS, type Sheet, type SheetRow, wordKey } from './sheet.ts'
import { excerpt, removeUnprintable } from './text.ts'
import { type Cell, lettersOf } from './xlsx/cell.ts'
import { limits } from './xlsx/limits.ts'
import type { RawRow } from './xlsx/rows.ts'

const flaws = {
  formula: say('This is a formula. Enter its value instead.'),
  error: say('This is an error value. Correct it or empty the cell.'),
  long: say('A cell may have {count} characters at most.', { count: grouped(limits.cellCharacters) }),
  merged: say('These cells are merged. Unmerge them.'),
}

const OUTSIDE_COLUMNS = say('The template has no column here. Remove this.')

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')
const shorten = (text: string) => (text.length > 200 ? `${excerpt(text, 200)}…` : removeUnprintable(text))

export const isProblems = (header: string) => header === PROBLEMS || header.startsWith(`${PROBLEMS}:`)

const sheetFault = (value: string, problem: Sentence): Fault => ({
  row: 1,
  column: '',
  value: shorten(value),
  ...problemFields(problem),
})

/** The faults of sheet names that differ from the template. `beside`: further sheets that are allowed. */
export const checkSheets = (found: readonly { name: string; isHidden: boolean }[], sheet: string, beside: readonly string[]) => {
  const names = quoted(found.map(({ name }) => name)) || say('no sheet')
  const isThere = found.some(({ name }) => name === sheet)
  const missing = isThere
    ? []
    : [sheetFault('', say("The sheet '{name}' is missing. The workbook has {what}.", { name: sheet, what: names }))]
  const allowed = new Set([sheet, ALLOWED_VALUES, ...beside])
  const extra = found.filter(({ name, isHidden }) => !isHidden && !allowed.has(name))
  return [
    ...missing,
    ...extra.map(({ name }) => sheetFault(name, say("The template has no sheet '{name}'. Rename or remove it.", { name }))),
  ]
}

/** Maps headers to column indexes by the header row; returns the faults of that row. */
export const checkHeader = ({ columns }: Sheet, header: RawRow | undefined) => {
  const indexes = new Map<string, number>()
  const faults: Fault[] = []
  const fault = (column: string, value: string, problem: Sentence) =>
    faults.push({ row: 1, column, value: shorten(value), ...problemFields(problem) })
  header?.cells.forEach((cell, at) => {
    const name = cell?.text ?? ''
    if (cell?.flaw) fault(name === '' ? lettersOf(at) : shorten(name), name, flaws[cell.flaw])
    else if (indexes.has(name)) fault(name, name, say("There are two columns '{name}'.", { name: shorten(name) }))
    else if (columns.some((column) => column.header === name)) indexes.set(name, at)
    else if (!isProblems(name))
      fault(shorten(name), name, say("The template has no column '{name}'. Rename or remove it.", { name: shorten(name) }))
  })
  for (const { header: name, optional } of columns)
    if (!indexes.has(name) && !optional) fault(name, '', say("The column '{name}' is missing.", { name }))
  const ignored = header?.cells.findIndex((cell) => isProblems(cell?.text ?? '')) ?? -1
  return { places: indexes, ignored, faults }
}

/** Labels with commas between them, each translated by itself. */
const labelList = (labels: readonly string[]) =>
  labels.map((label) => new Sentence(label)).reduce((list, label) => say('{list}, {label}', { list, label }))

const notAllowedValue = ({ values = [], labels }: Column) =>
  values.length > 10
    ? say("Choose a value from the sheet '{name}'.", { name: ALLOWED_VALUES })
    : say('Choose from {values}.', { values: labels ? labelList(labels) : values.join(', ') })

const several = (text: string) => text.split(',').map((value) => value.trim())

interface Place {
  column: Column
  /** The column's index in the sheet. */
  at: number
  allowed: Set<string> | undefined
}

const textProblem = ({ header, required }: Column, text: string) => {
  if (text.trim() === '' && required) return say('{column} is required.', { column: header })
  if (text !== text.trim()) return say('Remove the spaces before or after the text.')
  return removeUnprintable(text) === text ? undefined : say('There is a character here that cannot be saved.')
}

/** The column value that a text means, by its constant or its label; undefined if there is none. */
const findValue = ({ words = {} }: Column, allowed: Set<string>, text: string) => {
  const key = wordKey(text)
  return allowed.has(text) ? text : Object.hasOwn(words, key) ? words[key] : undefined
}

const listProblem = ({ column, allowed }: Place, text: string) => {
  if (text === '' || !allowed) return undefined
  const isListed = (value: string) => findValue(column, allowed, value) !== undefined
  return (column.many ? several(text) : [text]).every(isListed) ? undefined : notAllowedValue(column)
}

/** The problem of a cell, if any. */
const problemOf = (place: Place, cell: Cell | undefined) => {
  if (cell?.flaw) return flaws[cell.flaw]
  const text = cell?.text ?? ''
  return textProblem(place.column, text) ?? listProblem(place, text)
}

const valueOf = ({ column, allowed }: Place, cell: Cell | undefined) => {
  const text = cell?.text ?? ''
  const read = (value: string) => (allowed && findValue(column, allowed, value)) ?? value
  if (!column.many) return text === '' ? null : read(text)
  const parts = several(text).filter((value) => value !== '')
  // Without a list of allowed values, a part need not be a value by itself.
  return allowed ? [...new Set(parts.map(read))] : parts
}

/** Creates a function that checks a row. A blank row is skipped: it has neither fields nor faults. */
export const rowChecker = <S extends Sheet>({ columns }: S, indexes: Map<string, number>, ignored: number) => {
  const knownIndexes = new Set([...indexes.values(), ignored])
  const inColumns = columns.map((column): Place => ({
    column,
    at: indexes.get(column.header) ?? -1,
    allowed: column.values && new Set(column.values),
  }))
  const outside = (row: RawRow) =>
    row.cells.flatMap((cell, at): Fault[] => {
      if (!cell || knownIndexes.has(at) || cell.text.trim() === '') return []
      return [{ row: row.row, column: lettersOf(at), value: shorten(cell.text), ...problemFields(OUTSIDE_COLUMNS) }]
    })
  return (row: RawRow): { row?: SheetRow<S>; faulty?: FaultyRow<S>; faults: Fault[] } | undefined => {
    const isEmpty = row.cells.every((cell, at) => at === ignored || !cell || (cell.text.trim() === '' && !cell.flaw))
    if (isEmpty) return undefined
    const faultyFields: string[] = []
    const faults = inColumns.flatMap((place): Fault[] => {
      const cell = row.cells[place.at]
      const problem = problemOf(place, cell)
      if (!problem) return []
      faultyFields.push(place.column.field)
      return [{ row: row.row, column: place.column.header, value: shorten(cell?.text ?? ''), ...problemFields(problem) }]
    })
    faults.push(...outside(row))
    const valid = inColumns.filter(({ column }) => !faultyFields.includes(column.field))
    const fields = Object.fromEntries(valid.map((place) => [place.column.field, valueOf(place, row.cells[place.at])]))
    if (faults.length > 0) return { faulty: { row: row.row, fields: fields as FaultyRow<S>['fields'], faultyFields }, faults }
    return { row: { row: row.row, fields: fields as SheetRow<S>['fields'] }, faults }
  }
}

/** The fault of merged cells, with the column's header if it has one. */
export const mergeFault = (row: RawRow, indexes: Map<string, number>): Fault => {
  const at = row.cells.length - 1
  const column = [...indexes].find(([, index]) => index === at)?.[0] ?? lettersOf(at)
  return { row: row.row, column, value: row.cells[at]?.text ?? '', ...problemFields(flaws.merged) }
}
