import { customName, type CustomValues } from '@tradewind/contract/kit/custom/custom.fields'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import type { Sentence } from '@tradewind/contract/kit/say'
import { historyOf } from '@tradewind/contract/platform/policies'
import { and, eq, getTableName, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { checkCustomChange } from '../custom/check.ts'
import { withoutRetiredFields, writeValues } from '../custom/definitions.ts'
import { formatAllChanges, formatChanges } from '../custom/formatValues.ts'
import { type CustomOrder, customSortedPage, resolveCustomQuery } from '../custom/listQuery.ts'
import { preparedRead, type Reader } from '../database/database.ts'
import { insertOne, updateMany, updateOne } from '../database/insert.ts'
import {
  DEFAULT_PAGE_SIZE,
  countMatching,
  fieldsOf,
  listAll,
  listCondition,
  listPage,
  listPageWithCheapTotal,
  mapBatches,
  mapPage,
  type Page,
  type Paging,
} from '../database/list.ts'
import { listRows } from '../database/rows.ts'
import type { SoftDeleteTable } from '../database/table.ts'
import { deferStatement } from '../database/transaction.ts'
import { forbidden, invalid, notFound, Refusal, StaleRecord } from '../errors.ts'
import { type ReadContext, readerOf, type RequestContext, type WriteContext } from '../http/context.ts'
import { logChanges, notifyOfKinds } from './activity.ts'
import { assertCurrent, audits, changesOf } from './audit.ts'
import { compileConditionsOf } from './conditions.ts'
import { timestampAfter, updateCopies } from './copies.ts'
import { type Entity, type Fields, filtersOf, type Row, rowCondition, rowFilter } from './entity.ts'
import { countChildren, moveToTrash, softDeleteWith } from './tree.ts'

interface ById {
  uniqueId: string
}
type Change<T extends SoftDeleteTable> = { [Field in keyof Fields<T>]?: Fields<T>[Field] | undefined } & ById & {
    updatedAt?: string | undefined
  }

type Values = Readonly<Record<string, unknown>>
type Lock = false | 'update' | 'share'

const selectById = (table: SoftDeleteTable, lock: Lock, uniqueId: string | Placeholder, allowed?: SQL) => {
  const isIt = and(eq(table.uniqueId, uniqueId), isNull(table.deletedAt), allowed)
  return sql`select ${fieldsOf(table).columns} from ${table} where ${isIt}${lock ? sql.raw(` for ${lock}`) : undefined}`
}

const finders = new Map<string, ReturnType<typeof preparedRead<Values>>>()

/** Finds a record by its id, for actors who may see all records, which is the usual case: the statement is built once. */
const preparedFinder = (table: SoftDeleteTable, lock: Lock) => {
  const name = `one ${getTableName(table)}${lock ? ` for ${lock}` : ''}`
  const existing = finders.get(name)
  if (existing) return existing
  const made = preparedRead<Values>(name, selectById(table, lock, sql.placeholder('uniqueId')))
  finders.set(name, made)
  return made
}

/**
 * Finds the record with this id, not deleted, that the rules let the actor reach; otherwise throws a 404 Refusal. `lock`: until the transaction
 * ends nobody else can lock or change it (`update`), or change it (`share`).
 */
export const findRecord = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  rules: Rules,
  uniqueId: string,
  context: RequestContext & ({ db: Reader } | WriteContext),
  lock: Lock = false,
) => {
  const allowed = rowFilter(of, rules, context.actor)
  const reader = readerOf(context)
  const [row] =
    allowed === 'all'
      ? await preparedFinder(of.table, lock)(reader, { uniqueId })
      : (await reader.execute<Values>(selectById(of.table, lock, uniqueId, allowed))).rows
  if (!row) throw notFound()
  return fieldsOf(of.table).read(row) as Row<T>
}

const notFoundToForbidden = (error: unknown) => {
  throw error instanceof Refusal && error.status === 404 ? forbidden() : error
}

/** Throws a Refusal unless a rule allows the action on this record, by its own fields or by data in other tables. */
export const assertMayDo = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  rules: Rules,
  record: Row<T>,
  context: ReadContext | WriteContext,
) => {
  if (can(context.actor, rules, record)) return
  if (!of.policyFields) throw forbidden()
  await findRecord(of, rules, record['uniqueId'] as string, context).catch(notFoundToForbidden)
}

const listConditions = (of: Entity, query: Paging, context: ReadContext | WriteContext) => [
  ...filtersOf(of, { ...query }),
  ...('where' in query || 'any' in query ? compileConditionsOf(of, { ...query }, context) : []),
  ...('ids' in query ? [inArray(of.table.uniqueId, query.ids as string[])] : []),
]

