import { Faults, type Sheet, type SheetRow } from './sheet.ts'
import { inThread } from './thread/thread.ts'
import type { Batch, TextRow } from './thread/work.ts'
import type { Source } from './unzip/archive.ts'
import { limits } from './xlsx/limits.ts'

interface Reading {
  /** How many rows are taken; one more, and it ends in TooManyRows. 200,000 unless said. */
  most?: number
  /** Further sheets that the workbook may have. */
  beside?: readonly string[]
}

/**
 * Reads a sheet of a workbook (.xlsx, a path or its bytes) by its description, in batches of about 500 rows, with flat memory.
 * Throws UnreadableWorkbook when the file as a whole is refused. Names of sheets and columns that differ are the only batch's faults.
 */
export const readSheet = <S extends Sheet>(source: Source, sheet: S, { most = limits.rows, beside = [] }: Reading = {}) =>
  inThread<Batch<S>>({ source, sheet, check: true, beside, most })

/** Reads a sheet whole: the rows without faults, and the first 500 faults. `read` counts the rows that have a value. */
export const readWholeSheet = async <S extends Sheet>(source: Source, sheet: S, reading: Reading = {}) => {
  const rows: SheetRow<S>[] = []
  const faults = new Faults()
  let read = 0
  for await (const batch of readSheet(source, sheet, reading)) {
    read += batch.read
    rows.push(...batch.rows)
    faults.add(...batch.faults)
  }
  return { read, rows, faults }
}

/** Reads every cell of a sheet as text, its header row first, whatever it holds. Throws like `readSheet`. */
export const readText = (source: Source, sheet: Sheet) =>
  inThread<TextRow[]>({ source, sheet, check: false, beside: [], most: limits.rows })
