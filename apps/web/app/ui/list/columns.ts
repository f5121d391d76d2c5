import type { ReactNode } from 'react'
import type { Kind, ListRoute, RecordOf, RowOf, SortIn, SortOf } from '#kit/api/calls'

interface Shown<T> {
  head: string
  show: (record: T) => ReactNode
  /** Puts around what is shown what edits it in place. */
  frame?: ((record: T, shown: ReactNode) => ReactNode) | undefined
  /** The first column's tooltip, where `show` has cut the name. */
  whole?: (record: T) => string | undefined
  /** Its share of the table's width: '30%'. */
  width?: string
  figures?: boolean
}

/** One column of a list, by the field that it shows. The first one is the record's name, and its link. `Sort`: what the list can be sorted by. */
export type Column<T, Sort extends string = string> = Shown<T> &
  ({ field: Sort; sorts: true } | { field: (keyof T & string) | Sort; sorts?: false })

/** A column of the list of a kind, or of another list by its call. */
export type ColumnOf<L extends Kind | ListRoute> = L extends Kind
  ? Column<RecordOf<L>, SortOf<L>>
  : L extends ListRoute
    ? Column<RowOf<L>, SortIn<L>>
    : never

/** What a column shows, with what edits it. */
export const framed = <T>(column: Column<T> | undefined, record: T, shown: ReactNode) => column?.frame?.(record, shown) ?? shown

/** What table and cards both need to draw a list. */
export interface Listed<T> {
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  keyOf: (record: T) => string
  /** Where the name leads; without it the name is plain text. */
  linkOf?: ((record: T) => string | undefined) | undefined
  onPrefetch?: ((record: T) => void) | undefined
  menuOf?: ((record: T) => ReactNode) | undefined
  sort?: string
  onSort?: (sort: string) => void
  ticks?: Ticks | undefined
  /** The number of the first row, where rows are numbered. */
  first?: number | undefined
  card?: CardTitle<T> | undefined
  /** The group that a record is in: where another one begins, its name heads the rows. Rows come sorted by it. */
  groupOf?: ((record: T) => string) | undefined
  /** Rows have as many lines as they need. */
  roomy?: boolean
  /** At the edge of each head: what makes its column wider and narrower. */
  grip?: ReactNode
  /** Another page is on its way; this one is the last. */
  stale?: boolean
}

/** What a row is called where it is a card on a phone: what tells it from the others. */
export interface CardTitle<T> {
  title: (record: T) => ReactNode
  /** The columns that the title says already. */
  instead: readonly string[]
}

/** Which records are ticked, by their keys. */
export interface Ticks {
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
  /** Ticks or unticks one; `isRange`: with all between it and the one before, as a click with Shift does. Without it one is toggled alone. */
  tick?: (key: string, isRange: boolean) => void
  /** How the box of a record is called. */
  nameOf: (key: string) => string
  /** Why a record can't be ticked; undefined where it can. */
  refusedFor?: (key: string) => string | undefined
  /** The box above all: it ticks more than the page in sight. */
  whole?: Whole
}

/** A box that ticks all that a list holds, over all of its pages. */
export interface Whole {
  label: string
  /** All of it is ticked; a part of it is. */
  state: 'all' | 'some' | 'none'
  onTick: (isTicked: boolean) => void
}

/** The order after a click on this field's head: ascending, and the other way when it was ascending already. */
export const sortAfter = (sort: string, field: string) => (sort === field ? `-${field}` : field)

export const directionOf = (sort: string | undefined, field: string) =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'

export const toggled = (ticked: ReadonlySet<string>, key: string) => {
  const next = new Set(ticked)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The names of the groups that begin at the rows, by place; undefined where the group before goes on. */
export const groupsOf = <T>({ rows, groupOf }: Pick<Listed<T>, 'rows' | 'groupOf'>) => {
  const groups = rows.map((row) => groupOf?.(row))
  return groups.map((group, at) => (group === groups[at - 1] ? undefined : group))
}
