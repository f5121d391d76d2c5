import { dateText } from './dates.ts'
import { limits } from './limits.ts'
import { type SharedStrings, textRuns, unescaped } from './strings.ts'
import type { Attributes } from './xml.ts'

/** What a cell shows, as text, and why it can't be taken in where that is so. */
export interface Cell {
  text: string
  flaw?: 'formula' | 'error' | 'long' | 'merged'
}

/** What cells refer to. */
export interface Tables {
  strings: SharedStrings
  dateStyles: Set<string>
  since: 1900 | 1904
}

/** A number with the 15 digits that Excel shows: it stores more, and 0.1 as 0.10000000000000001. */
const numberText = (text: string) => {
  const value = Number(text)
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return text
  return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)))
}

const cellText = (type: string, style: string | undefined, text: string, { strings, dateStyles, since }: Tables) => {
  if (text === '') return ''
  if (type === 's') return strings.at(Number(text))
  if (type === 'b') return text === '1' || text === 'true' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return unescaped(text)
  return style !== undefined && dateStyles.has(style) ? dateText(text, since) : numberText(text)
}

const flawOf = (type: string, formula: boolean, text: string): Cell['flaw'] => {
  if (formula) return 'formula'
  if (type === 'e') return 'error'
  return text.length > limits.cellCharacters ? 'long' : undefined
}

/** Reads one cell after the other, from between their tags. */
export class CellReader {
  #type = 'n'
  #style: string | undefined
  #value = ''
  #inValue = false
  #formula = false
  readonly #inline = textRuns()
  readonly #tables: Tables

  constructor(tables: Tables) {
    this.#tables = tables
  }

  begin({ t: type = 'n', s: style }: Attributes) {
    this.#type = type
    this.#style = style
    this.#value = ''
    this.#formula = false
  }

  open(name: string) {
    if (name === 'v') this.#inValue = true
    else if (name === 'f') this.#formula = true
    else this.#inline.open(name)
  }

  text(piece: string) {
    if (!this.#inValue) this.#inline.text(piece)
    else if (this.#value.length <= limits.cellCharacters) this.#value += piece.slice(0, limits.cellCharacters + 1)
  }

  close(name: string) {
    if (name === 'v') this.#inValue = false
    else this.#inline.close(name)
  }

  /** The cell, where it has a value or a flaw. */
  end(): Cell | undefined {
    const inline = this.#inline.take()
    const text = this.#type === 'inlineStr' ? inline : cellText(this.#type, this.#style, this.#value, this.#tables)
    const flaw = flawOf(this.#type, this.#formula, text)
    if (flaw) return { text, flaw }
    return text === '' ? undefined : { text }
  }
}
