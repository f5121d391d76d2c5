import { and, count, isNull, SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { WriteContext } from '#kit/http/context'
import { childrenOf, type Entity } from '#kit/record/entity'
import { fullNamesOf } from '#platform/user/user.queries'

/** The living records that belong to these, and those that belong to them, counted by kind and by whose they are. */
const countBelonging = async (of: Entity, ids: SQL, { tx }: WriteContext) => {
  const found: { kind: string; whose: string | null; count: number }[] = []
  const lookInto = async (parent: Entity, those: SQL): Promise<void> => {
    for (const child of childrenOf(parent)) {
      const { table, name: kind } = child.of
      const columns = table as unknown as Record<string, AnyPgColumn>
      const theirs = and(sql`${columns[child.by]} in (${those})`, isNull(table.deletedAt))!
      const whose = columns[child.of.whose ?? 'createdBy']!
      const rows = await tx.select({ whose, count: count() }).from(table).where(theirs).groupBy(whose)
      found.push(...rows.map((row) => ({ kind, whose: row.whose as string | null, count: row.count })))
      if (rows.length > 0) await lookInto(child.of, sql`select ${table.uniqueId} from ${table} where ${theirs}`)
    }
  }
  await lookInto(of, ids)
  return found
}

const list = (ids: readonly string[]) =>
  sql.join(
    ids.map((one) => sql`${one}::uuid`),
    sql`, `,
  )

/** What belongs to these records, by kind, and whose it is. `ids`: a query, or a list. */
export const belongingTo = async (of: Entity, ids: SQL | readonly string[], context: WriteContext) => {
  if (!(ids instanceof SQL) && ids.length === 0) return []
  const those = ids instanceof SQL ? ids : list(ids)
  const found = await countBelonging(of, those, context)
  const names = await fullNamesOf(
    context.tx,
    found.map(({ whose }) => whose),
  )
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, rows]) => ({
    kind,
    count: rows.reduce((sum, { count: many }) => sum + many, 0),
    people: rows.map(({ whose, count: many }) => ({ uniqueId: whose, fullName: names.get(whose ?? '') ?? null, count: many })),
  }))
}
