import { BULK_UNDO_DAYS, bulkKinds } from '@tradewind/contract/crm/bulk/bulk.constants'
import type { BulkOperation } from '@tradewind/contract/crm/bulk/outcome'
import type { Condition } from '@tradewind/contract/kit/conditions'
import { customName } from '@tradewind/contract/kit/custom/custom.fields'
import { all, can } from '@tradewind/contract/kit/policy'
import { say, type Sentence, sentenceFrom } from '@tradewind/contract/kit/say'
import { bulkPolicy } from '@tradewind/contract/operations/policies'
import type { Actor } from '@tradewind/contract/roles'
import { and, asc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { cancelled, namedState } from '#kit/cancelled'
import type { Tx } from '#kit/database/database'
import { liveWhere } from '#kit/database/list'
import { nextUpdatedAt } from '#kit/database/table'
import { conflict, forbidden, notFound, toRefusal } from '#kit/errors'
import { jobContext, type RequestContext, type WriteContext } from '#kit/http/context'
import { job, worker } from '#kit/jobs'
import { notifyOfKinds, notifyOfOwn } from '#kit/record/activity'
import { listFilter } from '#kit/record/crud'
import { type Entity, rowCondition } from '#kit/record/entity'
import type { AppContext } from '../../appContext.ts'
import { bulkBatches, bulkOperations, type BulkRow, type Done } from '../schema/bulk.table.ts'
import { scheduleShown } from './content.ts'
import { type BulkHandler, idsOf, lockRows } from './handler.ts'
import { handlerOf, undoOf } from './handlers.ts'
import { announceOperation, announceUndo, notifyOfEnd } from './notices.ts'

/** The selected records: these ids, or all that match the filters of the list. */
export interface Selected {
  ids?: readonly string[] | undefined
  matching?:
    | ({
        q?: string | undefined
        where?: readonly Condition[] | undefined
        any?: readonly Condition[] | undefined
        count?: number | undefined
      } & object)
    | undefined
}

/**
 * The condition for the selected records that are not deleted and that the actor sees. Those that are changed are read by their keys; those that are
 * deleted are joined with what belongs to them, which PostgreSQL plans better by a condition.
 */
export const selection = async (
  of: Entity,
  { ids, matching, change }: Selected & { change?: object | undefined },
  context: WriteContext,
): Promise<SQL> => {
  const { table } = of
  if (ids) return and(inArray(table.uniqueId, [...ids]), isNull(table.deletedAt), await listFilter(of, {}, context))!
  const condition = await listFilter(of, matching ?? {}, context)
  if (!condition) return isNull(table.deletedAt)
  return and(liveWhere(table, condition, context.scope, change ? 'byKey' : 'any'), isNull(table.deletedAt))!
}

const titleColumn = ({ table, title }: Entity) => (table as unknown as Record<string, AnyPgColumn>)[title]!

/** Evaluates each of the rows: may it be changed, and is it the same already? */
export const evaluatedRows = ({ of, may, same }: BulkHandler, where: SQL) => sql`
  select ${of.table.uniqueId} as id, ${titleColumn(of)} as title, (${may}) is true as may, (${same}) is true as same
  from ${of.table} where ${where}`

/** The maximum number of titles named by a preview and an operation. */
const EXAMPLES = 5

/** The number of rows that would change, that would stay the same, and that may not be changed. */
export const countEvaluated = async (handler: BulkHandler, where: SQL, { tx }: WriteContext) => {
  const { rows } = await tx.execute<{ total: number; same: number; refused: number; examples: string[] | null }>(sql`
    with row as materialized (${evaluatedRows(handler, where)}),
      example as (select title from row where not may order by title limit ${EXAMPLES})
    select count(*)::int as total, (count(*) filter (where may and same))::int as same,
      (count(*) filter (where not may))::int as refused, (select array_agg(title) from example) as examples from row`)
  const { total, same, refused, examples } = rows[0]!
  return { total, changes: total - same - refused, same, refused, refusedExamples: examples ?? [] }
}

const recent = gt(bulkOperations.dateCreated, sql`now() - make_interval(days => ${BULK_UNDO_DAYS})`)

type EntityNeeds = Pick<BulkNeeds, 'entityOf'>

/** The condition for the operations on kinds of records that the actor may see at all. The live view does not contain the kind. */
const isOfVisibleKind = ({ entityOf }: EntityNeeds, actor: Actor) => {
  const { uniqueId, kind } = bulkOperations
  const kinds = bulkKinds.filter((one) => can(actor, entityOf(one).policy.see))
  if (kinds.length === bulkKinds.length) return undefined
  return sql`${uniqueId} in (select ${uniqueId} from ${bulkOperations} where ${inArray(kind, kinds)})`
}

/** The condition for the operations that can still be undone and that the actor sees. */
export const isVisibleTo = (needs: EntityNeeds, { actor }: Pick<RequestContext, 'actor'>) => {
  const allowed = rowCondition({ table: bulkOperations }, bulkPolicy.see, actor)
  return and(recent, isOfVisibleKind(needs, actor), allowed)!
}

/** The operation with this id, locked. Throws a 404 unless the actor sees it. */
export const lockVisible = async (needs: EntityNeeds, uniqueId: string, context: WriteContext) => {
  const isVisible = and(eq(bulkOperations.uniqueId, uniqueId), isVisibleTo(needs, context))
  const [found] = await context.tx.select().from(bulkOperations).where(isVisible).for('update')
  if (!found) throw notFound()
  return found
}

/** The fields of a change; the tenant's own fields with the names that lists use. */
const changedFields = ({ custom, ...change }: BulkRow['change']) => [
  ...Object.keys(change),
  ...Object.keys((custom as object | undefined) ?? {}).map(customName),
]

export const toBulkOperation = ({ change, action, problem, ...row }: BulkRow): BulkOperation => ({
  ...row,
  action,
  state: namedState(row.state, problem),
  fields: action === 'SET' ? changedFields(change) : [],
  problem: problem && String(sentenceFrom(problem)),
  isUndoStopped: problem?.ofUndo ?? false,
})

type Batch = typeof bulkBatches.$inferSelect

/** How open pages learn of bulk changes: those of who sees all of them. Who has started one is told, too. */
export const bulkNews = {
  name: 'bulk',
  table: bulkOperations,
  policy: { see: bulkPolicy.see.filter(([, reach]) => reach === all) },
}

const notifyOfOperation = (tx: Tx, { tenantId, partitionId, createdBy }: BulkRow) => {
  notifyOfKinds({ tx, scope: { tenantId, partitionId } }, [bulkNews])
  if (createdBy) notifyOfOwn(tx, tenantId, createdBy, bulkNews.name)
}

/** Updates an operation. */
export const updateOperation = async (operation: BulkRow, change: Partial<BulkRow>, context: WriteContext) => {
  if ('state' in change || 'total' in change) notifyOfOperation(context.tx, operation)
  const [row] = await context.tx
    .update(bulkOperations)
    .set({ ...change, updatedAt: nextUpdatedAt(bulkOperations.updatedAt) })
    .where(eq(bulkOperations.uniqueId, operation.uniqueId))
    .returning()
  return row!
}

const applyBatch = async (handler: BulkHandler, { ids }: Batch, context: WriteContext) => {
  const { of } = handler
  const rows = await lockRows(of, of.policy.see, ids, context)
  const { rows: found } = await context.tx.execute<{ id: string; title: string; may: boolean; same: boolean }>(
    evaluatedRows(
      handler,
      inArray(
        of.table.uniqueId,
        rows.map(({ uniqueId }) => uniqueId),
      ),
    ),
  )
  const byId = new Map(found.map((one) => [one.id, one]))
  const changeable = rows.filter(({ uniqueId }) => byId.get(uniqueId)!.may && !byId.get(uniqueId)!.same)
  const done = changeable.length > 0 ? await handler.apply(changeable, context) : []
  const same = found.filter((one) => one.may && one.same).length
  const refused = found.filter((one) => !one.may).map(({ title }) => title)
  return { done, same, refused, refusedCount: ids.length - done.length - same }
}

interface StepContext extends Pick<AppContext, 'notify' | 'jobs'> {
  of: Entity
}

/** Processes the next batch of an operation. Returns the updated operation. */
export const applyNextBatch = async (
  operation: BulkRow,
  { of, notify, jobs }: StepContext,
  context: WriteContext,
): Promise<BulkRow> => {
  const { tx } = context
  const handler = await handlerOf(of, operation.action === 'DELETE' ? undefined : operation.change, context)
  const open = and(eq(bulkBatches.operationId, operation.uniqueId), isNull(bulkBatches.done))
  const [batch] = await tx.select().from(bulkBatches).where(open).orderBy(asc(bulkBatches.number)).limit(1).for('update')
  if (!batch) {
    await announceOperation(of, operation, notify, tx)
    const ended = await updateOperation(operation, { state: 'DONE' }, context)
    await notifyOfEnd(ended, context.actor.uniqueId, notify, tx)
    return ended
  }
  const { done, same, refused, refusedCount } = await applyBatch(handler, batch, context)
  await scheduleShown({ of, jobs }, operation.change, idsOf(done), context)
  await tx.update(bulkBatches).set({ done }).where(eq(bulkBatches.uniqueId, batch.uniqueId))
  return updateOperation(
    operation,
    {
      state: 'RUNNING',
      looked: operation.looked + batch.ids.length,
      changed: operation.changed + done.length,
      same: operation.same + same,
      refused: operation.refused + refusedCount,
      refusedExamples: [...operation.refusedExamples, ...refused].slice(0, EXAMPLES),
    },
    context,
  )
}

/** Undoes the next batch of an operation. Returns the updated operation. */
export const undoNextBatch = async (
  operation: BulkRow,
  { of, notify }: Pick<StepContext, 'of' | 'notify'>,
  context: WriteContext,
): Promise<BulkRow> => {
  const { tx } = context
  const open = and(
    eq(bulkBatches.operationId, operation.uniqueId),
    isNotNull(bulkBatches.done),
    eq(bulkBatches.undone, false),
    sql`${bulkBatches.done} <> '[]'::jsonb`,
  )
  const [batch] = await tx.select().from(bulkBatches).where(open).orderBy(asc(bulkBatches.number)).limit(1).for('update')
  if (!batch) {
    await announceUndo(of, operation, notify, context)
    const undone = await updateOperation(operation, { state: 'UNDONE' }, context)
    await notifyOfEnd(undone, context.actor.uniqueId, notify, tx)
    return undone
  }
  const { restored, unchanged } = await undoOf(of, operation)(batch.done as readonly Done[], context)
  await tx.update(bulkBatches).set({ undone: true }).where(eq(bulkBatches.uniqueId, batch.uniqueId))
  const examples = [...operation.leftExamples, ...unchanged].filter(Boolean).slice(0, EXAMPLES)
  const counted = { restored: operation.restored + restored, left: operation.left + unchanged.length, leftExamples: examples }
  return updateOperation(operation, counted, context)
}

interface BulkPayload {
  tenantId: string
  partitionId: string
  operationId: string
  /** The user who started the change or the Undo. */
  userId: string
}

/** The job that changes many records, or undoes that, batch by batch. Restarted after a crash, it continues after the last committed batch. */
export const bulkJob = job<BulkPayload>({ name: 'bulk.take', retries: 8, expires: 3600, heartbeat: 20 })

export interface BulkNeeds extends Pick<AppContext, 'db' | 'notify' | 'jobs' | 'findActor'> {
  entityOf: (kind: string) => Entity
}

const isRunning = ({ state }: BulkRow) => state === 'PENDING' || state === 'RUNNING' || state === 'UNDOING'

const lockOperation = async (tx: Tx, { operationId }: BulkPayload) => {
  const [found] = await tx.select().from(bulkOperations).where(eq(bulkOperations.uniqueId, operationId)).for('update')
  return found
}

const actorOf = async ({ findActor }: BulkNeeds, { tenantId, partitionId, userId }: BulkPayload) => {
  const actor = await findActor(tenantId, userId)
  if (!actor || actor.partitionId !== partitionId || !can(actor, bulkPolicy.see))
    throw forbidden(say('The person who started it no longer has the right to do this'))
  return actor
}

/** Processes one batch in one transaction. Returns whether there is more to do. */
const step = async (needs: BulkNeeds, payload: BulkPayload) => {
  const { tenantId, partitionId } = payload
  const scope = { tenantId, partitionId }
  const actor = await actorOf(needs, payload)
  return needs.db.write(scope, async (tx) => {
    const operation = await lockOperation(tx, payload)
    if (!operation || !isRunning(operation)) return false
    const context = { ...jobContext(actor, scope), tx }
    const stepContext = { of: needs.entityOf(operation.kind), notify: needs.notify, jobs: needs.jobs }
    const runStep = operation.state === 'UNDOING' ? undoNextBatch : applyNextBatch
    return isRunning(await runStep(operation, stepContext, context))
  })
}

/** Marks the operation as failed, or its undo. What was changed stays, is announced, and can be undone. */
const failOperation = async ({ db, notify, entityOf, findActor }: BulkNeeds, payload: BulkPayload, why: Sentence) => {
  const { tenantId, partitionId, userId } = payload
  const isThere = (await findActor(tenantId, userId)) !== undefined
  await db.write({ tenantId, partitionId }, async (tx) => {
    const operation = await lockOperation(tx, payload)
    if (!operation || !isRunning(operation)) return
    const isUndo = operation.state === 'UNDOING'
    if (!isUndo) await announceOperation(entityOf(operation.kind), operation, notify, tx)
    const problem = { ...why.said, ...(isUndo && { ofUndo: true as const }) }
    const failed = await updateOperation(operation, { state: 'FAILED', problem }, { tx } as never)
    if (isThere) await notifyOfEnd(failed, userId, notify, tx)
  })
}

/** Cancels an operation: its job ends after the current batch. What was changed stays, is announced, and can be undone. */
export const cancelOperation = async (
  operation: BulkRow,
  { of, notify }: Pick<StepContext, 'of' | 'notify'>,
  context: WriteContext,
) => {
  if (operation.problem?.isCancelled) return operation
  if (!isRunning(operation) || operation.state === 'UNDOING') throw conflict(say('This can no longer be cancelled'))
  const { tx, actor } = context
  await announceOperation(of, operation, notify, tx)
  const ended = await updateOperation(operation, { state: 'FAILED', problem: cancelled.said }, context)
  if (ended.createdBy && ended.createdBy !== actor.uniqueId) await notifyOfEnd(ended, ended.createdBy, notify, tx)
  return ended
}

const UNEXPECTED_ERROR = say('Something went wrong on our side. What was changed can be undone.')

export const bulkWorker = (needs: BulkNeeds) => {
  const work = async (payload: BulkPayload) => {
    try {
      while (await step(needs, payload));
    } catch (error) {
      const refusal = toRefusal(error)
      if (!refusal) throw error
      await failOperation(needs, payload, refusal.sentence)
    }
  }
  return worker(bulkJob, work, (payload) => failOperation(needs, payload, UNEXPECTED_ERROR))
}
