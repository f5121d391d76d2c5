import type { Rules } from '@tradewind/contract/kit/policy'
import { and, eq, getTableName, isNull, sql } from 'drizzle-orm'
import { allow } from '../access.ts'
import type { Reader } from '../database/database.ts'
import { fieldsOf } from '../database/fields.ts'
import { listAll, listPage } from '../database/list.ts'
import { statement } from '../database/statement.ts'
import { later, type WorldTable } from '../database/table.ts'
import { notFound, Stale } from '../errors.ts'
import type { Asking, Reading, Writing } from '../http/context.ts'
import { audit, changesOf } from './audit.ts'
import { type Fields, filtersOf, type Kind, reachedOf, type Row } from './kind.ts'

interface Listing {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}
interface ById {
  uniqueId: string
}
type Change<T extends WorldTable> = { [Field in keyof Fields<T>]?: Fields<T>[Field] | undefined } & ById & {
    updatedAt?: string | undefined
  }

/** The living record with this id that the rules reach for who asks. Others do not exist. `lock`: until the transaction ends. */
export const findRecord = async <T extends WorldTable>(
  of: Kind<T>,
  rules: Rules,
  uniqueId: string,
  context: Asking & ({ db: Reader } | Writing),
  lock = false,
) => {
  const table: WorldTable = of.table
  const reach = reachedOf(of as Kind, rules, context.actor)
  const where = and(eq(table.uniqueId, uniqueId), isNull(table.deletedAt), reach === 'all' ? undefined : reach)
  const query =
    'tx' in context
      ? context.tx.select().from(table).where(where).$dynamic()
      : context.db.select().from(table).where(where).$dynamic()
  const [row] = await (lock ? query.for('update') : query)
  if (!row) throw notFound()
  return row as Row<T>
}

/** Reads one record. For those who see all of them, and that is nearly everybody, the statement is kept. */
const getter = <T extends WorldTable>(of: Kind<T>) => {
  const table: WorldTable = of.table
  const { named, read } = fieldsOf(table)
  const isIt = and(eq(table.uniqueId, sql.placeholder('uniqueId')), isNull(table.deletedAt))
  const one = statement(`one ${getTableName(table)}`, sql`select ${named} from ${table} where ${isIt}`)
  return async ({ uniqueId }: ById, context: Reading) => {
    if (reachedOf(of as Kind, of.policy.see, context.actor) !== 'all') return findRecord(of, of.policy.see, uniqueId, context)
    const [row] = await context.db.ask<Record<string, unknown>>(one, { uniqueId })
    if (!row) throw notFound()
    return read(row) as Row<T>
  }
}

async function* each<From, To>(pages: AsyncIterable<From[]>, read: (row: From) => To) {
  for await (const rows of pages) yield rows.map(read)
}

/** Every row that a list's filters let through, in its order, a thousand at a time. Refuses at once, before the first row. */
export const allRows = <T extends WorldTable>(of: Kind<T>, rules: Rules, asked: Listing, context: Reading) => {
  const known = of as Kind
  const reach = reachedOf(known, rules, context.actor)
  const query = listAll(of, asked.sort ?? '-dateCreated', context.scope, reach, ...filtersOf(known, { ...asked }))
  const { read } = fieldsOf(of.table)
  return each(context.stream<Record<string, unknown>>(query), (raw) => read(raw) as Row<T>)
}

/** A page of what the policy lets this actor see; the whole list, streamed, where no page was asked for. */
const listRecords = async <T extends WorldTable>(of: Kind<T>, asked: Listing, context: Reading) => {
  if (asked.page === undefined && asked.size === undefined) return { stream: allRows(of, of.policy.see, asked, context) }
  const { page = 0, size = 20, sort = '-dateCreated' } = asked
  const known = of as Kind
  const reach = reachedOf(known, of.policy.see, context.actor)
  return listPage(context.db, of, { page, size, sort }, reach, ...filtersOf(known, { ...asked }))
}

const titleOf = <T extends WorldTable>(of: Kind<T>, row: Row<T>) => String(row[of.title as keyof Row<T>])

const createRecord = async <T extends WorldTable>(of: Kind<T>, fields: Fields<T>, context: Writing) => {
  const table: WorldTable = of.table
  const values = { ...fields, ...of.kept(fields), createdBy: context.actor.uniqueId }
  const [row] = (await context.tx.insert(table).values(values).returning()) as [Row<T>]
  await audit(context, { action: 'CREATED', kind: of.name, recordId: row.uniqueId as string, title: titleOf(of, row) })
  return row
}

/** Changes what the change names, under a lock. `updatedAt`: the state that it was made on; another one is refused. */
const updateRecord = async <T extends WorldTable>(of: Kind<T>, change: Change<T>, context: Writing) => {
  const { uniqueId, updatedAt, ...fields } = change
  const table: WorldTable = of.table
  const before = await findRecord(of, of.policy.see, uniqueId, context, true)
  allow(context.actor, of.policy.update, before)
  if (updatedAt && Date.parse(updatedAt) !== Date.parse(before.updatedAt as string)) throw new Stale(before)
  const changes = changesOf(before, fields)
  if (Object.keys(changes).length === 0) return before
  const whole = { ...before, ...fields } as unknown as Fields<T>
  const values = { ...fields, ...of.kept(whole), updatedAt: later(table.updatedAt) }
  const [row] = (await context.tx.update(table).set(values).where(eq(table.uniqueId, uniqueId)).returning()) as [Row<T>]
  await audit(context, { action: 'CHANGED', kind: of.name, recordId: uniqueId, title: titleOf(of, row), changes })
  return row
}

/** Moves a record to the trash. */
const removeRecord = async <T extends WorldTable>(of: Kind<T>, { uniqueId }: ById, context: Writing) => {
  const table: WorldTable = of.table
  const before = await findRecord(of, of.policy.see, uniqueId, context, true)
  allow(context.actor, of.policy.remove, before)
  const now = later(table.updatedAt)
  const gone = { deletedAt: now, deletedBy: context.actor.uniqueId, updatedAt: now }
  await context.tx.update(table).set(gone).where(eq(table.uniqueId, uniqueId))
  await audit(context, { action: 'DELETED', kind: of.name, recordId: uniqueId, title: titleOf(of, before) })
  return { uniqueId }
}

/** The five handlers of a plain record. They are ordinary functions: spread them, and write your own beside or over them. */
export const crud = <T extends WorldTable>(of: Kind<T>) => ({
  list: (asked: Listing, context: Reading) => listRecords(of, asked, context),
  get: getter(of),
  create: (fields: Fields<T>, context: Writing) => createRecord(of, fields, context),
  update: (change: Change<T>, context: Writing) => updateRecord(of, change, context),
  remove: (which: ById, context: Writing) => removeRecord(of, which, context),
})
