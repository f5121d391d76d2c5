import { can } from '@tradewind/contract/kit/policy'
import { say, type Sentence } from '@tradewind/contract/kit/say'
import { bulkPolicy } from '@tradewind/contract/operations/policies'
import type { Actor } from '@tradewind/contract/roles'
import { eq } from 'drizzle-orm'
import type { Database, Tx } from '#kit/database/database'
import { forbidden, refusalIn } from '#kit/errors'
import { job, worker } from '#kit/jobs'
import type { Entity } from '#kit/record/entity'
import type { Notify } from '#platform/notification/notification.queries'
import { bulkOperations, type BulkRow } from '../schema/bulk.table.ts'
import { keep, stepBack, stepOn } from './steps.ts'

export interface BulkPayload {
  tenantId: string
  partitionId: string
  operationId: string
  /** Who changes, or takes back. */
  userId: string
}

/** The job that changes many records, or takes that back, part by part: begun again after a crash it goes on behind the last part. */
export const bulkJob = job<BulkPayload>({ name: 'bulk.take', retries: 8, expires: 3600, heartbeat: 20 })

export interface BulkNeeds {
  db: Database
  notify: Notify
  /** The living user as the policies know them now. */
  findActor: (tenantId: string, userId: string) => Promise<Actor | undefined>
  entityOf: (kind: string) => Entity
}

const isGoing = ({ state }: BulkRow) => state === 'PENDING' || state === 'RUNNING' || state === 'UNDOING'

const lock = async (tx: Tx, { operationId }: BulkPayload) => {
  const [found] = await tx.select().from(bulkOperations).where(eq(bulkOperations.uniqueId, operationId)).for('update')
  return found
}

const actorOf = async ({ findActor }: BulkNeeds, { tenantId, partitionId, userId }: BulkPayload) => {
  const actor = await findActor(tenantId, userId)
  if (!actor || actor.partitionId !== partitionId || !can(actor, bulkPolicy.see))
    throw forbidden(say('Whoever began it may not do this any more'))
  return actor
}

/** Does one part, in one transaction. Says whether there is more. */
const step = async (needs: BulkNeeds, payload: BulkPayload) => {
  const { tenantId, partitionId } = payload
  const scope = { tenantId, partitionId }
  const actor = await actorOf(needs, payload)
  return needs.db.write(scope, async (tx) => {
    const operation = await lock(tx, payload)
    if (!operation || !isGoing(operation)) return false
    const context = { actor, scope, tx, sessionId: undefined, ip: '', device: '', timeZone: 'UTC' }
    const keeping = { of: needs.entityOf(operation.kind), notify: needs.notify }
    const go = operation.state === 'UNDOING' ? stepBack : stepOn
    return isGoing(await go(operation, keeping, context))
  })
}

/** Notes why it could not go on. What was changed stays, and can be undone. */
const fail = ({ db }: BulkNeeds, payload: BulkPayload, why: Sentence) =>
  db.write({ tenantId: payload.tenantId, partitionId: payload.partitionId }, async (tx) => {
    const operation = await lock(tx, payload)
    if (!operation || !isGoing(operation)) return
    await keep(operation, { state: 'FAILED', problem: why.said }, { tx } as never)
  })

const LOST = say('Something went wrong on our side. What was changed can be undone.')

export const bulkWorker = (needs: BulkNeeds) => {
  const work = async (payload: BulkPayload) => {
    try {
      while (await step(needs, payload));
    } catch (error) {
      const refusal = refusalIn(error)
      if (!refusal) throw error
      await fail(needs, payload, refusal.told)
    }
  }
  return worker(bulkJob, work, (payload) => fail(needs, payload, LOST))
}
