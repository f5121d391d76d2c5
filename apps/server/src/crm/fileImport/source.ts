import type { Files } from '@tradewind/byte-store/files'
import type { ImportOptions } from '@tradewind/contract/crm/fileImport.contract'
import { say } from '@tradewind/contract/kit/say'
import { readCsv } from '@tradewind/workbook/csv/read'
import { readText } from '@tradewind/workbook/read'
import type { TextRow } from '@tradewind/workbook/work'
import { eq } from 'drizzle-orm'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Reader, Tx } from '#kit/database/database'
import { Refusal } from '#kit/errors'
import { documents } from '#platform/schema/document.table'

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
