import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import type { Scope } from '../database/scoped.ts'
import type { WorldTable } from '../database/table.ts'
import { Refusal } from '../errors.ts'
import type { Writing } from '../http/context.ts'
import { job, worker } from '../jobs.ts'
import { type Arrival, arrive } from './arrival.ts'
import { imports } from './upload.table.ts'

const MOST = 200_000

/** The job that takes in workbooks of a kind. */
export const importJob = (kind: string) =>
  job<Scope & { userId: string; importId: string }>({ name: `${kind}.import`, retries: 3, expires: 900 })

interface Needs {
  db: Database
  /** The living user as the policies know them now: rights may have gone since the upload. */
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

/** Undoes what was written, and carries out what is to be said about it. */
class Undone extends Error {
  readonly outcome: Partial<typeof imports.$inferInsert>
  constructor(outcome: Partial<typeof imports.$inferInsert>) {
    super('undone')
    this.outcome = outcome
  }
}

/** Takes a workbook in as one transaction. Begun again after a crash it finds nothing of the first try; ended once, it does nothing. */
export const importWorker = <T extends WorldTable>(typed: Arrival<T>, { db, findActor }: Needs) => {
  const arrival = typed as unknown as Arrival
  return worker(
    importJob(arrival.of.name),
    async ({ userId, importId, ...scope }) => {
      const mine = eq(imports.uniqueId, importId)
      const note = (outcome: Partial<typeof imports.$inferInsert>) =>
        db.write(scope, (tx) =>
          tx
            .update(imports)
            .set(outcome)
            .where(and(mine, ne(imports.processingStatus, 'COMPLETED'))),
        )
      const [waiting] = await db.as(scope).select().from(imports).where(mine)
      if (!waiting?.file) return
      const actor = await findActor(scope.tenantId, userId)
      if (!actor || !can(actor, arrival.of.policy.create))
        return void (await note({ processingStatus: 'FAILED', problem: 'You may not do this any more', file: null }))
      await note({ processingStatus: 'PROCESSING', read: 0 })
      const { file, dryRun } = waiting

      const takeIn = async (tx: Writing['tx']) => {
        await tx.execute(sql`set local statement_timeout = 0`)
        const context: Writing = { actor, scope, tx, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' }
        const { read, created, faults } = await arrive(arrival, file, context, {
          dryRun,
          most: MOST,
          onRead: everySecond((count) => note({ read: count })),
        })
        const counted = { read, faults: faults.listed, total: faults.total, file: null }
        if (faults.total > 0)
          throw new Undone({ ...counted, processingStatus: 'FAILED', created: 0, skipped: read - faults.rows })
        await tx
          .update(imports)
          .set({ ...counted, processingStatus: 'COMPLETED', created, skipped: read - created })
          .where(mine)
      }
      await db.write(scope, takeIn).catch(async (error: unknown) => {
        if (error instanceof Undone) return void (await note(error.outcome))
        if (error instanceof Refusal) return void (await note({ processingStatus: 'FAILED', problem: error.message, file: null }))
        throw error
      })
    },
    ({ importId, tenantId, worldId }) =>
      db.write({ tenantId, worldId }, async (tx) => {
        const problem = 'Something went wrong on our side. Nothing was taken in. Please upload it again.'
        await tx
          .update(imports)
          .set({ processingStatus: 'FAILED', problem, file: null })
          .where(and(eq(imports.uniqueId, importId), ne(imports.processingStatus, 'COMPLETED')))
      }),
  )
}

const everySecond = (work: (count: number) => Promise<unknown>) => {
  let last = Date.now()
  return async (count: number) => {
    if (Date.now() - last < 1000) return
    last = Date.now()
    await work(count)
  }
}
