import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import type { Scope } from '../database/scoped.ts'
import type { WorldTable } from '../database/table.ts'
import { Refusal } from '../errors.ts'
import type { Writing } from '../http/context.ts'
import { job, worker } from '../jobs.ts'
import { type Arrival, arrive, rehearse } from './arrival.ts'
import { imports } from './upload.table.ts'

/** Rows that a job takes in. */
export const MOST = 200_000

/** The job that takes in workbooks of a kind. */
export const importJob = (kind: string) => job<Errand>({ name: `${kind}.import`, retries: 3, expires: 900 })

interface Needs {
  db: Database
  /** The living user as the policies know them now: rights may have gone since the upload. */
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

type Outcome = Partial<typeof imports.$inferInsert>
interface Errand extends Scope {
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
const failed = (problem: string): Outcome => ({ processingStatus: 'FAILED', problem, file: null })

/** Notes how an upload stands, apart from what it writes, so that whoever waits sees it. What has completed stays so. */
const note = (db: Database, { importId, tenantId, worldId }: Errand, outcome: Outcome) => {
  const open = and(eq(imports.uniqueId, importId), ne(imports.processingStatus, 'COMPLETED'))
  return db.write({ tenantId, worldId }, (tx) => tx.update(imports).set(outcome).where(open))
}

type Taking = Pick<typeof imports.$inferSelect, 'file' | 'dryRun'>

/** Takes the workbook in as one transaction. With faults nothing is written, and they are noted. */
const takeIn = async (db: Database, arrival: Arrival, errand: Errand, actor: Actor, { file, dryRun }: Taking) => {
  const scope = { tenantId: errand.tenantId, worldId: errand.worldId }
  const onRead = everySecond((read) => note(db, errand, { read }))
  await db.write(scope, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const context: Writing = { actor, scope, tx, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' }
    const take = dryRun ? rehearse : arrive
    const { read, created, faults } = await take(arrival, file!, context, { most: MOST, onRead })
    const counted = { read, faults: faults.listed, total: faults.total, file: null }
    if (faults.total > 0) throw new Undone({ ...counted, processingStatus: 'FAILED', created: 0, skipped: read - faults.rows })
    const completed: Outcome = { ...counted, processingStatus: 'COMPLETED', created, skipped: read - created }
    await tx.update(imports).set(completed).where(eq(imports.uniqueId, errand.importId))
  })
}

const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof Undone) return error.outcome
  if (error instanceof Refusal) return failed(error.message)
  throw error
}

/** Does an upload's job. Begun again after a crash it finds nothing of the first try; ended once, it does nothing. */
export const importWorker = <T extends WorldTable>(typed: Arrival<T>, { db, findActor }: Needs) => {
  const arrival = typed as unknown as Arrival

  const work = async (errand: Errand) => {
    const [waiting] = await db.as(errand).select().from(imports).where(eq(imports.uniqueId, errand.importId))
    if (!waiting?.file) return
    const actor = await findActor(errand.tenantId, errand.userId)
    const may = actor?.worldId === errand.worldId && can(actor, arrival.of.policy.create)
    await note(db, errand, may ? { processingStatus: 'PROCESSING', read: 0 } : failed('You may not do this any more'))
    if (!may) return
    await takeIn(db, arrival, errand, actor, waiting).catch((error: unknown) => note(db, errand, outcomeOf(error)))
  }
  const giveUp = async (errand: Errand) => {
    await note(db, errand, failed('Something went wrong on our side. Nothing was taken in. Please upload it again.'))
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
