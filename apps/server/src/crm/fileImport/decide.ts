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

type RowDecision = DecisionInput & { row: number }

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
const assertUpdatable = async ({ like }: ImportRow, { uniqueId, row, recordId }: RowDecision, { tx }: WriteContext) => {
  if (!like.some((record) => record.uniqueId === recordId && record.mayUpdate))
    throw invalid({ recordId: say('Choose one of the possible duplicates that you may change') })
  const others = [...(await readDecisions(tx, uniqueId))]
  const other = others.find(([otherRow, decision]) => otherRow !== row && decision.recordId === recordId)
  if (other) throw conflict(alreadyUpdated(other[0]))
}

const isSkipped = ({ decision }: Pick<ImportRow, 'decision'>) => Number(decision?.action === 'SKIP')

const storePart = (tx: Tx, partId: string, partRows: readonly ImportRow[]) =>
  tx.update(fileImportParts).set({ rows: partRows }).where(eq(fileImportParts.uniqueId, partId))

/** Stores what the import does with a likely duplicate. Returns the number of those that are skipped. */
const decideRow = async (found: FileImportRow, input: RowDecision, context: WriteContext) => {
  const { uniqueId, row, action, recordId } = input
  const part = await findPart(context, uniqueId, row)
  const before = part.rows.find((one) => one.row === row)!
  if (action === 'UPDATE') await assertUpdatable(before, input, context)
  const after: ImportRow = { ...before, decision: { action, ...(action === 'UPDATE' && { recordId }) } }
  await storePart(
    context.tx,
    part.uniqueId,
    part.rows.map((one) => (one.row === row ? after : one)),
  )
  return (found.counts.SKIPPED ?? 0) + isSkipped(after) - isSkipped(before)
}

/** Stores what the import does with all likely duplicates. Returns the number of those that are skipped. */
const decideAll = async ({ uniqueId }: FileImportRow, action: Decision['action'], { tx }: WriteContext) => {
  const decided = await readDecisions(tx, uniqueId)
  const updated = new Set([...decided.values()].flatMap(({ recordId }) => recordId ?? []))
  const decisionFor = ({ row, like }: ImportRow): Decision | undefined => {
    if (action !== 'UPDATE') return { action }
    const [record, another] = like
    if (decided.get(row)?.recordId || !record?.mayUpdate || another || updated.has(record.uniqueId)) return decided.get(row)
    updated.add(record.uniqueId)
    return { action, recordId: record.uniqueId }
  }
  const parts = await tx
    .select({ partId: fileImportParts.uniqueId })
    .from(fileImportParts)
    .where(duplicatesOf(uniqueId))
    .orderBy(fileImportParts.before)
  let skipped = 0
  for (const { partId } of parts) {
    const [part] = await tx.select({ rows }).from(fileImportParts).where(eq(fileImportParts.uniqueId, partId))
    const partRows = (part!.rows as readonly ImportRow[]).map((row): ImportRow => {
      const decision = decisionFor(row)
      return decision ? { ...row, decision } : row
    })
    skipped += partRows.reduce((sum, row) => sum + isSkipped(row), 0)
    await storePart(tx, partId, partRows)
  }
  return skipped
}

/** Stores what the import does with a likely duplicate, or with all of them. */
export const decide = async ({ row, ...input }: DecisionInput, context: WriteContext): Promise<FileImportRow> => {
  const { uniqueId, action } = input
  const found = await lockImport(context.tx, uniqueId, context.actor)
  assertAllowed(context.actor, kinds[found.kind].rules)
  if (found.state !== 'CHECKED') throw conflict(say('Check the changes first'))
  const skipped = row === undefined ? await decideAll(found, action, context) : await decideRow(found, { ...input, row }, context)
  return updateImport(context.tx, uniqueId, { counts: { ...found.counts, SKIPPED: skipped } })
}