/** A list query whose custom fields are resolved: `conditions` are the conditions on them, `order` is set if the list is sorted by one of them. */
interface ResolvedQuery {
  query: Paging
  conditions: SQL[]
  order?: CustomOrder
}

type Written = readonly { written?: string | undefined }[]

/** Whether a list query uses custom fields; most do not. */
const usesCustomFields = ({ where = [], any = [], sort = '' }: Paging & { where?: Written; any?: Written }) =>
  where.some(({ written }) => written) || any.some(({ written }) => written) || /^-?custom\./.test(sort)

/** Resolves a list query; throws a Refusal if it is invalid. */
export const resolveListQuery = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  query: Paging,
  context: ReadContext | WriteContext,
): Promise<ResolvedQuery> => (usesCustomFields(query) ? resolveCustomQuery(of, query, context) : { query, conditions: [] })

/** The WHERE clause of a list query, limited to what the policy lets the actor see; undefined if all rows match. */
export const listFilter = async (of: Entity, query: object, context: ReadContext | WriteContext) => {
  const allowed = rowCondition(of, of.policy.see, context.actor)
  const read = await resolveListQuery(of, query, context)
  return and(allowed, ...listConditions(of, read.query, context), ...read.conditions)
}

/** When a list returns its total: with the rows (`wait`), with the rows only if it is already known (`later`), or without rows (`only`). */
type TotalMode = 'wait' | 'later' | 'only'

/** Streams every row that matches a list query, in its order, 1000 at a time. Rejects an invalid query immediately, before the first row. */
export const allRows = <T extends SoftDeleteTable>(
  of: Entity<T>,
  rules: Rules,
  resolved: ResolvedQuery,
  context: ReadContext,
) => {
  const entity = of as Entity
  const allowed = rowFilter(entity, rules, context.actor)
  const { sort = '-dateCreated' } = resolved.query
  const { order } = resolved
  const sorts = order ? { ...of.sorts, [customName(order.key)]: order.value } : of.sorts
  const conditions = [...listConditions(entity, resolved.query, context), ...resolved.conditions]
  const query = listAll({ ...of, sorts }, sort, context.scope, allowed, ...conditions)
  const { read } = fieldsOf(of.table)
  return mapBatches(context.stream<Record<string, unknown>>(query), (rows) => rows.map((raw) => read(raw) as Row<T>))
}

/** A page of the records that the policy lets the actor see, with or without the total; the whole list as a stream if no page is requested. */
const listRecords = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  { total, ...given }: Paging & { total?: TotalMode | undefined },
  context: ReadContext,
): Promise<Page<Row<T>> | { stream: AsyncGenerator<Row<T>[]> }> => {
  const read = await resolveListQuery(of, given, context)
  const { query, order } = read
  if (query.page === undefined && query.size === undefined) return { stream: allRows(of, of.policy.see, read, context) }
  const { page = 0, size = DEFAULT_PAGE_SIZE, sort = '-dateCreated' } = query
  const entity = of as Entity
  const allowed = rowFilter(entity, of.policy.see, context.actor)
  const conditions = [...listConditions(entity, query, context), ...read.conditions]
  const all = listCondition(allowed, ...conditions)
  if (total === 'only') return { rows: [], ...(await countMatching(context.db, of.table, all)) }
  const loadPage = total === 'later' ? listPageWithCheapTotal : listPage
  if (!order) return loadPage(context.db, of, { page, size, sort }, allowed, ...conditions)
  return customSortedPage(context.db, { table: of.table, order, condition: all }, { page, size, sort })
}

/** The custom columns of a record, if a write contains custom fields. */
const customColumnsOf = async <T extends SoftDeleteTable>(
  { custom }: Entity<T>,
  fields: object,
  before: object,
  context: WriteContext,
): Promise<object> => {
  const { custom: change } = fields as { custom?: Record<string, unknown> }
  if (!custom || change === undefined) return {}
  const { custom: stored = {} } = before as { custom?: CustomValues }
  return checkCustomChange(custom, change, stored, context)
}

/** The fields of a change, with custom fields at the top level as `custom.<key>`. */
const flattenFields = ({ custom, ...fields }: Record<string, unknown>) => ({
  ...fields,
  ...Object.fromEntries(Object.entries(custom ?? {}).map(([key, value]) => [customName(key), value])),
})

const createRecord = async <T extends SoftDeleteTable>(of: Entity<T>, fields: Fields<T>, context: WriteContext) => {
  const allFields = { ...fields, ...(await customColumnsOf(of, fields, {}, context)) }
  const values = { ...allFields, ...of.computedColumns(allFields), createdBy: context.actor.uniqueId }
  const row = await insertOne(context.tx, of.table, values)
  if ('custom' in allFields) writeValues(context.tx, of, [row], { isNew: true })
  await logChanges(context, of, 'CREATED', [row])
  return row
}

