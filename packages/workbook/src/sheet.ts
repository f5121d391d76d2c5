import type { Said } from '@tradewind/contract/kit/say'
/** One column of a sheet. The template, the reader and the marked workbook all follow it. */
export interface Column<Field extends string = string> {
  /** The header cell, exactly. */
  header: string
  /** The field that its values are read into. */
  field: Field
  /** Its cells must not be empty; its header is red. */
  required?: true
  /** A file may lack it. */
  optional?: true
  /** A cell holds several values, separated by commas. */
  many?: true
  /** The only values that a cell may hold. */
  values?: readonly string[]
  /** What else is read as one of the values: what screens call them, by `wordKey`. */
  words?: Readonly<Record<string, string>>
  /** Values that are offered; others are read too. */
  suggestions?: readonly string[]
  /** In characters. */
  width?: number
}

export interface Sheet<C extends readonly Column[] = readonly Column[]> {
  name: string
  columns: C
}

/** Describes a sheet, and keeps the names of its fields for the types of the rows that are read from it. */
export const sheet = <const C extends readonly Column[]>(name: string, columns: C): Sheet<C> => ({ name, columns })

type Value<C> = C extends { many: true } ? string[] : C extends { required: true } ? string : string | null

/** The fields of a row that has no fault. An empty cell is null, and an empty list where a cell holds several. */
export type Fields<S extends Sheet> = { [C in S['columns'][number] as C['field']]: Value<C> }

/** `row` is the number that the sheet shows. */
export interface SheetRow<S extends Sheet = Sheet> {
  row: number
  fields: Fields<S>
}

/** A row with faults: its sound cells as fields, and the fields whose cells are faulty. */
export interface FaultyRow<S extends Sheet = Sheet> {
  row: number
  fields: Partial<Fields<S>>
  bad: readonly string[]
}

/** One bad cell, or what is wrong with a column (row 1) or with the sheet as a whole (row 1, no column). */
export interface Fault {
  row: number
  /** The header, or the letters of a column without one. */
  column: string
  /** What the cell shows, cut after 200 characters. */
  value: string
  /** A sentence for the user. */
  problem: string
  /** What the problem is made of, where it is filled in. */
  said?: Said | undefined
  /** In how many rows the same stands, where it is more than one. `row` is the first of them. */
  rows?: number | undefined
}

/** Words as they are told to be the same: without regard to case, accents and white space. */
export const wordKey = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()

/** The name of the sheet that lists what the cells may hold. The reader passes over it. */
export const ALLOWED_VALUES = 'Allowed values'
/** The header of the column in which a marked workbook explains its faults. The reader passes over it. */
export const PROBLEMS = 'Problems'

/** Counts every fault and keeps the first ones, in the order of the rows. Those that say the same of several rows are kept as one. */
export class Faults {
  #kept = new Map<string, Fault>()
  #single: Fault[] = []
  #rows = new Set<number>()
  #total = 0
  readonly #most: number
  readonly #mostSingle: number

  /** `single`: how many are kept one by one, too. */
  constructor({ most = 500, single = 0 } = {}) {
    this.#most = most
    this.#mostSingle = single
  }

  add(...faults: readonly Fault[]) {
    for (const fault of faults) {
      this.#total++
      this.#rows.add(fault.row)
      if (this.#single.length < this.#mostSingle) this.#single.push(fault)
      this.#fold(fault)
    }
  }

  #fold(fault: Fault) {
    const key = [fault.column, fault.value, fault.problem].join('\n')
    const same = this.#kept.get(key)
    if (same) this.#kept.set(key, { ...same, row: Math.min(same.row, fault.row), rows: (same.rows ?? 1) + 1 })
    else if (!this.isFull) this.#kept.set(key, fault)
  }

  get total() {
    return this.#total
  }

  /** Further faults are counted, but not kept. */
  get isFull() {
    return this.#kept.size >= this.#most
  }

  /** In how many rows there are faults. */
  get rows() {
    return this.#rows.size
  }

  hasRow(row: number) {
    return this.#rows.has(row)
  }

  get listed(): Fault[] {
    return [...this.#kept.values()].toSorted((one, other) => one.row - other.row)
  }

  /** The faults one by one, as far as they are kept. */
  get single(): readonly Fault[] {
    return this.#single
  }
}
