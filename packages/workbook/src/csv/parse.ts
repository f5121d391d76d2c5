import { say } from '@tradewind/contract/kit/say'
import { UnreadableWorkbook } from '../xlsx/unreadable.ts'

/** Characters that one row may have: behind a quote that is never closed everything would be one row. */
const MOST = 1_000_000

/** Reads the cells of a text file (RFC 4180), piece by piece. A quote within a cell that does not begin with one is a character. */
export class CsvParser {
  readonly #separator: string
  #rest = ''

  constructor(separator: string) {
    this.#separator = separator
  }

  /** The rows that end in this piece. */
  push(piece: string): string[][] {
    return this.#read(this.#rest + piece, false)
  }

  /** The last row, where no line break follows it. */
  end(): string[][] {
    return this.#rest === '' ? [] : this.#read(`${this.#rest}\n`, true)
  }

  #read(text: string, isLast: boolean) {
    const rows: string[][] = []
    let at = 0
    while (at < text.length) {
      const cells: string[] = []
      const next = this.#row(text, at, cells, isLast)
      if (next < 0) break
      rows.push(cells)
      at = next
    }
    this.#rest = isLast ? '' : text.slice(at)
    if (this.#rest.length > MOST)
      throw new UnreadableWorkbook(say('A row of the file is too long. A closing quotation mark may be missing.'))
    return rows
  }

  /** Reads one row into the cells, and says where the next one begins; -1 where the row is not whole yet. */
  #row(text: string, from: number, cells: string[], isLast: boolean) {
    const end = text.indexOf('\n', from)
    if (end < 0) return -1
    const line = text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end)
    if (line.includes('"')) return this.#quotedRow(text, from, cells, isLast)
    cells.push(...line.split(this.#separator))
    return end + 1
  }

  #quotedRow(text: string, from: number, cells: string[], isLast: boolean) {
    let at = from
    for (;;) {
      const cell = text[at] === '"' ? this.#quoted(text, at, isLast) : this.#plain(text, at)
      if (!cell) return -1
      cells.push(cell.text)
      if (cell.ends) return cell.next
      at = cell.next
    }
  }

  #plain(text: string, from: number) {
    const end = text.indexOf('\n', from)
    if (end < 0) return undefined
    const separator = text.indexOf(this.#separator, from)
    if (separator >= 0 && separator < end) return { text: text.slice(from, separator), next: separator + 1, ends: false }
    return { text: text.slice(from, end).replace(/\r$/, ''), next: end + 1, ends: true }
  }

  #quoted(text: string, from: number, isLast: boolean) {
    let close = text.indexOf('"', from + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    if (close < 0) {
      if (!isLast) return undefined
      throw new UnreadableWorkbook(say('A row of the file is too long. A closing quotation mark may be missing.'))
    }
    const behind = this.#plain(text, close + 1)
    const inside = text.slice(from + 1, close).replaceAll('""', '"')
    return behind && { ...behind, text: inside + behind.text }
  }
}
