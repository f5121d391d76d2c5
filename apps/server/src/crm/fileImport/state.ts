import type { Counts, FileImport } from '@tradewind/contract/crm/fileImport.contract'
import { type ImportKind, rowStatuses, UNDO_DAYS } from '@tradewind/contract/crm/fileImport.words'
import { fileImportPolicy } from '@tradewind/contract/crm/policies'
import type { Rules } from '@tradewind/contract/kit/policy'
import { say, type Sentence, told } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import { and, eq } from 'drizzle-orm'
import type { Reader, Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import { notFound } from '#kit/errors'
import { rowFilter } from '#kit/record/entity'
import type { ImportSpec } from '#kit/upload/importSpec'
import { type FileImportRow, fileImports } from '../schema/fileImport.table.ts'
import { specIn } from './kinds.ts'

export const noCounts = (): Counts => Object.fromEntries(rowStatuses.map((status) => [status, 0])) as Counts

const DAY = 24 * 60 * 60 * 1000
const undoUntil = ({ takenAt }: FileImportRow) => (takenAt ? new Date(Date.parse(takenAt) + UNDO_DAYS * DAY).toISOString() : null)

/** It was taken in too long ago to be undone. */
export const isPastUndo = (row: FileImportRow) => Date.parse(undoUntil(row) ?? '') < Date.now()

type Asking = Parameters<typeof specIn>[1]

/** An import as it is answered. */
export const shownImport = async (row: FileImportRow, context: Asking) => shownWith(row, await specIn(row.kind, context))

/** Imports as they are answered: the fields of a kind are read once. */
export const shownImports = async (rows: readonly FileImportRow[], context: Asking) => {
  const specs = new Map<ImportKind, ImportSpec>()
  for (const kind of new Set(rows.map((row) => row.kind))) specs.set(kind, await specIn(kind, context))
  return rows.map((row) => shownWith(row, specs.get(row.kind)!))
}

const shownWith = ({ look, said, ...row }: FileImportRow, { sheet }: ImportSpec): FileImport => ({
  ...row,
  ...look,
  said: said ?? null,
  undoUntil: undoUntil({ look, said, ...row }),
  fields: sheet.columns.map(({ field, header, required = false }) => ({ field, label: header, required })),
})

/** Which imports the rules reach for who asks. */
export const reachedBy = (actor: Actor, rules: Rules = fileImportPolicy.see) => {
  const reach = rowFilter({ table: fileImports }, rules, actor)
  return reach === 'all' ? undefined : reach
}

/** An import that the rules reach for who asks. */
export const findImport = async (db: Reader | Tx, uniqueId: string, actor: Actor, rules?: Rules) => {
  const [found] = await (db as Reader)
    .select()
    .from(fileImports)
    .where(and(eq(fileImports.uniqueId, uniqueId), reachedBy(actor, rules)))
  if (!found) throw notFound(say('Import not found'))
  return found
}

/** The same, which nobody else changes until the transaction has ended. */
export const lockImport = async (tx: Tx, uniqueId: string, actor: Actor, rules?: Rules) => {
  const [found] = await tx
    .select()
    .from(fileImports)
    .where(and(eq(fileImports.uniqueId, uniqueId), reachedBy(actor, rules)))
    .for('update')
  if (!found) throw notFound(say('Import not found'))
  return found
}

/** Notes what becomes of an import. */
export const noteImport = async (tx: Tx, uniqueId: string, change: Partial<typeof fileImports.$inferInsert>) => {
  const [row] = await tx
    .update(fileImports)
    .set({ ...change, updatedAt: nextUpdatedAt(fileImports.updatedAt) })
    .where(eq(fileImports.uniqueId, uniqueId))
    .returning()
  return row!
}

/** Where an import goes that fails: what was taken in before stays, and can be undone. */
export const failedBy = ({ state, read, takenAt }: FileImportRow, problem: Sentence) => {
  const { problem: sentence, said = null } = told(problem)
  const isTaken = state === 'UNDOING' || (state === 'TAKING' && read > 0)
  return { state: isTaken ? ('TAKEN' as const) : ('FAILED' as const), takenAt: isTaken ? takenAt : null, problem: sentence, said }
}
