import { can } from '@tradewind/contract/kit/policy'
import { trashApi } from '@tradewind/contract/trash/trash.contract'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { contains, EXACT } from '#kit/database/list'
import { later, type WorldTable } from '#kit/database/table'
import { conflict, invalid, notFound } from '#kit/errors'
import type { Asking, Reading, Writing } from '#kit/http/context'
import { routes } from '#kit/http/routes'
import { audit } from '#kit/record/audit'
import { anyKind, type Kind, reachedOf } from '#kit/record/kind'
import { companyKind } from '../company/company.table.ts'
import { users } from '../user/user.table.ts'

/** The kinds of records that go to the trash. */
const kinds: readonly Kind[] = [anyKind(companyKind)]

const deletedOf = (of: Kind, { actor }: Pick<Asking, 'actor'>, q?: string) => {
  const reach = reachedOf(of, of.policy.restore, actor)
  return and(isNotNull(of.table.deletedAt), reach === 'all' ? undefined : reach, contains(of.table, q))
}
const titleOf = (of: Kind) => of.table[of.title as keyof WorldTable] as unknown as SQL

interface Deleted extends Record<string, unknown> {
  uniqueId: string
  kind: string
  title: string
  dateDeleted: string
  deletedByName: string | null
}

interface Asked {
  kind?: string | undefined
  q?: string | undefined
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
}

const list = async ({ kind, q, page, size, sort = '-dateDeleted' }: Asked, context: Reading) => {
  const mine = kinds.filter((of) => (!kind || of.name === kind) && can(context.actor, of.policy.restore))
  if (mine.length === 0) return { rows: [], total: 0, estimated: false }
  const deleted = sql.join(
    mine.map(
      (of) => sql`(select ${of.table.uniqueId} as id, ${of.name}::text as kind, ${titleOf(of)} as title,
        ${of.table.deletedAt} as at, ${of.table.deletedBy} as by from ${of.table} where ${deletedOf(of, context, q)})`,
    ),
    sql` union all `,
  )
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  const all = sql`select d.id as "uniqueId", d.kind, d.title, to_json(d.at)#>>'{}' as "dateDeleted",
      (select concat_ws(' ', ${users.firstName}, ${users.lastName}) from ${users} where ${users.uniqueId} = d.by) as "deletedByName"
    from (${deleted}) d order by d.at ${way}, d.id ${way}`
  if (page === undefined && size === undefined) return { stream: context.stream<Deleted>(all) }
  const counting = sql`select count(*)::int as total from (select 1 from (${deleted}) d limit ${EXACT}) c`
  const counted = await context.db.execute<{ total: number }>(counting)
  const { rows } = await context.db.execute<Deleted>(sql`${all} limit ${size ?? 20} offset ${(page ?? 0) * (size ?? 20)}`)
  return { rows, total: counted.rows[0]!.total, estimated: false }
}

const restore = async (
  { kind, uniqueIds, title }: { kind: string; uniqueIds: string[]; title?: string | undefined },
  context: Writing,
) => {
  const of = kinds.find(({ name }) => name === kind)
  if (!of) throw notFound()
  if (title && uniqueIds.length > 1) throw invalid({ title: 'A new name is for one record' })
  const ids = [...new Set(uniqueIds)]
  const { table } = of
  const found = await context.tx
    .select()
    .from(table)
    .where(and(inArray(table.uniqueId, ids), deletedOf(of, context)))
    .for('update')
  if (found.length !== ids.length) throw notFound()
  for (const row of found) await revive(of, title ? { ...row, [of.title]: title } : row, context).catch(taken)
  return { uniqueIds: ids }
}

const revive = async (of: Kind, row: Record<string, unknown>, context: Writing) => {
  const values = {
    [of.title]: row[of.title],
    ...of.kept(row),
    deletedAt: null,
    deletedBy: null,
    updatedAt: later(of.table.updatedAt),
  }
  await context.tx.update(of.table).set(values).where(eq(of.table.uniqueId, row['uniqueId']))
  await audit(context, { action: 'RESTORED', kind: of.name, recordId: row['uniqueId'] as string, title: String(row[of.title]) })
}

const taken = (error: unknown) => {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  throw code === '23505' ? conflict('This name was taken meanwhile. Restore the record under another name.') : error
}

export const trashRoutes = routes(trashApi, { list, restore })
