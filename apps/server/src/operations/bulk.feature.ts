import { type BulkKind, MOST_AT_ONCE } from '@tradewind/contract/crm/bulk/bulk.words'
import type { BulkOutcome } from '@tradewind/contract/crm/bulk/outcome'
import { say } from '@tradewind/contract/kit/say'
import { bulkApi } from '@tradewind/contract/operations/bulk.contract'
import { eq, sql, type SQL } from 'drizzle-orm'
import { listTable } from '#kit/database/rows'
import { conflict, notFound } from '#kit/errors'
import type { AllFeatures, Feature } from '#kit/feature'
import type { ReadContext, WriteContext } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import type { Jobs } from '#kit/jobs'
import type { Entity } from '#kit/record/entity'
import type { AppContext } from '../appContext.ts'
import {
  bulkJob,
  type BulkNeeds,
  bulkWorker,
  countJudged,
  judged,
  keep,
  lockSeen,
  seenBy,
  type Selected,
  selection,
  shown,
  stepBack,
  stepOn,
} from './bulk/bulk.job.ts'
import { actionOf, doingOf } from './bulk/doings.ts'
import { belongingTo } from './bulk/remove.ts'
import { bulkBatches, bulkOperations, type BulkRow } from './schema/bulk.table.ts'

interface Asked extends Selected {
  change?: BulkRow['change'] | undefined
  dryRun?: boolean | undefined
}
type Needs = Omit<BulkNeeds, 'db' | 'findActor'> & { jobs: Jobs }

/** The accepted difference between the number of records in the preview and now. */
const tolerated = (count: number) => Math.max(5, Math.floor(count / 100))

/** Stores the ids of an operation's records, in batches of as many as one transaction changes. */
const noteRecords = async (operationId: string, of: Entity, where: SQL, { tx }: WriteContext) => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with made as (insert into ${bulkBatches} (operation_id, number, ids)
      select ${operationId}::uuid, number, array_agg(id order by id) from (
        select id, ((row_number() over (order by id) - 1) / ${MOST_AT_ONCE}::int)::int as number
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

const begin = async ({ of, changed }: Kinds, { change, ...selected }: Asked, where: SQL, needs: Needs, context: WriteContext) => {
  const { tx, actor, scope } = context
  const values = { kind: of.name as BulkKind, action: actionOf(change), change: change ?? {} }
  const [made] = await tx
    .insert(bulkOperations)
    .values({ ...values, byName: actor.fullName, createdBy: actor.uniqueId })
    .returning()
  const total = await noteRecords(made!.uniqueId, changed, where, context)
  const expected = selected.matching?.count
  if (expected !== undefined && Math.abs(total - expected) > tolerated(expected))
    throw conflict(say('The list has changed: {count} records match now. Look at the preview again.', { count: total }))
  let operation = await keep(made!, { total }, context)
  if (total <= MOST_AT_ONCE) {
    const keeping = { of, notify: needs.notify }
    for (operation = { ...operation, state: 'RUNNING' }; operation.state === 'RUNNING';)
      operation = await stepOn(operation, keeping, context)
  } else {
    const payload = { ...scope, operationId: made!.uniqueId, userId: actor.uniqueId }
    await needs.jobs.send(tx, bulkJob, payload)
  }
  return operation
}

const many =
  (kind: BulkKind, needs: Needs) =>
  async (asked: Asked, context: WriteContext): Promise<BulkOutcome> => {
    const of = needs.entityOf(kind)
    const chosen = await selection(of, asked, context)
    if (asked.ids) {
      const ids = new Set(asked.ids)
      if ((await context.tx.$count(of.table, chosen)) !== ids.size)
        throw notFound(say('Some of these records are no longer there. Look at the list again.'))
    }
    const doing = await doingOf(of, asked.change, context, needs.notify)
    const where = doing.within?.(chosen) ?? chosen
    if (asked.dryRun) {
      const mine = sql`select id from (${judged(doing, where)}) one where may`
      const belonging = asked.change ? [] : await belongingTo(doing.of, mine, context)
      return { ...(await countJudged(doing, where, context)), belonging, operation: null }
    }
    const operation = await begin({ of, changed: doing.of }, asked, where, needs, context)
    const { total, changed: changes, same, refused, refusedExamples } = operation
    return { total, changes, same, refused, refusedExamples, belonging: [], operation: shown(operation) }
  }

/** Undoes an operation: a few records immediately, more by a job. */
const undo =
  ({ entityOf, notify, jobs }: Needs) =>
  async ({ uniqueId }: { uniqueId: string }, context: WriteContext) => {
    const { tx, actor, scope } = context
    const found = await lockSeen(uniqueId, context)
    if (found.state === 'UNDONE') throw conflict(say('This was undone already'))
    if (found.state !== 'DONE' && found.state !== 'FAILED') throw conflict(say('This has not ended yet'))
    let operation = await keep(found, { state: 'UNDOING', problem: null }, context)
    if (found.total <= MOST_AT_ONCE) {
      const keeping = { of: entityOf(found.kind), notify }
      while (operation.state === 'UNDOING') operation = await stepBack(operation, keeping, context)
    } else await jobs.send(tx, bulkJob, { ...scope, operationId: uniqueId, userId: actor.uniqueId })
    return shown(operation)
  }

const get = async ({ uniqueId }: { uniqueId: string }, context: ReadContext) => {
  const mine = sql`${eq(bulkOperations.uniqueId, uniqueId)} and ${seenBy(context)}`
  const [found] = await context.db.select().from(bulkOperations).where(mine)
  if (!found) throw notFound()
  return shown(found)
}

const listed = { table: bulkOperations, sorts: { dateCreated: bulkOperations.dateCreated } }

const bulkRoutes = (needs: Needs) => {
  const of = (kind: BulkKind) => many(kind, needs)
  return routes(bulkApi, {
    changeCompanies: of('company'),
    removeCompanies: of('company'),
    changeContacts: of('contact'),
    removeContacts: of('contact'),
    changeMeetingReports: of('meetingReport'),
    removeMeetingReports: of('meetingReport'),
    changeNextSteps: of('nextSteps'),
    removeNextSteps: of('nextSteps'),
    changeProjects: of('project'),
    removeProjects: of('project'),
    removeLeads: of('lead'),
    list: ({ page = 0, size = 20, sort }, context: ReadContext) =>
      listTable(listed, { page, size, sort }, context, [seenBy(context)], (rows) => rows.map(shown)),
    get,
    undo: undo(needs),
  })
}

/** Changes of many records at once, and their Undo for 30 days. */
export const bulkFeature = (context: AppContext, all: AllFeatures): Feature => {
  const entityOf = (kind: string) =>
    all()
      .flatMap(({ entities = [] }) => entities)
      .find(({ entity }) => entity.name === kind)!.entity
  const needs = { ...context, entityOf }
  return {
    routes: () => [bulkRoutes(needs)],
    workers: [bulkWorker(needs)],
    expired: [[bulkOperations, sql`created_at < now() - interval '30 days'`]],
  }
}
