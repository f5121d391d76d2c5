import { say } from '@tradewind/contract/kit/say'
import { createReadStream } from 'node:fs'
import type { TextRow } from './work.ts'
import { limits, tooManyColumns, UnreadableWorkbook } from './xlsx/limits.ts'

/** Maximum number of characters in a row: after an unclosed quote everything would be one row. */
const MAX_ROW_CHARACTERS = 1_000_000

/** The maximum number of cells that are read of a row: one more than a sheet may have. */
const MAX_CELLS = limits.columns + 1

/**
 * Returns a function that finds a character at or after a position; Infinity if there is none. Positions must ascend: each part of the text is then
 * searched once, however short the cells are.
 */
const finderOf = (text: string, character: string) => {
  let found = -1
  return (from: number) => {
    if (found >= from) return found
    const at = text.indexOf(character, from)
    found = at < 0 ? Infinity : at
    return found
  }
}

/** A text, and functions that find the next line break and the next separator. */
interface Source {
  text: string
  findEnd: (from: number) => number
  findSeparator: (from: number) => number
}

/** Parses a text file (RFC 4180) incrementally. A quote within a cell that does not begin with one is an ordinary character. */
class CsvParser {
  readonly #separator: string
  #rest = ''

  constructor(separator: string) {
    this.#separator = separator
  }

  /** Returns the rows that end in this piece. */
  push(piece: string): string[][] {
    return this.#read(this.#rest + piece, false)
  }

  /** Returns the last row, if it has no line break. */
  end(): string[][] {
    return this.#rest === '' ? [] : this.#read(`${this.#rest}\n`, true)
  }

  #read(text: string, isLast: boolean) {
    const source = { text, findEnd: finderOf(text, '\n'), findSeparator: finderOf(text, this.#separator) }
    const rows: string[][] = []
    let at = 0
    while (at < text.length) {
      const cells: string[] = []
      const next = this.#row(source, at, cells, isLast)
      if (next < 0) break
      rows.push(cells)
      at = next
    }
    this.#rest = isLast ? '' : text.slice(at)
    if (this.#rest.length > MAX_ROW_CHARACTERS)
      throw new UnreadableWorkbook(say('A row of the file is too long. A closing quotation mark may be missing.'))
    return rows
  }

  /** Reads one row into `cells`, up to MAX_CELLS, and returns the index of the next row; -1 if the row is incomplete. */
  #row(source: Source, from: number, cells: string[], isLast: boolean) {
    const { text } = source
    const end = source.findEnd(from)
    if (end === Infinity) return -1
    const line = text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end)
    if (line.includes('"')) return this.#quotedRow(source, from, cells, isLast)
    cells.push(...line.split(this.#separator, MAX_CELLS))
    return end + 1
  }

  #quotedRow(source: Source, from: number, cells: string[], isLast: boolean) {
    let at = from
    for (;;) {
      const cell = source.text[at] === '"' ? this.#quoted(source, at, isLast) : this.#plain(source, at)
      if (!cell) return -1
      if (cells.length < MAX_CELLS) cells.push(cell.text)
      if (cell.ends) return cell.next
      at = cell.next
    }
  }

  #plain({ text, findEnd, findSeparator }: Source, from: number) {
    const end = findEnd(from)
    if (end === Infinity) return undefined
    const separator = findSeparator(from)
    if (separator < end) return { text: text.slice(from, separator), next: separator + 1, ends: false }
    return { text: text.slice(from, end).replace(/\r$/, ''), next: end + 1, ends: true }
  }

  #quoted(source: Source, from: number, isLast: boolean) {
    const { text } = source
    let close = text.indexOf('"', from + 1)
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
    if (close < 0) {
      if (!isLast) return undefined
      throw new UnreadableWorkbook(say('A row of the file is too long. A closing quotation mark may be missing.'))
    }
    const behind = this.#plain(source, close + 1)
    const inside = text.slice(from + 1, close).replaceAll('""', '"')
    return behind && { ...behind, text: inside + behind.text }
  }
}

/** The supported encodings of text files, with the names of `TextDecoder`. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const
export type Encoding = (typeof encodings)[number]

/** The supported cell separators of text files. */
export const separators = [';', ',', '\t', '|'] as const
type Separator = (typeof separators)[number]

/** Number of lines by which the separator is guessed. */
const LINES_TO_GUESS = 20

const byMark = (start: Buffer): Encoding | undefined => {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8'
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return undefined
}

/** Detects UTF-16: every second byte of Western text is zero. */
const byZeros = (start: Buffer): Encoding | undefined => {
  const zeros = [0, 0]
  const bytes = start.subarray(0, 1000)
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]!++
  const many = bytes.length / 5
  if (zeros[1]! > many && zeros[0]! < many / 4) return 'utf-16le'
  return zeros[0]! > many && zeros[1]! < many / 4 ? 'utf-16be' : undefined
}

/** Whether more of a file's letters beyond ASCII are valid UTF-8 than not: a few bytes were damaged on the way. */
const isMostlyUtf8 = async (path: string) => {
  const decoder = new TextDecoder('utf-8')
  let [valid, invalid] = [0, 0]
  const count = (text: string) => {
    const replaced = text.split('\uFFFD').length - 1
    invalid += replaced
    valid += (text.match(/[^\p{ASCII}]/gu)?.length ?? 0) - replaced
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) count(decoder.decode(chunk, { stream: true }))
  count(decoder.decode())
  return valid > invalid
}

/** The encodings with one byte for each character that are told apart. */
const westernEncodings = ['windows-1252', 'macintosh'] as const
type WesternEncoding = (typeof westernEncodings)[number]

