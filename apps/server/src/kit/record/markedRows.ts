import { phrase } from '@tradewind/contract/kit/phrase'
import type { SentenceParts } from '@tradewind/contract/kit/say'
import { markedWorkbook } from '@tradewind/workbook/marked'
import type { Fault, Faults } from '@tradewind/workbook/sheet'
import type { SQL } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import type { Reader, Tx } from '../database/database.ts'
import type { ReadContext, RequestContext } from '../http/context.ts'
import type { ImportSpec } from './importSpec.ts'
import { findFaultyRows } from './uploadState.ts'

/** Maximum number of faults that are marked in a workbook. */
export const MAX_MARKED_FAULTS = 250_000

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Translate = (sentence: SentenceParts) => string

/** Creates the function that translates to the language of the person who reads it. */
export type TranslatorFor = (db: Reader | Tx, reader: Pick<RequestContext, 'actor' | 'acceptedLanguages'>) => Promise<Translate>

/** Describes a fault in a language. */
export const describeIn =
  (translate: Translate) =>
  ({ problem, said }: Fault) =>
    translate(said ?? { text: problem })

/** The number of rows that were left out, and a workbook of them. */
export const faultyRowsWorkbook = async ({ sheet }: ImportSpec, file: Buffer, faults: Faults, translate: Translate) => {
  if (faults.rows === 0) return { faulty: 0, faultyRows: null }
  const only = (row: number) => faults.hasRow(row)
  const body = await markedWorkbook(file, sheet, faults.single, { only, describe: describeIn(translate) })
  return { faulty: faults.rows, faultyRows: await buffer(body) }
}

/** The name of the marked workbook of a file. */
export const markedName = (filename: string, partial: boolean, translate: Translate) => {
  const text = partial ? phrase('{name} (faulty rows)') : phrase('{name} (marked)')
  return `${translate({ text, values: { name: filename.replace(/\.xlsx$/i, '') } })}.xlsx`
}

/** The workbook of the rows that an upload has left out, as a file. Throws a 404 if there is none. */
export const faultyRowsFile = async (
  ofUpload: SQL | undefined,
  { translatorFor }: { translatorFor: TranslatorFor },
  context: ReadContext,
) => {
  const { fileName, faultyRows } = await findFaultyRows(context.db, ofUpload)
  return { name: markedName(fileName, true, await translatorFor(context.db, context)), type: XLSX, body: faultyRows }
}
