import type { HTMLAttributes, ReactNode } from 'react'
import type { Kind, ListRoute, RecordOf, RowOf, SortIn, SortOf } from '#kit/api/calls'

interface ColumnContent<T> {
  head: string
  show: (record: T) => ReactNode
  /** Where its value leads, such as to an email: a link in cards, and in tables where a click does not edit it. */
  hrefOf?: ((record: T) => string | undefined) | undefined
  /** Wraps the shown value with its editor in place. */
  frame?: ((record: T, content: ReactNode) => ReactNode) | undefined
  /** It is the record's name, and its link, although it is not the first column. */
  isName?: true
  /** The name's tooltip, if `show` has shortened it. */
  fullTextOf?: (record: T) => string | undefined
  /** Its share of the table's width: '30%'. */
  width?: string
  figures?: boolean
}

/** One column of a list, by the field that it shows. The first one is the record's name, and its link, unless another is. `Sort`: what the list can be sorted by. */
export type Column<T, Sort extends string = string> = ColumnContent<T> &
  ({ field: Sort; sorts: true } | { field: (keyof T & string) | Sort; sorts?: false })

/** A column of the list of a kind, or of another list by its call. */
export type ColumnOf<L extends Kind | ListRoute> = L extends Kind
  ? Column<RecordOf<L>, SortOf<L>>
  : L extends ListRoute
    ? Column<RowOf<L>, SortIn<L>>
    : never

/** The column with the record's name. */
export const nameColumnOf = <T>(columns: readonly Column<T>[]) => columns.find(({ isName }) => isName) ?? columns[0]

/** What a column shows, with its editor. */
export const withEditor = <T>(column: Column<T> | undefined, record: T, content: ReactNode) =>
  column?.frame?.(record, content) ?? content

/** A record of a list, and what identifies it. */
export interface Identified {
  uniqueId: string
}

/** The props that table and cards share. */
export interface Listed<T extends Identified> {
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  /** The link of the name; without it the name is plain text. */
  linkOf?: ((record: T) => string | undefined) | undefined
  onPrefetch?: ((record: T) => void) | undefined
  menuOf?: ((record: T) => ReactNode) | undefined
  sort?: string
  onSort?: (sort: string) => void
  /** The columns that cards can be sorted by, if others than the shown ones. */
  orders?: readonly Column<T>[]
  selection?: Selection | undefined
  /** Further props of a row of the table. Cards have none. */
  rowProps?: ((record: T) => HTMLAttributes<HTMLElement>) | undefined
  /** The number of the first row, if rows are numbered. */
  first?: number | undefined
  card?: CardTitle<T> | undefined
  /** The group of a record: its name is shown above the group's first row. Rows must be sorted by it. */
  groupOf?: ((record: T) => string) | undefined
  /** Rows are as high as their content. */
  roomy?: boolean
  /** The width in pixels below which the table scrolls horizontally: it has more columns than usual. */
  minWidth?: number | undefined
  /** A handle at the edge of each header that resizes its column. */
  resizeHandle?: ReactNode
  /** The rows are of the previous page, while another one loads. */
  stale?: boolean
}

/** The title of a row's card on a phone, which distinguishes it from the others. */
export interface CardTitle<T> {
  title: (record: T) => ReactNode
  /** The columns that the title includes already. */
  titleFields: readonly string[]
}

/** The selected records, by their keys. */
export interface Selection {
  selectedKeys: ReadonlySet<string>
  onSelect: (selectedKeys: ReadonlySet<string>) => void
  /** Selects or deselects one; `isRange`: with all between it and the previous one, as for a click with Shift. Without this function only single ones are toggled. */
  toggle?: (key: string, isRange: boolean) => void
  /** The record's name in the label of its checkbox. */
  nameOf: (key: string) => string
  /** Why a record can't be selected; undefined if it can. */
  disabledReasonOf?: (key: string) => string | undefined
  /** The checkbox in the header, if it selects more than the visible page. */
  allMatching?: AllMatchingBox
}

/** A checkbox that selects all records of a list, over all of its pages. */
export interface AllMatchingBox {
  label: string
  /** Whether all, some or none are selected. */
  state: 'all' | 'some' | 'none'
  onSelect: (isSelected: boolean) => void
}

/** The order after a click on this field's header: ascending, or descending if it was ascending already. */
export const nextSort = (sort: string, field: string) => (sort === field ? `-${field}` : field)

export const directionOf = (sort: string | undefined, field: string) =>
  sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'

export const toggleKey = (selectedKeys: ReadonlySet<string>, key: string) => {
  const next = new Set(selectedKeys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The group names that start at each row, by index; undefined where the previous group continues. */
export const groupHeadings = <T>({ rows, groupOf }: { rows: readonly T[]; groupOf?: ((row: T) => string) | undefined }) => {
  const groups = rows.map((row) => groupOf?.(row))
  return groups.map((group, at) => (group === groups[at - 1] ? undefined : group))
}
