import { BULK_UNDO_DAYS, type BulkKind, MAX_AT_ONCE } from '@tradewind/contract/crm/bulk/bulk.constants'
import type { BulkOutcome } from '@tradewind/contract/crm/bulk/outcome'
import { say } from '@tradewind/contract/kit/say'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { eq, type SQL, sql } from 'drizzle-orm'
import { DEFAULT_PAGE_SIZE } from '#kit/database/list'
import { listTable } from '#kit/database/rows'
import { conflict, notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Entity } from '#kit/record/entity'
import type { AppContext } from '../appContext.ts'
import {
  applyNextBatch,
  bulkJob,
  type BulkNeeds,
  bulkNews,
  bulkWorker,
  cancelOperation,
  countEvaluated,
  evaluatedRows,
  isVisibleTo,
  lockVisible,
  type Selected,
  selection,
  toBulkOperation,
  undoNextBatch,
  updateOperation,
} from './bulk/bulk.job.ts'
import { actionOf, handlerOf } from './bulk/handlers.ts'
import { belongingTo } from './bulk/remove.ts'
import { bulkBatches, bulkOperations, type BulkRow } from './schema/bulk.table.ts'

interface BulkInput extends Selected {
  change?: BulkRow['change'] | undefined
  dryRun?: boolean | undefined
}
type Needs = Omit<BulkNeeds, 'db' | 'findActor'>

/** The accepted difference between the number of records in the preview and now. */
const tolerance = (count: number) => Math.max(5, Math.floor(count / 100))

