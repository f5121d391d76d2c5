import type { Files } from '@tradewind/byte-store/files'
import type { ImportOptions, ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { say } from '@tradewind/contract/kit/say'
import { readCsv } from '@tradewind/workbook/csv'
import { csvStream } from '@tradewind/workbook/export'
import { readText } from '@tradewind/workbook/read'
import { PROBLEMS } from '@tradewind/workbook/sheet'
import type { TextRow } from '@tradewind/workbook/work'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Reader, Tx } from '#kit/database/database'
import { Refusal } from '#kit/errors'
import { documents } from '#platform/schema/document.table'
import { fileImportParts, type FileImportRow } from '../schema/fileImport.table.ts'

type Reading = Pick<ImportOptions, 'encoding' | 'separator' | 'sheet' | 'headerRow'>

/** Lays the file of an import aside for as long as the work takes. */
export const withFile = async <T>(
  files: Files,
  db: Reader | Tx,
  { tenantId, documentId }: { tenantId: string; documentId: string },
  work: (path: string) => Promise<T>,
) => {
  const [document] = await db.select({ hash: documents.hash }).from(documents).where(eq(documents.uniqueId, documentId))
  const bytes = document && (await files.read(tenantId, document.hash))
  if (!bytes) throw new Refusal(404, say('The file of this import is gone. Please upload it again.'))
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-import-'))
  try {
    const path = join(folder, 'file')
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** All rows of a file that have text, in batches. */
export const textRowsOf = (path: string, { encoding, separator, sheet }: Reading): AsyncGenerator<TextRow[], void> =>
  encoding && separator ? readCsv(path, { encoding, separator }) : readText(path, { name: sheet ?? '', columns: [] })

/** The rows below the header, so many at a time. */
export async function* recordRows(path: string, options: Reading, size: number): AsyncGenerator<TextRow[], void> {
  let batch: TextRow[] = []
  for await (const rows of textRowsOf(path, options))
    for (const row of rows) {
      if (row.row <= options.headerRow || row.cells.every((cell) => cell.trim() === '')) continue
      batch.push(row)
      if (batch.length < size) continue
      yield batch
      batch = []
    }
  if (batch.length > 0) yield batch
}

/** Begins with the next batch while the one before is worked on. */
export async function* readAhead<T>(batches: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = batches.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = batches.next()
      next.catch(() => {}) // it is told when it is its turn
      yield value
    }
  } finally {
    await next.catch(() => {})
    await batches.return()
  }
}

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
