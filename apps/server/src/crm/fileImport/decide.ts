import type { Decision, DecisionInput, ImportRow } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { say } from '@tradewind/contract/kit/say'
import { and, eq, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { conflict, invalid, notFound } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import { assertAllowed } from '#kit/record/entity'
import { fileImportParts, type FileImportRow } from '../schema/fileImport.table.ts'
import { kinds } from './kinds.ts'
import { alreadyUpdated, type Decisions } from './plan.ts'
import { lockImport, updateImport } from './state.ts'

const { importId, phase, status, rows } = fileImportParts

const duplicatesOf = (uniqueId: string) => and(eq(importId, uniqueId), eq(phase, 'check'), eq(status, 'DUPLICATE'))

type DecidedRow = Pick<ImportRow, 'row'> & { decision: Decision }

/** What was decided on the likely duplicates of an import, by row. */
export const readDecisions = async (db: Reader | Tx, uniqueId: string): Promise<Decisions> => {
  const parts = await (db as Reader)
    .select({ decided: sql<DecidedRow[]>`jsonb_path_query_array(${rows}, '$[*] ? (exists(@.decision))')` })
    .from(fileImportParts)
    .where(duplicatesOf(uniqueId))
  return new Map(parts.flatMap(({ decided }) => decided).map(({ row, decision }) => [row, decision]))
}

/** The part that holds a likely duplicate. */
const findPart = async ({ tx }: WriteContext, uniqueId: string, row: number) => {
  const [part] = await tx
    .select({ uniqueId: fileImportParts.uniqueId, rows })
    .from(fileImportParts)
    .where(and(duplicatesOf(uniqueId), sql`${rows} @> ${JSON.stringify([{ row }])}::jsonb`))
  if (!part) throw notFound(say('This row is no likely duplicate'))
  return { ...part, rows: part.rows as readonly ImportRow[] }
}

/** Throws if the record of an UPDATE is none that the row may update. */
const assertUpdatable = async ({ like }: ImportRow, { uniqueId, row, recordId }: DecisionInput, { tx }: WriteContext) => {
  if (!like.some((record) => record.uniqueId === recordId && record.mayUpdate))
    throw invalid({ recordId: say('Choose one of the possible duplicates that you may change') })
  const others = [...(await readDecisions(tx, uniqueId))]
  const other = others.find(([otherRow, decision]) => otherRow !== row && decision.recordId === recordId)
  if (other) throw conflict(alreadyUpdated(other[0]))
}

const isSkipped = ({ decision }: Pick<ImportRow, 'decision'>) => Number(decision?.action === 'SKIP')

/** Stores what the import does with a likely duplicate. */
export const decide = async (input: DecisionInput, context: WriteContext): Promise<FileImportRow> => {
  const { uniqueId, row, action, recordId } = input
  const found = await lockImport(context.tx, uniqueId, context.actor)
  assertAllowed(context.actor, kinds[found.kind].rules)
  if (found.state !== 'CHECKED') throw conflict(say('Check the changes first'))
  const part = await findPart(context, uniqueId, row)
  const before = part.rows.find((one) => one.row === row)!
  if (action === 'UPDATE') await assertUpdatable(before, input, context)
  const after: ImportRow = { ...before, decision: { action, ...(action === 'UPDATE' && { recordId }) } }
  await context.tx
    .update(fileImportParts)
    .set({ rows: part.rows.map((one) => (one.row === row ? after : one)) })
    .where(eq(fileImportParts.uniqueId, part.uniqueId))
  const skipped = (found.counts.SKIPPED ?? 0) + isSkipped(after) - isSkipped(before)
  return updateImport(context.tx, uniqueId, { counts: { ...found.counts, SKIPPED: skipped } })
}