/** Stores the ids of an operation's records, in batches of as many as one transaction changes. */
const insertBatches = async (operationId: string, of: Entity, where: SQL, { tx }: WriteContext) => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with made as (insert into ${bulkBatches} (operation_id, number, ids)
      select ${operationId}::uuid, number, array_agg(id order by id) from (
        select id, ((row_number() over (order by id) - 1) / ${MAX_AT_ONCE}::int)::int as number
        from (select ${of.table.uniqueId} as id from ${of.table} where ${where}) one) numbered
      group by number returning cardinality(ids) as size)
    select coalesce(sum(size), 0)::int as count from made`)
  return rows[0]!.count
}

/** `of`: the kind of the selected records; `changed`: the kind whose records are changed. */
interface Kinds {
  of: Entity
  changed: Entity
}

const startOperation = async (
  { of, changed }: Kinds,
  { change, ...selected }: BulkInput,
  where: SQL,
  needs: Needs,
  context: WriteContext,
) => {
  const { tx, actor, scope } = context
  const values = { kind: of.name as BulkKind, action: actionOf(change), change: change ?? {} }
  const [created] = await tx
    .insert(bulkOperations)
    .values({ ...values, byName: actor.fullName, createdBy: actor.uniqueId })
    .returning()
  const total = await insertBatches(created!.uniqueId, changed, where, context)
  const expected = selected.matching?.count
  if (expected !== undefined && Math.abs(total - expected) > tolerance(expected))
    throw conflict(say('The list has changed: {count} records match now. Check the preview again.', { count: total }))
  let operation = await updateOperation(created!, { total }, context)
  if (total <= MAX_AT_ONCE) {
    const stepContext = { of, notify: needs.notify, jobs: needs.jobs }
    for (operation = { ...operation, state: 'RUNNING' }; operation.state === 'RUNNING';)
      operation = await applyNextBatch(operation, stepContext, context)
  } else {
    const payload = { ...scope, operationId: created!.uniqueId, userId: actor.uniqueId }
    await needs.jobs.send(tx, bulkJob, payload)
  }
  return operation
}

const handleBulk =
  (kind: BulkKind, needs: Needs) =>
  async (input: BulkInput, context: WriteContext): Promise<BulkOutcome> => {
    const of = needs.entityOf(kind)
    const selectedRows = await selection(of, input, context)
    if (input.ids) {
      const ids = new Set(input.ids)
      if ((await context.tx.$count(of.table, selectedRows)) !== ids.size)
        throw notFound(say('Some of these records no longer exist. Check the list again.'))
    }
    const handler = await handlerOf(of, input.change, context)
    const where = handler.toChangedRows?.(selectedRows) ?? selectedRows
    if (input.dryRun) {
      const permittedIds = sql`select id from (${evaluatedRows(handler, where)}) one where may`
      const belonging = input.change ? [] : await belongingTo(handler.of, permittedIds, context)
      return { ...(await countEvaluated(handler, where, context)), belonging, operation: null }
    }
    const operation = await startOperation({ of, changed: handler.of }, input, where, needs, context)
    const { total, changed: changes, same, refused, refusedExamples } = operation
    return { total, changes, same, refused, refusedExamples, belonging: [], operation: toBulkOperation(operation) }
  }

/** Undoes an operation: a few records immediately, more by a job. */
const undo =
  (needs: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const { entityOf, jobs, notify } = needs
    const { tx, actor, scope } = context
    const found = await lockVisible(needs, uniqueId, context)
    if (found.state === 'UNDONE') throw conflict(say('This was already undone'))
    if (found.state !== 'DONE' && found.state !== 'FAILED') throw conflict(say('This has not ended yet'))
    let operation = await updateOperation(found, { state: 'UNDOING', problem: null }, context)
    if (found.total <= MAX_AT_ONCE) {
      const of = entityOf(found.kind)
      while (operation.state === 'UNDOING') operation = await undoNextBatch(operation, { of, notify }, context)
    } else await jobs.send(tx, bulkJob, { ...scope, operationId: uniqueId, userId: actor.uniqueId })
    return toBulkOperation(operation)
  }

const cancel =
  (needs: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const found = await lockVisible(needs, uniqueId, context)
    return toBulkOperation(await cancelOperation(found, { of: needs.entityOf(found.kind), notify: needs.notify }, context))
  }

const get =
  (needs: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: ReadContext) => {
    const condition = sql`${eq(bulkOperations.uniqueId, uniqueId)} and ${isVisibleTo(needs, context)}`
    const [found] = await context.db.select().from(bulkOperations).where(condition)
    if (!found) throw notFound()
    return toBulkOperation(found)
  }

const listSpec = { table: bulkOperations, sorts: { dateCreated: bulkOperations.dateCreated } }

const bulkRoutes = (needs: Needs) => {
  const of = (kind: BulkKind) => handleBulk(kind, needs)
  return routes(bulkApi, {
    changeCompanies: of('company'),
    removeCompanies: of('company'),
    changeContacts: of('contact'),
    removeContacts: of('contact'),
    changeMeetingReports: of('meetingReport'),
    removeMeetingReports: of('meetingReport'),
    changeSummaries: of('summary'),
    removeSummaries: of('summary'),
    changeNextSteps: of('nextSteps'),
    removeNextSteps: of('nextSteps'),
    changeProjects: of('project'),
    removeProjects: of('project'),
    changeProjectCompanies: of('projectCompany'),
    removeProjectCompanies: of('projectCompany'),
    changeEvents: of('event'),
    removeEvents: of('event'),
    changeContent: of('content'),
    removeContent: of('content'),
    removeLeads: of('lead'),
    list: ({ page = 0, size = DEFAULT_PAGE_SIZE, sort }, context: ReadContext) =>
      listTable(listSpec, { page, size, sort }, context, [isVisibleTo(needs, context)], (rows) => rows.map(toBulkOperation)),
    get: get(needs),
    cancel: cancel(needs),
    undo: undo(needs),
  })
}

/** Changes of many records at once, and their Undo for 30 days. */
export const bulkFeature = (context: AppContext, all: AllFeatures): Feature => {
  const entityOf = (kind: string) =>
    all()
      .flatMap(({ entities = [] }) => entities)
      .find(({ name }) => name === kind)!
  const needs = { ...context, entityOf }
  return {
    routes: () => [bulkRoutes(needs)],
    announced: [bulkNews],
    workers: [bulkWorker(needs)],
    expired: [[bulkOperations, sql`created_at < now() - make_interval(days => ${BULK_UNDO_DAYS})`]],
  }
}