/**
 * Writes these fields of a record with its computed columns, and updates copies in other records, of which open pages are notified. Checks no rights
 * and logs nothing.
 */
export const writeRecord = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  before: Row<T>,
  fields: object,
  context: WriteContext,
) => {
  const { tx } = context
  const merged = { ...before, ...fields } as unknown as Fields<T>
  const row = await updateOne(tx, of.table, before['uniqueId'] as string, { ...fields, ...of.computedColumns(merged) })
  const changes = changesOf(before, fields)
  if ('custom' in changes) writeValues(tx, of, [row])
  notifyOfKinds(context, await updateCopies(tx, of, Object.keys(changes), [row]))
  return row
}

/** Changes fields of a record under a lock. `updatedAt`: the version that the change is based on; throws StaleRecord if it is not current. */
const updateRecord = async <T extends SoftDeleteTable>(of: Entity<T>, change: Change<T>, context: WriteContext) => {
  const { uniqueId, updatedAt, ...given } = change
  const before = await findRecord(of, of.policy.see, uniqueId, context, 'update')
  await assertMayDo(of, of.policy.update, before, context)
  await assertCurrent({ ...flattenFields(given), updatedAt }, before as Row<T> & { uniqueId: string; updatedAt: string }, context)
  const fields = { ...given, ...(await customColumnsOf(of, given, before, context)) }
  const changes = changesOf(before, fields)
  if (Object.keys(changes).length === 0) return before
  const row = await writeRecord(of, before, fields, context)
  await logChanges(context, of, 'CHANGED', [row], await formatChanges(of, changes, context))
  return row
}

/** A record in its current state, and the new values of some fields. Nothing is validated. */
interface RecordChange {
  record: Values & { uniqueId: string }
  fields: Values
}

/** Changes fields of many records, different ones for each, and updates copies, audit trail and timelines as for a change of one record. */
export const changeRecords = async (of: Entity, changing: readonly RecordChange[], context: WriteContext) => {
  if (changing.length === 0) return
  const rows = changing.map(({ record, fields }): Values & { uniqueId: string } => {
    const updated = { ...record, ...fields, updatedAt: timestampAfter(record['updatedAt']) }
    return { ...updated, ...of.computedColumns(updated) }
  })
  const changed = [...new Set(changing.flatMap(({ fields }) => Object.keys(fields)))]
  const computed = Object.keys(of.computedColumns(rows[0]!))
  await updateMany(context.tx, of.table, [...new Set([...changed, ...computed, 'updatedAt'])], rows)
  writeValues(
    context.tx,
    of,
    rows.filter((_, at) => 'custom' in changing[at]!.fields),
  )
  notifyOfKinds(context, await updateCopies(context.tx, of, changed, rows))
  const changes = changing.map(({ record, fields }) => changesOf(record, fields))
  const formatted = await formatAllChanges(of, changes, context)
  const byId = new Map(rows.map(({ uniqueId }, at) => [uniqueId, formatted[at]!]))
  await logChanges(context, of, 'CHANGED', rows, ({ uniqueId }) => byId.get(uniqueId as string)!)
}

/** Moves a record and its belongings to the trash. `check` may throw, by the number of belongings of each kind. */
const removeRecord = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  { uniqueId }: ById,
  context: WriteContext,
  check: (belonging: Readonly<Record<string, number>>) => void = () => undefined,
) => {
  const [before, belonging] = await Promise.all([
    findRecord(of, of.policy.see, uniqueId, context, 'update'),
    countChildren(of, uniqueId, context),
  ])
  await assertMayDo(of, of.policy.remove, before, context)
  check(belonging)
  const removing = moveToTrash(of, [uniqueId], context)
  if (Object.values(belonging).every((many) => many === 0)) deferStatement(context.tx, removing)
  else await softDeleteWith(of, [uniqueId], (await removing)[0]!.deletedAt as string, context)
  await logChanges(context, of, 'DELETED', [before])
  return { uniqueId }
}

interface HistoryQuery extends Paging {
  uniqueId: string
}

const { columns: named, read } = fieldsOf(audits)
type HistoryEntry = typeof audits.$inferSelect
/** Removes from entries what the actor may not see. */
type HideFromHistory = (entries: HistoryEntry[], context: ReadContext) => Promise<HistoryEntry[]>

/** A page of the audit entries of one record in the actor's partition, or all of them as a stream. */
const listEntries = (
  { uniqueId, sort = '-dateCreated', ...query }: HistoryQuery,
  context: ReadContext,
  hide: HideFromHistory = async (entries) => entries,
) => {
  const from = sql`from ${audits} where ${eq(audits.recordId, uniqueId)}`
  const all = sql`select ${named} ${from} order by ${audits.uniqueId} ${sort.startsWith('-') ? sql`desc` : sql`asc`}`
  return listRows({ all, counted: sql`select ${from}` }, query, context, (rows) =>
    hide(rows.map((row) => read(row)) as HistoryEntry[], context),
  )
}

