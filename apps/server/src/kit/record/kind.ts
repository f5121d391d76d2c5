import type { Policy, Rules } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import type { SQL } from 'drizzle-orm'
import { reached, type Virtual } from '../access.ts'
import { contains, type Sorts } from '../database/list.ts'
import type { WorldTable } from '../database/table.ts'

type Filter = (needle: string) => SQL | undefined

/** What the kit must know of a kind of record to list, keep, delete, restore, export and find it. */
export interface Kind<T extends WorldTable = WorldTable> {
  /** The spec's word for it, as it stands in paths: 'company'. */
  name: string
  table: T
  policy: Policy & { restore: Rules }
  /** The column that names a record. */
  title: keyof T['$inferSelect'] & string
  /** The columns that follow from others: the search text, and keys to sort by. Taken anew at each write. */
  kept(row: Fields<T>): object
  /** What lists are sorted by. `-dateCreated` is the order where none is asked for. */
  sorts: Sorts & { dateCreated: Sorts[string] }
  filters: Readonly<Record<string, Filter>>
  virtual?: Virtual
}

/** The columns that a form fills. */
export type Fields<T extends WorldTable> = Omit<T['$inferInsert'], keyof WorldTable['$inferInsert']>
export type Row<T extends WorldTable> = T['$inferSelect']

/** A kind among others, where all are treated alike. */
export const anyKind = <T extends WorldTable>(of: Kind<T>) => of as unknown as Kind

/** Keeps a kind's own types. */
export const kind = <T extends WorldTable>(spec: Kind<T>) => spec

export const reachedOf = (of: Kind, rules: Rules, actor: Actor) => reached(of.table, rules, actor, of.virtual)

/** The conditions of a list's filters and of `q`. */
export const filtersOf = (of: Kind, asked: Readonly<Record<string, unknown>>) => [
  contains(of.table, asked['q'] as string | undefined),
  ...Object.entries(of.filters).map(([name, filter]) => {
    const needle = asked[name]
    return typeof needle === 'string' && needle.trim() ? filter(needle) : undefined
  }),
]
