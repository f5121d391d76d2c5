import { createReadStream } from 'node:fs'
import { CsvParser } from './parse.ts'

/** The encodings of text files that are read, as `TextDecoder` names them. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** What may be between the cells of a text file. */
export const separators = [';', ',', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** Lines by which the separator is guessed. */
const LOOKED_AT = 20

const byMark = (start: Buffer): Encoding | undefined => {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8'
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return undefined
}

/** In UTF-16 every second byte of Western text is zero. */
const byZeros = (start: Buffer): Encoding | undefined => {
  const zeros = [0, 0]
  const bytes = start.subarray(0, 1000)
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]!++
  const many = bytes.length / 5
  if (zeros[1]! > many && zeros[0]! < many / 4) return 'utf-16le'
  return zeros[0]! > many && zeros[1]! < many / 4 ? 'utf-16be' : undefined
}

/** The encoding of a text file: by its mark, else UTF-8 where all of it is, else Windows-1252. */
export const guessEncoding = async (path: string): Promise<Encoding> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const told = isFirst ? (byMark(chunk) ?? byZeros(chunk)) : undefined
      if (told) return told
      isFirst = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The separator by which the first lines have the most columns, and most lines as many as the first. */
export const guessSeparator = (text: string): Separator => {
  const told = /^sep=([;,\t|])\r?\n/i.exec(text)?.[1]
  if (told) return told as Separator
  const scored = separators.map((separator) => {
    const widths = new CsvParser(separator)
      .push(text)
      .slice(0, LOOKED_AT)
      .map(({ length }) => length)
    const widest = Math.max(1, ...widths)
    const alike = widths.filter((width) => width === widest).length / (widths.length || 1)
    return { separator, score: widest > 1 ? alike * 100 + Math.min(widest, 50) : 0 }
  })
  return scored.toSorted((one, other) => other.score - one.score)[0]!.separator
}
