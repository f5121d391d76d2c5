import { say } from '@tradewind/contract/kit/say'
import { createReadStream } from 'node:fs'
import type { TextRow } from '../work.ts'
import { limits } from '../xlsx/limits.ts'
import { UnreadableWorkbook } from '../xlsx/unreadable.ts'
import { type Encoding, guessSeparator, type Separator } from './guess.ts'
import { CsvParser } from './parse.ts'

export interface CsvOptions {
  encoding: Encoding
  separator: Separator
}

/** Bytes of a file by which its separator is guessed. */
const START = 256 * 1024

const checkWidth = (cells: readonly string[]) => {
  if (cells.length > limits.columns)
    throw new UnreadableWorkbook(say('The sheet has more than {count} columns.', { count: limits.columns }))
}

const tooLong = (cells: readonly string[]) => {
  const flaws = cells.flatMap((cell, at) => (cell.length > limits.cellCharacters ? [[at, 'long'] as const] : []))
  return flaws.length > 0 ? { flaws: Object.fromEntries(flaws) } : {}
}

/**
 * Reads the cells of a text file, some hundred rows at a time, with flat memory. Rows are numbered from 1, and rows without any text are
 * passed over. Throws UnreadableWorkbook.
 */
export async function* readCsv(path: string, { encoding, separator }: CsvOptions): AsyncGenerator<TextRow[], void> {
  const decoder = new TextDecoder(encoding)
  const parser = new CsvParser(separator)
  let row = 0
  const numbered = (rows: string[][]): TextRow[] =>
    rows.flatMap((cells) => {
      row++
      if (cells.every((cell) => cell === '')) return []
      checkWidth(cells)
      return [{ row, cells, ...tooLong(cells) }]
    })
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const rows = numbered(parser.push(decoder.decode(chunk, { stream: true })))
    if (rows.length > 0) yield rows
  }
  const rest = numbered([...parser.push(decoder.decode()), ...parser.end()])
  if (rest.length > 0) yield rest
}

/** What is most likely between the cells of a text file. */
export const separatorOf = async (path: string, encoding: Encoding) => {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: START - 1 }) as AsyncIterable<Buffer>) chunks.push(chunk)
  return guessSeparator(`${new TextDecoder(encoding).decode(Buffer.concat(chunks))}\n`)
}

/** It begins as a zip archive does: it is an Excel workbook, or nothing that is read. */
export const isWorkbook = (start: Buffer) => start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4

/** Bytes that no text has, in an encoding that has no zeros of its own. */
export const isText = (start: Buffer, encoding: Encoding) => encoding.startsWith('utf-16') || !start.includes(0)
