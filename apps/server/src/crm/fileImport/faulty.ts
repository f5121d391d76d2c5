import type { Files } from '@tradewind/byte-store/files'
import type { ImportRow } from '@tradewind/contract/crm/fileImport.contract'
import { csvStream } from '@tradewind/workbook/export'
import { PROBLEMS } from '@tradewind/workbook/sheet'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Reader } from '#kit/database/database'
import { fileImportParts, type FileImportRow } from '../schema/fileImport.table.ts'
import { recordRows, withFile } from './source.ts'

type Faults = ReadonlyMap<number, string>

/** The faulty rows that are kept, a part after the other, each by its number with what is wrong. */
async function* faultsOf(db: Reader, { uniqueId, takenAt }: FileImportRow): AsyncGenerator<Faults, void> {
  const { importId, phase, status, before, count } = fileImportParts
  let from = 0
  for (;;) {
    const [part] = await db
      .select()
      .from(fileImportParts)
      .where(
        and(
          eq(importId, uniqueId),
          eq(phase, takenAt ? 'take' : 'check'),
          eq(status, 'FAULTY'),
          gte(sql`${before} + ${count}`, from + 1),
        ),
      )
      .orderBy(asc(before))
      .limit(1)
    if (!part) return
    from = part.before + part.count
    const rows = part.rows as readonly ImportRow[]
    yield new Map(
      rows.map(({ row, faults }) => [
        row,
        faults.map(({ column, problem }) => (column ? `${column}: ${problem}` : problem)).join(' '),
      ]),
    )
  }
}

/** All faulty rows that are kept, in the order of the file. */
const allFaults = async (db: Reader, row: FileImportRow) => {
  const all = new Map<number, string>()
  for await (const some of faultsOf(db, row)) for (const [at, problem] of some) all.set(at, problem)
  return all
}

interface FaultyLine {
  cells: readonly string[]
  problem: string
}

/** The faulty rows of a file as a text file, as they are in it, with what is wrong in a last column. */
export const faultyFile = async (files: Files, db: Reader, row: FileImportRow) => {
  const faults = await allFaults(db, row)
  const lines: FaultyLine[] = []
  await withFile(files, db, row, async (path) => {
    for await (const batch of recordRows(path, row.options, 1000)) {
      for (const { row: at, cells } of batch) {
        const problem = faults.get(at)
        if (problem !== undefined) lines.push({ cells, problem })
      }
      if (lines.length >= faults.size) break
    }
  })
  const columns = row.look.columns.map(({ name }, at) => ({ header: name, value: ({ cells }: FaultyLine) => cells[at] ?? '' }))
  const body = csvStream([...columns, { header: PROBLEMS, value: ({ problem }: FaultyLine) => problem }], lines)
  return { name: `${row.fileName.replace(/\.\w{1,5}$/, '')} (faulty rows).csv`, type: 'text/csv; charset=utf-8', body }
}