/** The handler of the history of what has no entity, after this check of the actor's rights. */
export const historyAfterCheck =
  (check: (uniqueId: string, context: ReadContext) => Promise<unknown>) => async (query: HistoryQuery, context: ReadContext) => {
    await check(query.uniqueId, context)
    return listEntries(query, context)
  }

/** The handlers of a plain record and of its history. They are ordinary functions: spread them, and add or override handlers. */
export const crud = <T extends SoftDeleteTable>(of: Entity<T>) => ({
  list: (query: Parameters<typeof listRecords>[1], context: ReadContext) => listRecords(of, query, context),
  get: ({ uniqueId }: ById, context: ReadContext) => findRecord(of, of.policy.see, uniqueId, context),
  create: (fields: Fields<T>, context: WriteContext) => createRecord(of, fields, context),
  update: (change: Change<T>, context: WriteContext) => updateRecord(of, change, context),
  remove: (which: ById, context: WriteContext, check?: Parameters<typeof removeRecord>[3]) =>
    removeRecord(of, which, context, check),
  /** For those who may see the record, and may see the history of its kind. */
  history: async (query: HistoryQuery, context: ReadContext, hide?: HideFromHistory) => {
    const record = await findRecord(of, of.policy.see, query.uniqueId, context)
    await assertMayDo(of, historyOf(of.policy), record, context)
    return listEntries(query, context, hide)
  },
})

/** Whether a row has a value in a custom field. */
const hasCustomValues = ({ custom }: { custom?: object }) => custom !== undefined && Object.keys(custom).length > 0

/**
 * Finds and locks the record, not deleted, that a field references and that the rules let the actor reach; otherwise throws a Refusal with the sentence
 * for the field. The lock (share) lasts until the transaction ends, so that nothing is attached to a record that is deleted meanwhile, or copies an old name.
 */
export const requireReference = async <T extends SoftDeleteTable>(
  of: Entity<T>,
  rules: Rules,
  [field, uniqueId]: readonly [field: string, uniqueId: string],
  sentence: Sentence,
  context: WriteContext,
) =>
  findRecord(of, rules, uniqueId, context, 'share').catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 404 ? invalid({ [field]: sentence }) : error
  })

/**
 * The handlers of a record whose reply contains more than its row: `related` adds it to the rows of a page, or to up to 1000 rows of a
 * whole list, with one query for all of them. `create` and `update` accept a step that runs between the write and the reply; it may return
 * a newer row. If somebody else has changed the record meanwhile, the StaleRecord error contains the current record in the shape of the reply. `show`: converts
 * a row to the reply.
 */
export const withRelations = <T extends SoftDeleteTable, Out>(
  of: Entity<T>,
  related: (rows: Row<T>[], context: ReadContext | WriteContext) => Promise<Out[]>,
) => {
  const live = async (rows: Row<T>[], context: ReadContext | WriteContext) =>
    rows.some(hasCustomValues) ? withoutRetiredFields<Row<T>>(of, rows, context) : rows
  const attach = async (rows: Row<T>[], context: ReadContext | WriteContext) => related(await live(rows, context), context)
  type Step = (row: Row<T>) => Promise<Row<T> | void> | Row<T> | void
  const plain = crud(of)
  const show = async (row: Row<T>, context: ReadContext | WriteContext) => (await attach([row], context))[0]!
  const answer = async (row: Row<T>, context: WriteContext, step?: Step) => show((await step?.(row)) ?? row, context)
  return {
    show,
    /** Converts rows to the reply. */
    showAll: attach,
    /** A row as in the reply, without what `related` adds. */
    live: async (row: Row<T>, context: ReadContext | WriteContext) => (await live([row], context))[0]!,
    list: async (query: Parameters<typeof plain.list>[0], context: ReadContext) => {
      return mapPage(await plain.list(query, context), (rows) => attach(rows, context))
    },
    get: async (which: { uniqueId: string }, context: ReadContext) => show(await plain.get(which, context), context),
    create: async (fields: Parameters<typeof plain.create>[0], context: WriteContext, step?: Step) =>
      answer(await plain.create(fields, context), context, step),
    update: async (change: Parameters<typeof plain.update>[0], context: WriteContext, step?: Step) => {
      const row = await plain.update(change, context).catch(async (error: unknown) => {
        throw error instanceof StaleRecord ? new StaleRecord(await show(error.record as Row<T>, context), error.isOwn) : error
      })
      return answer(row, context, step)
    },
    remove: plain.remove,
    history: plain.history,
  }
}
