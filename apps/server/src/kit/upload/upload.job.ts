import { can } from '@tradewind/contract/kit/policy'
import { grouped, phrase, type Said, say, type Sentence, sentenceFrom, told } from '@tradewind/contract/kit/say'
import type { Decided } from '@tradewind/contract/platform/settingCatalogue'
import type { Actor } from '@tradewind/contract/roles'
import { markedWorkbook } from '@tradewind/workbook/marked'
import type { Faults } from '@tradewind/workbook/sheet'
import { limits, TooManyRows, UnreadableWorkbook } from '@tradewind/workbook/xlsx/limits'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { buffer } from 'node:stream/consumers'
import type { Database, Tx } from '../database/database.ts'
import type { Scope } from '../database/scoped.ts'
import { refusalIn } from '../errors.ts'
import type { WriteContext } from '../http/context.ts'
import { job, worker } from '../jobs.ts'
import { dryRunImport, importRows, type ImportSpec, importSpecIn } from './importSpec.ts'
import { imports } from './upload.table.ts'

/** What is decided for a tenant of its uploads. */
export interface Limits {
  of: (tenantId: string) => Promise<Pick<Decided, 'MASS_UPLOAD_ROWS'>>
}

/** Faults that a workbook is marked with. */
export const MARKED = 250_000

/** Rows that a workbook may have in this tenant. */
export const mostOf = async (settings: Limits, { tenantId }: Pick<Scope, 'tenantId'>) =>
  Math.min((await settings.of(tenantId)).MASS_UPLOAD_ROWS, limits.rows)

/** Says of a workbook with more rows how many it may have. */
export const bounded = <T>(most: number, arriving: Promise<T>) =>
  arriving.catch((error: unknown) => {
    throw error instanceof TooManyRows
      ? new UnreadableWorkbook(say('A workbook can have {count} rows at most', { count: grouped(most) }))
      : error
  })

/** The job that takes in workbooks of a kind. */
export const importJob = (kind: string) => job<JobPayload>({ name: `${kind}.import`, retries: 3, expires: 900 })

interface Notice {
  userId: string
  subject: string
  content: string
  values: Record<string, string>
  path: string
}

interface Needs {
  db: Database
  settings: Limits
  /** Tells a person in the transaction that causes it. */
  notify: (tx: Tx, tenantId: string, notice: Notice) => Promise<void>
  /** The living user as the policies know them now: rights may have gone since the upload. */
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

type Outcome = Partial<typeof imports.$inferInsert>
interface JobPayload extends Scope {
  userId: string
  importId: string
}

/** Undoes what was written, and carries out what is to be said about it. */
class Undone extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('undone')
    this.outcome = outcome
  }
}
const failed = (sentence: Sentence): Outcome => ({ processingStatus: 'FAILED', ...told(sentence), file: null })

/** Notes how an upload stands, apart from what it writes, so that whoever waits sees it. What has completed stays so. */
const note = (db: Database, { importId, tenantId, partitionId }: JobPayload, outcome: Outcome) => {
  const open = and(eq(imports.uniqueId, importId), ne(imports.processingStatus, 'COMPLETED'))
  return db.write({ tenantId, partitionId }, (tx) => tx.update(imports).set(outcome).where(open))
}

const figure = (count = 0) => String(count)

/** A problem as a notification tells it. What it names is as it is in English. */
const problemIn = (problem: string, said: Said | null | undefined) => {
  const values = Object.entries(said?.values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'object' ? String(sentenceFrom(value)) : String(value),
  ])
  return { content: said?.text ?? problem, values: Object.fromEntries(values) as Record<string, string> }
}

/** What is told of an upload that has ended. */
const wordsOf = ({ processingStatus, problem, said, read, created, skipped, total, faulty }: Outcome) => {
  const counted = { read: figure(read), created: figure(created), skipped: figure(skipped) }
  if (processingStatus === 'COMPLETED' && faulty)
    return {
      subject: phrase('The import of {file} has ended'),
      content: phrase('{read} rows read, {created} created, {skipped} skipped, {total} with errors.'),
      values: { ...counted, total: figure(faulty) },
    }
  if (processingStatus === 'COMPLETED')
    return {
      subject: phrase('The import of {file} has ended'),
      content: phrase('{read} rows read, {created} created, {skipped} skipped.'),
      values: counted,
    }
  const subject = phrase('The import of {file} has failed')
  if (problem) return { subject, ...problemIn(problem, said) }
  return { subject, content: phrase('Errors found: {total}. Nothing was imported.'), values: { total: figure(total) } }
}

