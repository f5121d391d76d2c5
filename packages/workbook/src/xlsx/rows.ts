import { grouped, say } from '@tradewind/contract/kit/say'
import { type Cell, CellReader, parseReference, type Tables } from './cell.ts'
import { damaged, limits, tooManyColumns, UnreadableWorkbook } from './limits.ts'
import type { Attributes, Listener } from './xml.ts'

/** A row that has a value, with its number in the sheet. */
export interface RawRow {
  row: number
  cells: (Cell | undefined)[]
}

/** Checks the order of rows and cells: each comes after the last one, within Excel's limits. */
class Place {
  #row = 0
  #column = -1

  row(reference: string | undefined) {
    const next = reference === undefined ? this.#row + 1 : Number(reference)
    if (!Number.isInteger(next) || next <= this.#row || next > limits.lastRow) throw damaged(say('its rows are out of order'))
    this.#row = next
    this.#column = -1
    return next
  }

  column(reference: string | undefined) {
    const next = reference === undefined ? { row: this.#row, column: this.#column + 1 } : parseReference(reference)
    if (next.row !== this.#row || next.column <= this.#column || next.column >= limits.lastColumn)
      throw damaged(say('its cells are out of order'))
    this.#column = next.column
    return next.column
  }
}

/** Reads a sheet's part, and emits each row that has a value, and each merge as a row whose last cell has that flaw. */
export class SheetRows implements Listener {
  readonly #cell: CellReader
  readonly #emit: (row: RawRow) => void
  readonly #place = new Place()
  #characters = 0
  #inData = false
  #row: RawRow | undefined
  #column: number | undefined

  constructor(tables: Tables, emit: (row: RawRow) => void) {
    this.#cell = new CellReader(tables)
    this.#emit = emit
  }

  open(name: string, attributes: Attributes) {
    if (name === 'mergeCell') this.#merge(attributes['ref'] ?? '')
    else if (name === 'sheetData') this.#inData = true
    else if (name === 'row' && this.#inData) this.#openRow(attributes)
    else if (name === 'c' && this.#row) this.#openCell(attributes)
    else if (this.#column !== undefined) this.#cell.open(name)
  }

  text(piece: string) {
    if (this.#column !== undefined) this.#cell.text(piece)
  }

  close(name: string) {
    if (name === 'sheetData') this.#inData = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
    else if (this.#column !== undefined) this.#cell.close(name)
  }

  #openRow(attributes: Attributes) {
    if (this.#row) throw damaged(say('a row is inside another row'))
    this.#row = { row: this.#place.row(attributes['r']), cells: [] }
  }

  #openCell(attributes: Attributes) {
    if (this.#column !== undefined) throw damaged(say('a cell is inside another cell'))
    this.#column = this.#place.column(attributes['r'])
    this.#cell.begin(attributes)
  }

  #closeCell() {
    if (!this.#row || this.#column === undefined) return
    const cell = this.#cell.end()
    if (cell) this.#store(this.#row, this.#column, cell)
    this.#column = undefined
  }

  #store(row: RawRow, column: number, cell: Cell) {
    if (column >= limits.columns) throw tooManyColumns()
    this.#characters += cell.text.length
    if (this.#characters > limits.sheetCharacters)
      throw new UnreadableWorkbook(say('The sheet has more than {count} characters.', { count: grouped(limits.sheetCharacters) }))
    row.cells[column] = cell
  }

  #closeRow() {
    if (this.#row && this.#row.cells.length > 0) this.#emit(this.#row)
    this.#row = undefined
  }

  #merge(reference: string) {
    const { row, column } = parseReference(reference.split(':')[0] ?? '')
    const cells: RawRow['cells'] = []
    cells[Math.min(column, limits.columns)] = { text: reference.slice(0, 30), flaw: 'merged' }
    this.#emit({ row, cells })
  }
}
