import type { Files } from '@tradewind/byte-store/files'
import type { FileImportState } from '@tradewind/contract/crm/fileImport.words'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { say } from '@tradewind/contract/kit/say'
import type { Actor } from '@tradewind/contract/roles'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#kit/database/database'
import { forbidden, refusalIn } from '#kit/errors'
import type { WriteContext } from '#kit/http/context'
import type { Notify } from '#platform/notification/notification.queries'
import type { TenantSettings } from '#platform/tenantSetting.queries'
import { type FileImportRow, fileImports } from '../schema/fileImport.table.ts'
import { kinds } from './kinds.ts'
import { failedBy, noteImport } from './state.ts'

/** What a job works on, and for whom. `run`: another run of the same import ends this one. */
export interface ImportJob {
  tenantId: string
  partitionId: string
  userId: string
  importId: string
  run: number
}

export interface Needs {
  db: Database
  files: Files
  settings: TenantSettings
  notify: Notify
  /** The living user as the policies know them now: rights may have gone meanwhile. */
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
}

/** The run has ended, or another has begun: there is nothing left to do. */
export class Superseded extends Error {}

/** A step of a job: the import, locked, and what it does in this transaction. */
export type Step = (row: FileImportRow, context: WriteContext) => Promise<void>

const actorOf = async ({ findActor }: Needs, { tenantId, partitionId, userId }: ImportJob, rules: Rules) => {
  const actor = await findActor(tenantId, userId)
  if (actor?.partitionId !== partitionId || !can(actor, rules)) throw forbidden(say('You may not do this any more'))
  return actor
}

const rowOf = async ({ db }: Needs, job: ImportJob) => {
  const [row] = await db.as(job).select().from(fileImports).where(eq(fileImports.uniqueId, job.importId))
  return row
}

/** Work of a job on an import, in steps of a transaction each. Begun again after a crash it goes on behind the last step that stands. */
export interface Work {
  row: FileImportRow
  actor: Actor
  step: (work: Step) => Promise<void>
}

/** Does the work of a job while its import is in this state. What is refused ends it with a sentence; anything else is tried again. */
export const working =
  (needs: Needs, during: FileImportState, work: (given: Work) => Promise<void>, rulesOf?: Rules) => async (job: ImportJob) => {
    const { db } = needs
    const row = await rowOf(needs, job)
    if (row?.state !== during || row.run !== job.run) return
    try {
      const rules = rulesOf ?? kinds[row.kind].rules
      const actor = await actorOf(needs, job, rules)
      const scope = { tenantId: job.tenantId, partitionId: job.partitionId }
      const step = (each: Step) =>
        db.write(scope, async (tx) => {
          await tx.execute(sql`set local statement_timeout = 0`)
          const [locked] = await tx
            .select()
            .from(fileImports)
            .where(and(eq(fileImports.uniqueId, job.importId), eq(fileImports.run, job.run), eq(fileImports.state, during)))
            .for('update')
          if (!locked) throw new Superseded()
          await each(locked, { actor, scope, tx, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' })
        })
      await work({ row, actor, step })
    } catch (error) {
      if (error instanceof Superseded) return
      const refusal = refusalIn(error)
      if (!refusal) throw error
      await endWith(needs, job, during, refusal.told)
    }
  }

/** Ends a job's import with a problem, where it is in this state yet. */
export const endWith = (
  { db }: Needs,
  job: ImportJob,
  during: FileImportState,
  problem: Parameters<typeof failedBy>[1],
): Promise<void> =>
  db.write({ tenantId: job.tenantId, partitionId: job.partitionId }, async (tx) => {
    const [row] = await tx.select().from(fileImports).where(eq(fileImports.uniqueId, job.importId)).for('update')
    if (row?.state === during && row.run === job.run) await noteImport(tx, job.importId, failedBy(row, problem))
  })
