import type { Sheet } from './sheet.ts'
import { inThread } from './thread.ts'
import type { Batch, FoundSheet, TextRow } from './work.ts'
import type { Source } from './xlsx/archive.ts'
import { limits } from './xlsx/limits.ts'

export interface SheetReading {
  /** How many rows are taken; one more, and it ends in TooManyRows. 200,000 unless said. */
  most?: number
  /** Further sheets that the workbook may have. */
  beside?: readonly string[]
  /** Goes on where another reading was: the `passed` of its last batch. */
  from?: number
}

/**
 * Reads a sheet of a workbook (.xlsx, a path or its bytes) by its description, in batches of about 500 rows, with flat memory.
 * Throws UnreadableWorkbook when the file as a whole is refused. Names of sheets and columns that differ are the only batch's faults.
 */
export const readSheet = <S extends Sheet>(
  source: Source,
  sheet: S,
  { most = limits.rows, beside = [], from = 0 }: SheetReading = {},
) => inThread<Batch<S>>({ source, sheet, check: true, beside, most, from })

/** Reads every cell of a sheet as text, its header row first, whatever it holds. Throws like `readSheet`. */
export const readText = (source: Source, sheet: Sheet) =>
  inThread<TextRow[]>({ source, sheet, check: false, beside: [], most: limits.rows })

/** The sheets of a workbook, in order, after a look at the first rows of those that are named. Throws like `readSheet`. */
export const sheetsOf = async (source: Source, look: readonly string[]): Promise<FoundSheet[]> => {
  const found: FoundSheet[] = []
  for await (const sheets of inThread<FoundSheet[]>({ source, look })) found.push(...sheets)
  return found
}