/** The number of characters beyond ASCII by which the encoding is guessed. */
const MAX_CHARACTERS = 2000

const letter = /\p{L}/u
const lowercase = /\p{Ll}/u
const westernLowercase = /[àâáäãåæçéèêëíìîïñóòôöõøœßúùûüÿ]/u
const westernUppercase = /[ÀÂÁÄÃÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØŒÚÙÛÜŸ]/u
const quotationMark = /[‘’“”„«»]/u
const sign = /[–—…•€£§°©®™¿¡\u00A0]/u

/** 1 if a character is usual between these two, -1 if it is not, 0 if it can be. */
const usualness = (before: string, character: string, after: string) => {
  if (westernLowercase.test(character)) return 1
  if (westernUppercase.test(character)) return lowercase.test(before) ? -1 : 1
  const isWithinWord = letter.test(before) && letter.test(after)
  if (character === '’') return 1
  if (quotationMark.test(character)) return isWithinWord ? -1 : 1
  if (!sign.test(character)) return -1
  return isWithinWord ? -1 : letter.test(before) || letter.test(after) ? 0 : 1
}

/** Guesses by which of the encodings the characters beyond ASCII are those of Western languages: Windows-1252, unless Mac Roman has more that are usual. */
const guessWestern = async (path: string): Promise<WesternEncoding> => {
  const scores = { 'windows-1252': 0, macintosh: 0 }
  let count = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const texts = westernEncodings.map((encoding) => [encoding, new TextDecoder(encoding).decode(chunk)] as const)
    for (let at = 0; at < chunk.length && count < MAX_CHARACTERS; at++) {
      if (chunk[at]! < 0x80) continue
      count++
      for (const [encoding, text] of texts) scores[encoding] += usualness(text[at - 1] ?? '', text[at]!, text[at + 1] ?? '')
    }
    if (count >= MAX_CHARACTERS) break
  }
  return scores.macintosh > scores['windows-1252'] ? 'macintosh' : 'windows-1252'
}

/** Guesses the encoding of a text file: by its byte order mark or zero bytes, else UTF-8 if the file is valid, or for the most part, else one with a byte for each character. */
export const guessEncoding = async (path: string): Promise<Encoding> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const detected = isFirst ? (byMark(chunk) ?? byZeros(chunk)) : undefined
      if (detected) return detected
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return (await isMostlyUtf8(path)) ? 'utf-8' : guessWestern(path)
    throw error
  }
}

/** Guesses the separator: the one by which most of the first lines have the same, and the largest, number of columns. */
const guessSeparator = (text: string): Separator => {
  const declared = /^sep=([;,\t|])\r?\n/i.exec(text)?.[1]
  if (declared) return declared as Separator
  const scored = separators.map((separator) => {
    const widths = new CsvParser(separator)
      .push(text)
      .slice(0, LINES_TO_GUESS)
      .map(({ length }) => length)
    const widest = Math.max(1, ...widths)
    const share = widths.filter((width) => width === widest).length / (widths.length || 1)
    return { separator, score: widest > 1 ? share * 100 + Math.min(widest, 50) : 0 }
  })
  return scored.toSorted((one, other) => other.score - one.score)[0]!.separator
}

export interface CsvOptions {
  encoding: Encoding
  separator: Separator
}

/** Number of bytes by which the separator is guessed. */
const START = 256 * 1024

const checkWidth = (cells: readonly string[]) => {
  if (cells.length > limits.columns) throw tooManyColumns()
}

const flawsOf = (cells: readonly string[]) => {
  const flaws = cells.flatMap((cell, at) => (cell.length > limits.cellCharacters ? [[at, 'long'] as const] : []))
  return flaws.length > 0 ? { flaws: Object.fromEntries(flaws) } : {}
}

/** Decodes pieces of a text. Lines that end with CR alone, as in files of older programs for the Mac, end with LF. */
const pieceDecoder = (encoding: Encoding) => {
  const decoder = new TextDecoder(encoding)
  let endsWithCr: boolean | undefined
  return (chunk?: Buffer) => {
    const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    endsWithCr ??= text.includes('\r') && !text.includes('\n')
    return endsWithCr ? text.replaceAll('\r', '\n') : text
  }
}

/**
 * Reads the cells of a text file, some hundred rows at a time, with constant memory. Rows are numbered from 1, and empty rows are
 * skipped. Throws UnreadableWorkbook.
 */
export async function* readCsv(path: string, { encoding, separator }: CsvOptions): AsyncGenerator<TextRow[], void> {
  const decode = pieceDecoder(encoding)
  const parser = new CsvParser(separator)
  let row = 0
  const numbered = (rows: string[][]): TextRow[] =>
    rows.flatMap((cells) => {
      row++
      checkWidth(cells)
      if (cells.every((cell) => cell === '')) return []
      return [{ row, cells, ...flawsOf(cells) }]
    })
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const rows = numbered(parser.push(decode(chunk)))
    if (rows.length > 0) yield rows
  }
  const rest = numbered([...parser.push(decode()), ...parser.end()])
  if (rest.length > 0) yield rest
}

/** The most likely cell separator of a text file. */
export const separatorOf = async (path: string, encoding: Encoding) => {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: START - 1 }) as AsyncIterable<Buffer>) chunks.push(chunk)
  return guessSeparator(`${pieceDecoder(encoding)(Buffer.concat(chunks))}\n`)
}

/** Whether the file begins like a zip archive: it is an Excel workbook, or unsupported. */
export const isWorkbook = (start: Buffer) => start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4

/** Whether the bytes can be text: without zero bytes, except in UTF-16. */
export const isText = (start: Buffer, encoding: Encoding) => encoding.startsWith('utf-16') || !start.includes(0)
