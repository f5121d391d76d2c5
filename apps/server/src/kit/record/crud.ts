import type { Rules } from '@tradewind/contract/kit/policy'
import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import { allow } from '../access.ts'
import type { Reader } from '../database/database.ts'
import { listAll, listPage } from '../database/list.ts'
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

/** A row as PostgreSQL sent it, read by its table's columns. */
const reader = (table: WorldTable) => {
  const columns = Object.entries(getTableColumns(table))
  return (raw: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([name, column]) => [name, raw[name] === null ? null : column.mapFromDriverValue(raw[name])]))
}

/** Every row that a list's filters let through, in its order, a thousand at a time. */
export async function* allRows<T extends WorldTable>(of: Kind<T>, rules: Rules, asked: Listing, context: Reading) {
  const known = of as Kind
  const query = listAll(
    of.table,
    of.sorts,
    asked.sort ?? '-dateCreated',
    reachedOf(known, rules, context.actor),
    ...filtersOf(known, { ...asked }),
  )
  const read = reader(of.table)
  for await (const rows of context.stream<Record<string, unknown>>(query)) yield rows.map(read) as Row<T>[]
}

/** The five handlers of a plain record. They are ordinary functions: spread them, and write your own beside or over them. */
export const crud = <T extends WorldTable>(of: Kind<T>) => {
  const known = of as Kind
  const table: WorldTable = of.table
  const { policy } = of

  return {
    list: async (asked: Listing, context: Reading) => {
      if (asked.page === undefined && asked.size === undefined) return { stream: allRows(of, policy.see, asked, context) }
      const { page = 0, size = 20, sort = '-dateCreated' } = asked
      return listPage(
        context.db,
        of.table,
        of.sorts,
        { page, size, sort },
        reachedOf(known, policy.see, context.actor),
        ...filtersOf(known, { ...asked }),
      )
    },

    get: ({ uniqueId }: ById, context: Reading) => findRecord(of, policy.see, uniqueId, context),

    create: async (fields: Fields<T>, context: Writing) => {
      const values = { ...fields, ...of.kept(fields), createdBy: context.actor.uniqueId }
      const [row] = (await context.tx.insert(table).values(values).returning()) as [Row<T>]
      await audit(context, {
        action: 'CREATED',
        kind: of.name,
        recordId: row.uniqueId as string,
        title: String(row[of.title as keyof Row<T>]),
      })
      return row
    },

    update: async ({ uniqueId, updatedAt, ...fields }: Change<T>, context: Writing) => {
      const before = await findRecord(of, policy.see, uniqueId, context, true)
      allow(context.actor, policy.update, before)
      if (updatedAt && Date.parse(updatedAt) !== Date.parse(before.updatedAt as string)) throw new Stale(before)
      const changes = changesOf(before, fields)
      if (Object.keys(changes).length === 0) return before
      const values = {
        ...fields,
        ...of.kept({ ...before, ...fields } as unknown as Fields<T>),
        updatedAt: later(table.updatedAt),
      }
      const [row] = (await context.tx.update(table).set(values).where(eq(table.uniqueId, uniqueId)).returning()) as [Row<T>]
      await audit(context, {
        action: 'CHANGED',
        kind: of.name,
        recordId: uniqueId,
        title: String(row[of.title as keyof Row<T>]),
        changes,
      })
      return row
    },

    remove: async ({ uniqueId }: ById, context: Writing) => {
      const before = await findRecord(of, policy.see, uniqueId, context, true)
      allow(context.actor, policy.remove, before)
      const gone = { deletedAt: later(table.updatedAt), deletedBy: context.actor.uniqueId, updatedAt: later(table.updatedAt) }
      await context.tx.update(table).set(gone).where(eq(table.uniqueId, uniqueId))
      await audit(context, {
        action: 'DELETED',
        kind: of.name,
        recordId: uniqueId,
        title: String(before[of.title as keyof Row<T>]),
      })
      return { uniqueId }
    },
  }
}
