import { readSheet, type SheetReading } from '../read.ts'
import { Faults, type Sheet, type SheetRow } from '../sheet.ts'
import type { Source } from '../xlsx/archive.ts'

/** Reads a whole sheet: the rows without faults, and the first 500 faults. `read` counts the rows that have a value. */
export const readWholeSheet = async <S extends Sheet>(source: Source, sheet: S, reading: SheetReading = {}) => {
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
