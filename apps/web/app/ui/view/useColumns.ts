import { type FieldSpecs, specsOf } from '@tradewind/contract/kit/entityFields'
import { columnNames, type ListState } from '@tradewind/contract/kit/view'
import { useLanguage, useText } from '#kit/text'
import type { Editing } from '#ui/entity/useEditing'
import { valueShown } from '#ui/entity/values'
import { labelOf } from '#ui/entity/words'
import type { Column } from '#ui/list/columns'

/** A column that a list can show, with what it takes of the width, where 1000 is all of it. */
export interface Offered {
  field: string
  head: string
  weight: number
}

/** What a column takes that says nothing of its width, at least. */
const LEAST_SHARE = 140

const percent = (width: string | undefined) => (width?.endsWith('%') ? Number.parseFloat(width) * 10 : undefined)

/** What the list shows by choice alone: fields without a column of their own. */
const useMore = <T extends object>(fields: FieldSpecs, edit: Editing<T> | undefined): Column<T>[] => {
  const t = useText()
  const language = useLanguage()
  const known = columnNames(fields)
  return specsOf(fields)
    .filter(([field, spec]) => !spec.column && known.includes(field))
    .map(([field, spec]) => ({
      field: field as keyof T & string,
      head: labelOf(spec, t),
      show: (record: T) => valueShown(spec, (record as Record<string, unknown>)[field], { t, language }) ?? t('N/A'),
      frame: edit?.frame(field, spec, labelOf(spec, t)),
      ...(spec.sortable && { sorts: true as const }),
    }))
}

/** The columns of a list as they were chosen. The first one, the record's name, stays the first. */
export const useColumns = <T extends object>(
  own: readonly Column<T>[],
  fields: FieldSpecs,
  { columns, widths }: ListState,
  edit?: Editing<T>,
  custom: readonly Column<T>[] = [],
) => {
  const all = [...own, ...useMore<T>(fields, edit), ...custom]
  const name = own[0]?.field
  const chosen = columns.flatMap((field) => all.find((column) => column.field === field && field !== name) ?? [])
  const shown = columns.length > 0 ? [...own.slice(0, 1), ...chosen] : own
  const said = own.reduce((sum, { width }) => sum + (percent(width) ?? 0), 0)
  const weightOf = ({ field, width }: Column<T>) => widths[field] ?? percent(width) ?? Math.max(LEAST_SHARE, 1000 - said)
  const whole = shown.reduce((sum, column) => sum + weightOf(column), 0)
  const isOwn = columns.length === 0 && Object.keys(widths).length === 0
  return {
    all: all.map((column): Offered => ({ field: column.field, head: column.head, weight: weightOf(column) })),
    shown: shown.map(({ field }) => field),
    columns: isOwn ? own : shown.map((column) => ({ ...column, width: `${((weightOf(column) / whole) * 100).toFixed(2)}%` })),
  }
}
