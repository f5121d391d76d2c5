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

type Target = Pick<Decision, 'recordId' | 'earlierRow'>

/** Whether a likely duplicate may update this record, or what this earlier row becomes. */
const mayUpdate = (
  {
    like,
    repeats = [],
  }: { like: readonly Pick<ImportRow['like'][number], 'uniqueId' | 'mayUpdate'>[]; repeats?: readonly number[] | undefined },
  { recordId, earlierRow }: Target,
) =>
  recordId === undefined
    ? earlierRow !== undefined && repeats.includes(earlierRow)
    : earlierRow === undefined && like.some((record) => record.uniqueId === recordId && record.mayUpdate)

/** Whether this can be decided on a likely duplicate. */
export const isPossible = (row: Parameters<typeof mayUpdate>[0], decision: Decision): boolean =>
  decision.action !== 'UPDATE' || mayUpdate(row, decision)

const targetOf = ({ recordId, earlierRow }: Target) => recordId ?? earlierRow

/** Throws if the target of an UPDATE is none that the row may update. */
const assertUpdatable = async (likely: ImportRow, { uniqueId, row, ...target }: RowDecision, { tx }: WriteContext) => {
  if (!mayUpdate(likely, target)) throw invalid({ recordId: say('Choose one of the possible duplicates that you may change') })
  const decisions = await readDecisions(tx, uniqueId)
  const other = [...decisions].find(([otherRow, decision]) => otherRow !== row && targetOf(decision) === targetOf(target))
  if (other) throw conflict(target.recordId ? alreadyUpdated(other[0]) : alreadyJoined(other[0]))
}

const alreadyJoined = (row: number) => say('Row {row} already updates that row', { row: String(row) })

/** The one record or earlier row that a likely duplicate may update. */
const onlyTargetOf = ({ like, repeats = [] }: ImportRow): Target | undefined => {
  const [record, another] = like
  if (record) return record.mayUpdate && !another ? { recordId: record.uniqueId } : undefined
  return repeats.length === 1 ? { earlierRow: repeats[0]! } : undefined
}

const isSkipped = ({ decision }: Pick<ImportRow, 'decision'>) => Number(decision?.action === 'SKIP')

const storePart = (tx: Tx, partId: string, partRows: readonly ImportRow[]) =>
  tx.update(fileImportParts).set({ rows: partRows }).where(eq(fileImportParts.uniqueId, partId))

/** Stores what the import does with a likely duplicate. Returns the number of those that are skipped. */
const decideRow = async (found: FileImportRow, input: RowDecision, context: WriteContext) => {
  const { uniqueId, row, action, recordId, earlierRow } = input
  const part = await findPart(context, uniqueId, row)
  const before = part.rows.find((one) => one.row === row)!
  if (action === 'UPDATE') await assertUpdatable(before, input, context)
  const after: ImportRow = { ...before, decision: { action, ...(action === 'UPDATE' && { recordId, earlierRow }) } }
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
  const updated = new Set([...decided.values()].flatMap((decision) => targetOf(decision) ?? []))
  const decisionFor = (likely: ImportRow): Decision | undefined => {
    if (action !== 'UPDATE') return { action }
    const [before, target] = [decided.get(likely.row), onlyTargetOf(likely)]
    if (before?.action === 'UPDATE' || !target || updated.has(targetOf(target)!)) return before
    updated.add(targetOf(target)!)
    return { action, ...target }
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
