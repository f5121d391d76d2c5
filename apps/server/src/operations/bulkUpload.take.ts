import type { Actor } from '@tradewind/contract/roles'
import type { Fault } from '@tradewind/contract/kit/massUpload'
import { say, told } from '@tradewind/contract/kit/say'
import { eq } from 'drizzle-orm'
import type { Database, Tx } from '#kit/database/database'
import { nextUpdatedAt } from '#kit/database/table'
import type { WriteContext } from '#kit/http/context'
import { readSheet, sheetsOf } from '@tradewind/workbook/read'
import { ALLOWED_VALUES } from '@tradewind/workbook/sheet'
import type { Batch } from '@tradewind/workbook/work'
import { limits } from '@tradewind/workbook/xlsx/limits'
import type { BulkSheet } from '#kit/upload/bulkSheet'
import { hasEnded, lockUpload } from './bulkUpload.queries.ts'
import { bulkUploads, type SheetProgress } from './schema/bulkUpload.table.ts'

interface Taking {
  db: Database
  uploadId: string
  path: string
  sheets: readonly BulkSheet[]
  /** Who uploads, and into which tenant. Asked before each batch: it throws where one of them has ended. */
  parties: () => Promise<{ actor: Actor; tenant: { uniqueId: string } }>
}

/** Faults that are listed for a sheet. */
const LISTED = 500
const fresh: SheetProgress = { read: 0, created: 0, skipped: 0, faultTotal: 0, faults: [], passed: 0 }

const contextOf = async ({ parties }: Taking): Promise<Omit<WriteContext, 'tx'>> => {
  const { actor, tenant } = await parties()
  const scope = { tenantId: tenant.uniqueId, partitionId: tenant.uniqueId }
  return { actor, scope, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' }
}

type Change = (sheets: Record<string, SheetProgress>, context: WriteContext) => Promise<Record<string, SheetProgress>>

/** Changes what became of the sheets so far, and whatever goes with it, in one transaction. */
const step = async (taking: Taking, change: Change) => {
  const asking = await contextOf(taking)
  await taking.db.write(asking.scope, async (tx: Tx) => {
    const found = await lockUpload(tx, taking.uploadId)
    if (!found || hasEnded(found.upload)) throw new Error('The upload has ended meanwhile')
    const sheets = await change(found.upload.sheets, { ...asking, tx })
    const noted = { sheets, updatedAt: nextUpdatedAt(bulkUploads.updatedAt) }
    await tx.update(bulkUploads).set(noted).where(eq(bulkUploads.uniqueId, taking.uploadId))
  })
}

const byRow = (one: Fault, other: Fault) => one.row - other.row
const added = (before: SheetProgress, batch: Batch, { created, faults }: { created: number; faults: Fault[] }) => {
  const found = [...batch.faults, ...faults].toSorted(byRow)
  const read = before.read + batch.read
  return {
    read,
    created: before.created + created,
    skipped: read - before.created - created,
    faultTotal: before.faultTotal + found.length,
    faults: [...before.faults, ...found].slice(0, LISTED).toSorted(byRow),
    passed: batch.passed,
  }
}

/** Takes in a batch and notes that it did, or neither. */
const takeBatch = (taking: Taking, one: BulkSheet, from: number, batch: Batch) =>
  step(taking, async (sheets, context) => {
    const { name } = one.sheet
    const before = sheets[name] ?? fresh
    if (before.passed !== from) throw new Error('Another worker takes this upload in')
    const taken = await one.take(batch.rows, context, { spelling: before.faults.length < LISTED })
    return { ...sheets, [name]: added(before, batch, taken) }
  })

const takeSheet = async (taking: Taking, one: BulkSheet, { read, passed }: SheetProgress, beside: readonly string[]) => {
  let from = passed
  for await (const batch of readSheet(taking.path, one.sheet, { beside, from, most: limits.rows - read })) {
    if (batch.passed > from || batch.faults.length > 0) await takeBatch(taking, one, from, batch)
    from = batch.passed
  }
}

const strange = (name: string): [string, SheetProgress] => {
  const shown = name.slice(0, 200).toWellFormed()
  const problem = say("The template has no sheet '{name}'. Rename or remove it.", { name: shown })
  return [shown, { ...fresh, faultTotal: 1, faults: [{ row: 1, column: '', value: shown, ...told(problem) }] }]
}

/** Notes the sheets that nobody knows, so that a misspelt one is not passed over in silence. */
const noteStrangers = (taking: Taking, names: readonly string[]) =>
  step(taking, async (sheets) => Object.fromEntries([...names.map(strange), ...Object.entries(sheets)]))

/** Takes in sheet after sheet of the workbook, each from where it was left. */
export const takeSheets = async (taking: Taking) => {
  const found = await sheetsOf(taking.path, [])
  const names = found.map(({ name }) => name)
  const known = [ALLOWED_VALUES, ...taking.sheets.map(({ sheet }) => sheet.name)]
  await noteStrangers(
    taking,
    found.filter(({ name, isHidden }) => !isHidden && !known.includes(name)).map(({ name }) => name),
  )
  for (const one of taking.sheets.filter(({ sheet }) => names.includes(sheet.name))) {
    const { scope } = await contextOf(taking)
    const before = await taking.db.as(scope).select().from(bulkUploads).where(eq(bulkUploads.uniqueId, taking.uploadId))
    await takeSheet(taking, one, before[0]?.sheets[one.sheet.name] ?? fresh, names)
  }
}
