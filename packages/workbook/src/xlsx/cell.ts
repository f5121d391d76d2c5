import { say } from '@tradewind/contract/kit/say'
import { damaged, limits } from './limits.ts'
import { decodeEscapes, type SharedStrings, textRuns } from './strings.ts'
import type { Attributes, Listener } from './xml.ts'

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a number format shows a date or time: it has a day, month, year, hour or second outside quotes, brackets and escapes. */
const isDateFormat = (format: string) => /[dmyhs]/i.test(format.replace(/"[^"]*"|\[(?![hms]+\])[^\]]*\]|\\.|_.|\*./gi, ''))

/** The most characters of a format in Excel. */
const MAX_FORMAT_LENGTH = 255

/** Digits of a code, and the signs and texts between them. */
const codeParts = /0|\\(.)|"([^"]*)"|([ ()-])/g

/**
 * The format of a code, such as `00000` of postal codes: it shows three digits and more where the number has less. Undefined for others. Excel may add the
 * language, and formats of negative numbers and texts.
 */
const codeFormat = (format: string) => {
  if (format.length > MAX_FORMAT_LENGTH) return undefined
  const code = format.replace(/^\[\$[^\]]*\]/, '').replace(/;.*/s, '')
  const isCode = code.replace(codeParts, '') === '' && (code.replace(/\\.|"[^"]*"/g, '').match(/0/g) ?? []).length >= 3
  return isCode ? code : undefined
}

/** The formats of cells by the numbers of their styles, as far as they decide what is read. */
export interface Styles {
  dates: Set<string>
  codes: Map<string, string>
}

/** Collects which cell styles show dates or codes, from the styles part. */
export const collectStyles = ({ dates, codes }: Styles): Listener => {
  const formats = new Map<string, string>()
  let inCellFormats = false
  let style = 0
  return {
    open: (name, { numFmtId: id = '0', formatCode: format = '' }) => {
      if (name === 'numFmt') formats.set(id, format)
      if (name === 'cellXfs') inCellFormats = true
      if (name !== 'xf' || !inCellFormats) return
      const code = codeFormat(formats.get(id) ?? '')
      if (code !== undefined) codes.set(String(style), code)
      else if (isBuiltInDate(Number(id)) || isDateFormat(formats.get(id) ?? '')) dates.add(String(style))
      style++
    },
    close: (name) => {
      if (name === 'cellXfs') inCellFormats = false
    },
  }
}

const DAY = 86_400_000
const epoch = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** The number of the 29th of February 1900, which Excel counts though that year had none: days before it are one less. */
const FICTITIOUS_DAY = 60

const dayText = (date: Date, wholeDays: number, since: 1900 | 1904) => {
  if (since === 1904 || wholeDays > FICTITIOUS_DAY || wholeDays < 1) return date.toISOString().slice(0, 10)
  return wholeDays === FICTITIOUS_DAY ? '1900-02-29' : new Date(date.getTime() + DAY).toISOString().slice(0, 10)
}

/** Formats an Excel date (days since 1900 or 1904): YYYY-MM-DD, with a time if it has one, or only a time. */
const dateText = (text: string, since: 1900 | 1904) => {
  const serial = Number(text)
  const seconds = Math.round((serial * DAY) / 1000)
  const date = new Date(epoch[since] + seconds * 1000)
  if (Number.isNaN(date.getTime()) || serial < 0) return text
  const [day, time] = [dayText(date, Math.floor((seconds * 1000) / DAY), since), date.toISOString().slice(11, 19)]
  if (time === '00:00:00') return day
  return serial < 1 ? time : `${day} ${time}`
}

/** The day of a serial number, as Excel stores dates since 1900; undefined if the text is none. */
export const dayOfSerial = (text: string) =>
  /^\d{1,7}(?:[.,]\d+)?$/.test(text) ? /^[\d-]{10}(?= |$)/.exec(dateText(text.replace(',', '.'), 1900))?.[0] : undefined

/** The displayed text of a cell, and why it cannot be imported, if so. */
export interface Cell {
  text: string
  flaw?: 'formula' | 'error' | 'long' | 'merged'
}

/** The tables that cells refer to. */
export interface Tables {
  strings: SharedStrings
  styles: Styles
  since: 1900 | 1904
}

/** Formats a number with the 15 digits that Excel shows: it stores more, and 0.1 as 0.10000000000000001. */
const numberText = (text: string) => {
  const value = Number(text)
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return text
  return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)))
}

/** Formats a number as a code. Digits for which the format has no place come first. */
const codeText = (text: string, format: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) return numberText(text)
  const parts = [...format.matchAll(codeParts)].map(([, escaped, quoted, sign]) => escaped ?? quoted ?? sign)
  const places = parts.filter((part) => part === undefined).length
  const digits = String(value).padStart(places, '0')
  let [from, to] = [0, digits.length - places + 1]
  const next = () => {
    const shown = digits.slice(from, to)
    ;[from, to] = [to, to + 1]
    return shown
  }
  return parts.map((part) => part ?? next()).join('')
}

const cellText = (type: string, style: string | undefined, text: string, { strings, styles, since }: Tables) => {
  if (text === '') return ''
  if (type === 's') return strings.at(Number(text))
  if (type === 'b') return text === '1' || text === 'true' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return decodeEscapes(text)
  if (style === undefined) return numberText(text)
  const code = styles.codes.get(style)
  if (code !== undefined) return codeText(text, code)
  return styles.dates.has(style) ? dateText(text, since) : numberText(text)
}

const flawOf = (type: string, formula: boolean, text: string): Cell['flaw'] => {
  if (formula) return 'formula'
  if (type === 'e') return 'error'
  return text.length > limits.cellCharacters ? 'long' : undefined
}

/** Reads cells one after the other from XML events. */
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

  /** The cell, if it has a value or a flaw. */
  end(): Cell | undefined {
    const inline = this.#inline.take()
    const text = this.#type === 'inlineStr' ? inline : cellText(this.#type, this.#style, this.#value, this.#tables)
    const flaw = flawOf(this.#type, this.#formula, text)
    if (flaw) return { text, flaw }
    return text === '' ? undefined : { text }
  }
}

const A = 65

/** Parses a cell reference to row and column (from 0): row 7, column 27 for 'AB7'. Called for each cell of a large sheet, hence without a regular expression. */
export const parseReference = (reference: string) => {
  let column = 0
  let at = 0
  for (; at < reference.length; at++) {
    const letter = (reference.charCodeAt(at) & ~0x20) - A
    if (letter < 0 || letter > 25) break
    column = column * 26 + letter + 1
  }
  const row = Number(reference.slice(at))
  if (at === 0 || column > limits.lastColumn || !(Number.isInteger(row) && row >= 1 && row <= limits.lastRow))
    throw damaged(say("it has no cell '{name}'", { name: reference.slice(0, 20) }))
  return { row, column: column - 1 }
}

/** The letters of a column: 'AB' for 27. */
export const lettersOf = (column: number): string =>
  column < 26 ? String.fromCharCode(A + column) : lettersOf(Math.floor(column / 26) - 1) + lettersOf(column % 26)
