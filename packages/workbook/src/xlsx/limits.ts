import { say, type Sentence } from '@tradewind/contract/kit/say'

const MB = 1024 * 1024

/** The limits of a workbook: Excel's own, or far beyond the size of a filled template. */
export const limits = {
  fileBytes: 50 * MB,
  parts: 1000,
  /** All parts together, unpacked. */
  unpackedBytes: 500 * MB,
  /** Maximum ratio of unpacked to packed bytes, for each part of more than a megabyte. */
  ratio: 100,
  ratioFrom: MB,
  /** Each of the small parts that describe the workbook's structure. */
  smallPartBytes: 16 * MB,
  sharedTextBytes: 128 * MB,
  sheets: 100,
  rows: 200_000,
  lastRow: 1_048_576,
  lastColumn: 16_384,
  columns: 500,
  cellCharacters: 32_767,
  /** In all cells of a sheet: many cells may refer to one long text. */
  sheetCharacters: 50_000_000,
  /** Nesting of elements. */
  depth: 50,
  /** Characters between one tag and the next. */
  tagDistance: MB,
} as const

/** A limit for a message: the '50' of '50 MB'. */
export const inMegabytes = (bytes: number) => bytes / MB

/** Thrown if the file as a whole cannot be imported. `told` is the reason, a sentence for the user. */
export class UnreadableWorkbook extends Error {
  readonly sentence: Sentence
  constructor(reason: Sentence, cause?: unknown) {
    super(String(reason), { cause })
    this.sentence = reason
  }
}

/** Thrown if the sheet has more rows than the caller allows. */
export class TooManyRows extends UnreadableWorkbook {}

export const damaged = (what: Sentence, cause?: unknown) =>
  new UnreadableWorkbook(say('The workbook is damaged: {what}.', { what }), cause)

export const tooManyColumns = () =>
  new UnreadableWorkbook(
    say('The sheet has more than {count} columns. Remove those that you do not need.', { count: limits.columns }),
  )

/** Whether bytes begin as those of an old Excel file, or of a workbook with a password: reading it as a workbook says so. */
export const isOldWorkbook = (start: Buffer) => start.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1'
