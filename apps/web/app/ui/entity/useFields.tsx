import {
  type FieldSpec,
  type FieldSpecs,
  type FilterOf,
  listName,
  type SortOf,
  specsOf,
} from '@tradewind/contract/kit/entityFields'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import type { Editing } from './useEditing.tsx'
import { valueOnPage, valueShown } from './values.tsx'

type Labels<F extends FieldSpecs> = { [K in keyof F & string]: string }

type Show<F extends FieldSpecs, T> = { readonly [K in keyof F & string]?: (record: T) => ReactNode }

const mapped = (fields: FieldSpecs, textOf: (spec: FieldSpec, field: string) => [string, string][]): Record<string, string> =>
  Object.fromEntries(specsOf(fields).flatMap(([field, spec]) => textOf(spec, field)))

/** What the lists and pages of an entity say and show of its fields, by their description. */
export const useFields = <F extends FieldSpecs>(fields: F) => {
  const t = useText()
  const language = useLanguage()
  const reading = { t, language }
  const labels = mapped(fields, ({ label }, field) => [[field, t(label)]]) as Labels<F>
  return {
    labels,
    /** The columns of the list, in their order; with `edit`, they are edited in place. */
    columns: <T extends object>(show: Show<F, T> = {}, edit?: Editing<T>): Column<T, SortOf<F>>[] =>
      specsOf(fields)
        .flatMap(([field, spec]) => (spec.column ? [{ field, spec, column: spec.column }] : []))
        .toSorted((one, other) => one.column.at - other.column.at)
        .map(({ field, spec, column }) => ({
          // What makes it a name of the list is in the descriptor: the types of sorts and filters follow from the same.
          field: listName(field, spec) as SortOf<F>,
          head: t(column.label ?? spec.label),
          show: show[field] ?? ((record) => valueShown(spec, valueIn(record, field, spec), reading) ?? t('N/A')),
          frame: edit?.frame(field, spec, labels[field]),
          ...(spec.sortable && { sorts: true as const }),
          ...(spec.type === 'figure' && { figures: true }),
          ...(column.width && { width: column.width }),
        })),
    /** The list's filters with their labels. */
    filters: mapped(fields, (spec, field) =>
      spec.filter ? [[listName(field, spec), t(spec.filter === true ? spec.label : spec.filter)]] : [],
    ) as Record<FilterOf<F>, string>,
    /** What the page of a record shows of it; with `edit`, it is edited in place. */
    facts: <T extends object>(record: T, show: Show<F, T> = {}, edit?: Editing<T>) =>
      specsOf(fields)
        .filter(([, { details }]) => details !== false)
        .toSorted(([, one], [, other]) => Number(one.details === 'last') - Number(other.details === 'last'))
        .map(([field, spec]) => {
          const value = show[field] ? show[field](record) : valueOnPage(spec, valueIn(record, field, spec), reading)
          const frame = edit?.frame(field, spec, labels[field])
          return { field, label: labels[field], value: frame ? frame(record, value ?? t('N/A')) : value }
        }),
  }
}

const valueIn = (record: object, field: string, spec: FieldSpec) => (record as Record<string, unknown>)[listName(field, spec)]
