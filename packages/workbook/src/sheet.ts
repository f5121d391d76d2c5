import type { SentenceParts } from '@tradewind/contract/kit/say'
/** One column of a sheet; used by the template, the reader and the marked workbook. */
export interface Column<Field extends string = string> {
  /** The header cell, exactly. */
  header: string
  /** The field that its values are read into. */
  field: Field
  /** Its cells must not be empty; its header is red. */
  required?: true
  /** The column may be missing in a file. */
  optional?: true
  /** A cell holds several values, separated by commas. */
  many?: true
  /** The only values that a cell may hold. */
  values?: readonly string[]
  /** The labels of the values, in their order, as faults name them. */
  labels?: readonly string[]
  /** Labels and other spellings that are also read as values, keyed by `wordKey`. */
  words?: Readonly<Record<string, string>>
  /** Suggested values; others are accepted too. */
  suggestions?: readonly string[]
  /** In characters. */
  width?: number
}

export interface Sheet<C extends readonly Column[] = readonly Column[]> {
  name: string
  columns: C
}

/** Declares a sheet, and keeps the names of its fields for the types of its rows. */
export const sheet = <const C extends readonly Column[]>(name: string, columns: C): Sheet<C> => ({ name, columns })

type Value<C> = C extends { many: true } ? string[] : C extends { required: true } ? string : string | null

/** The fields of a row that has no fault. An empty cell is null, and an empty list where a cell holds several. */
export type Fields<S extends Sheet> = { [C in S['columns'][number] as C['field']]: Value<C> }

/** `row` is the number that the sheet shows. */
export interface SheetRow<S extends Sheet = Sheet> {
  row: number
  fields: Fields<S>
}

/** A row with faults: its valid cells as fields, and the fields whose cells are faulty. */
export interface FaultyRow<S extends Sheet = Sheet> {
  row: number
  fields: Partial<Fields<S>>
  faultyFields: readonly string[]
}

/** A faulty cell, or a fault of a column (row 1) or of the whole sheet (row 1, no column). */
export interface Fault {
  row: number
  /** The header, or the letters of a column without one. */
  column: string
  /** What the cell shows, cut after 200 characters. */
  value: string
  /** A sentence for the user. */
  problem: string
  /** The parts of the problem's sentence, if it has values. */
  said?: SentenceParts | undefined
  /** The number of rows with the same fault, if more than one. `row` is the first of them. */
  rows?: number | undefined
}

/**
 * The form in which words are compared: ignores case, accents and repeated white space. Marks are removed before, too: normalizing a long run of
 * them takes time that grows with its square.
 */
export const wordKey = (text: string) =>
  text.replace(/\p{M}/gu, '').normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** The name of the sheet that lists allowed values. The reader ignores it. */
export const ALLOWED_VALUES = 'Allowed values'
/** The header of the column in which a marked workbook describes its faults. The reader ignores it. */
export const PROBLEMS = 'Problems'

/** Counts every fault and stores the first ones, in the order of the rows. The same fault in several rows is stored once. */
export class Faults {
  #faults = new Map<string, Fault>()
  #single: Fault[] = []
  #rows = new Set<number>()
  #total = 0
  readonly #maxFaults: number
  readonly #maxFaultsSingle: number

  /** `single`: how many are also stored individually. */
  constructor({ maxFaults = 500, single = 0 } = {}) {
    this.#maxFaults = maxFaults
    this.#maxFaultsSingle = single
  }

  add(...faults: readonly Fault[]) {
    for (const fault of faults) {
      this.#total++
      this.#rows.add(fault.row)
      if (this.#single.length < this.#maxFaultsSingle) this.#single.push(fault)
      this.#fold(fault)
    }
  }

  #fold(fault: Fault) {
    const key = [fault.column, fault.value, fault.problem].join('\n')
    const same = this.#faults.get(key)
    if (same) this.#faults.set(key, { ...same, row: Math.min(same.row, fault.row), rows: (same.rows ?? 1) + 1 })
    else if (!this.isFull) this.#faults.set(key, fault)
  }

  get total() {
    return this.#total
  }

  /** Further faults are counted, but not stored. */
  get isFull() {
    return this.#faults.size >= this.#maxFaults
  }

  /** The number of rows with faults. */
  get rows() {
    return this.#rows.size
  }

  hasRow(row: number) {
    return this.#rows.has(row)
  }

  get listed(): Fault[] {
    return [...this.#faults.values()].toSorted((one, other) => one.row - other.row)
  }

  /** The individual faults, as far as they are stored. */
  get single(): readonly Fault[] {
    return this.#single
  }
}