/** Tells whoever uploaded it how it ended, unless that was a mere check. */
const tellEnd = async (tx: Tx, { notify }: Needs, of: string, { tenantId, userId, importId }: JobPayload, row: Ended) => {
  if (row.dryRun) return
  const { values, ...words } = wordsOf(row)
  await notify(tx, tenantId, {
    userId,
    ...words,
    values: { ...values, file: row.fileName },
    path: `${of}/list?upload=${importId}`,
  })
}

/** Notes how an upload ended, once, and tells it. */
const end = (needs: Needs, of: string, payload: JobPayload, outcome: Outcome) => {
  const { tenantId, partitionId, importId } = payload
  const open = and(eq(imports.uniqueId, importId), isNotNull(imports.file), ne(imports.processingStatus, 'COMPLETED'))
  return needs.db.write({ tenantId, partitionId }, async (tx) => {
    const [ended] = await tx.update(imports).set(outcome).where(open).returning()
    if (ended) await tellEnd(tx, needs, of, payload, ended)
  })
}

type Ended = typeof imports.$inferSelect
type Taking = Pick<typeof imports.$inferSelect, 'file' | 'dryRun' | 'partial'>

/** The rows that were left out, as a workbook. */
const leftOut = async ({ sheet }: ImportSpec, file: Buffer, faults: Faults) => {
  if (faults.rows === 0) return { faulty: 0, faultyRows: null }
  const body = await markedWorkbook(file, sheet, faults.single, (row) => faults.hasRow(row))
  return { faulty: faults.rows, faultyRows: await buffer(body) }
}

/** Takes the workbook in as one transaction. With faults nothing is written, or the good rows alone, and they are noted. */
const takeIn = async (needs: Needs, given: ImportSpec, payload: JobPayload, actor: Actor, { file, dryRun, partial }: Taking) => {
  const { db } = needs
  const scope = { tenantId: payload.tenantId, partitionId: payload.partitionId }
  const onRead = everySecond((read) => note(db, payload, { read }))
  await db.write(scope, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const context: WriteContext = { actor, scope, tx, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' }
    const take = dryRun ? dryRunImport : importRows
    const arrival = await importSpecIn(given, context)
    const most = await mostOf(needs.settings, scope)
    const bounds = { most, onRead, partial, single: partial ? MARKED : 0 }
    const { read, created, skipped, faults, isUnsound } = await bounded(most, take(arrival, file!, context, bounds))
    const counted = { read, faults: faults.listed, total: faults.total, file: null }
    if (faults.total > 0 && (isUnsound || !partial))
      throw new Undone({ ...counted, processingStatus: 'FAILED', created: 0, skipped: read - faults.rows })
    const completed: Outcome = { ...counted, processingStatus: 'COMPLETED', created, skipped: partial ? skipped : read - created }
    if (partial) Object.assign(completed, await leftOut(arrival, file!, faults))
    const [ended] = await tx.update(imports).set(completed).where(eq(imports.uniqueId, payload.importId)).returning()
    await tellEnd(tx, needs, arrival.of.name, payload, ended!)
  })
}

const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof Undone) return error.outcome
  const refusal = refusalIn(error)
  if (refusal) return failed(refusal.told)
  throw error
}

/** Does an upload's job. Begun again after a crash it finds nothing of the first try; ended once, it does nothing. */
export const importWorker = (arrival: ImportSpec, needs: Needs) => {
  const { db, findActor } = needs
  const ends = (payload: JobPayload, outcome: Outcome) => end(needs, arrival.of.name, payload, outcome)

  const work = async (payload: JobPayload) => {
    const [waiting] = await db.as(payload).select().from(imports).where(eq(imports.uniqueId, payload.importId))
    if (!waiting?.file) return
    const actor = await findActor(payload.tenantId, payload.userId)
    const may = actor?.partitionId === payload.partitionId && can(actor, arrival.of.policy.create)
    if (!may) return ends(payload, failed(say('You may not do this any more')))
    await note(db, payload, { processingStatus: 'PROCESSING', read: 0 })
    await takeIn(needs, arrival, payload, actor, waiting).catch((error: unknown) => ends(payload, outcomeOf(error)))
  }
  const giveUp = async (payload: JobPayload) => {
    await ends(payload, failed(say('Something went wrong on our side. Nothing was imported. Please upload it again.')))
  }
  return worker(importJob(arrival.of.name), work, giveUp)
}

const everySecond = (work: (count: number) => Promise<unknown>) => {
  let last = Date.now()
  return async (count: number) => {
    if (Date.now() - last < 1000) return
    last = Date.now()
    await work(count)
  }
}
