import { type FieldSpecs, listName, plainTypes, specsOf } from './entityFields.ts'

/** A row of a list has one line, or as many as it needs. */
export const densities = ['line', 'roomy'] as const
export type Density = (typeof densities)[number]

/** How many rows a page of a list may have, to choose from. */
export const pageSizes = [20, 50, 100] as const

/** How wide a column may be made, in pixels. */
export const columnWidth = { least: 60, most: 1200 } as const

/** How a list is shown: what it is filtered and sorted by, and which columns it has. What is empty is as the list has it by itself. */
export interface ListState {
  /** The list's own filters, by name. */
  filters: Record<string, string>
  /** Conditions, as they are written. */
  where: string[]
  /** Conditions of which one has to hold, where there are some. */
  any: string[]
  q: string
  sort: string
  /** The columns in their order. */
  columns: string[]
  /** The widths that were chosen, in pixels, by column. */
  widths: Record<string, number>
  size: number
  density: Density
}

/** What a list is shown with that shows all of it, as it is by itself. */
export const plainState = (sort = ''): ListState => ({
  filters: {},
  where: [],
  any: [],
  q: '',
  sort,
  columns: [],
  widths: {},
  size: pageSizes[0],
  density: 'line',
})

/** The fields that a list can show as columns, as lists call them: its own first, in their order. */
export const columnNames = (fields: FieldSpecs): string[] => {
  const all = specsOf(fields)
  const own = all.flatMap(([field, spec]) => (spec.column ? [{ name: listName(field, spec), at: spec.column.at }] : []))
  const others = all.filter(([, { column, type }]) => !column && plainTypes.includes(type)).map(([field]) => field)
  return [...own.toSorted((one, other) => one.at - other.at).map(({ name }) => name), ...others]
}
