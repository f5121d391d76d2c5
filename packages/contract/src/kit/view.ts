import { type FieldSpec, type FieldSpecs, listName, plainTypes, specsOf } from './entityFields.ts'

/** The maximum number of columns that a list shows. */
export const MAX_COLUMNS = 60

/** Whether a row of a list has one line, or as many as it needs. */
export const densities = ['line', 'roomy'] as const
export type Density = (typeof densities)[number]

/** The page sizes to choose from in lists. */
export const pageSizes = [20, 50, 100] as const

/** The minimum and maximum width of a column, in pixels. */
export const columnWidth = { min: 60, max: 1200 } as const

/** How a list is shown: its filters, its sort order and its columns. Empty properties mean the list's defaults. */
export interface ListState {
  /** The list's own filters, by name. */
  filters: Record<string, string>
  /** Conditions in their text form. */
  where: string[]
  /** Alternative conditions, of which at least one must match, if there are any. */
  any: string[]
  q: string
  sort: string
  /** The columns in their order. */
  columns: string[]
  /** The chosen widths in pixels, by column. */
  widths: Record<string, number>
  size: number
  density: Density
}

/** The default state of a list, without filters. */
export const defaultListState = (sort = '', size: number = pageSizes[0]): ListState => ({
  filters: {},
  where: [],
  any: [],
  q: '',
  sort,
  columns: [],
  widths: {},
  size,
  density: 'line',
})

/**
 * Whether records hold what a column of this field shows. A person is not offered twice, where another field holds the name. What the page of a record does
 * not show is offered only if it is computed for the list.
 */
const isShowable = (field: string, spec: FieldSpec, fields: FieldSpecs) =>
  (plainTypes.includes(spec.type) && (spec.details !== false || spec.readOnly)) ||
  (spec.type === 'reference' && spec.named === field && !(`${field}Name` in fields))

/** The fields that a list can show as columns, under their names in lists: its default columns first, in their order. */
export const columnNames = (fields: FieldSpecs): string[] => {
  const all = specsOf(fields)
  const defaults = all.flatMap(([field, spec]) =>
    spec.column && !spec.column.onlyOnCards ? [{ name: listName(field, spec), at: spec.column.at }] : [],
  )
  const others = all
    .filter(([field, spec]) => (!spec.column || spec.column.onlyOnCards) && isShowable(field, spec, fields))
    .map(([field]) => field)
  return [...defaults.toSorted((one, other) => one.at - other.at).map(({ name }) => name), ...others]
}
