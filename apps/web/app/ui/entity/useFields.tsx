import {
  type FieldSpec,
  type FieldSpecs,
  type FilterOf,
  type FormField,
  formSpecs,
  listName,
  specsOf,
} from '@tradewind/contract/kit/entityFields'
import type { ComponentType, ReactNode } from 'react'
import { useLanguage, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { momentIn } from '#ui/date/moment'
import type { FieldProps } from '#ui/form/FormPage'
import type { Column } from '#ui/list/columns'
import { FieldInput } from './FieldInput.tsx'
import { type Reading, valueInWords, valueOnPage, valueShown } from './values.tsx'

/** What a form holds of each field before anything is typed. */
type Empty<F extends FieldSpecs> = { [K in FormField<F>]: F[K]['type'] extends 'choices' | 'references' ? string[] : string }
type Labels<F extends FieldSpecs> = { [K in keyof F & string]: string }

/** The inputs of fields whose type alone does not say how a form asks for them. */
type Inputs<F extends FieldSpecs> = { [K in FormField<F>]?: ComponentType<FieldProps> }
type Show<F extends FieldSpecs, T> = { readonly [K in keyof F & string]?: (record: T) => ReactNode }

const mapped = (fields: FieldSpecs, textOf: (spec: FieldSpec, field: string) => [string, string][]): Record<string, string> =>
  Object.fromEntries(specsOf(fields).flatMap(([field, spec]) => textOf(spec, field)))

/** What the forms, lists and pages of an entity say and show of its fields, by their description. Whatever comes after it may replace a part. */
export const useFields = <F extends FieldSpecs>(fields: F) => {
  const t = useText()
  const language = useLanguage()
  const zone = useZone()
  const reading: Reading = { t, language, zone }
  const labels = mapped(fields, ({ label }, field) => [[field, t(label)]]) as Labels<F>
  const inWords = (field: string, value: unknown) => valueInWords(fields[field], value, reading)
  return {
    labels,
    /** A field's value in words, for conflicts and the history. */
    inWords,
    /** The labels by which the history calls its fields: those of a form, a reference by what names the other record. */
    historyLabels: mapped(fields, (spec, field) => {
      if (spec.readOnly) return []
      const name = spec.type === 'reference' ? spec.historyName : field
      return name ? [[name, t(spec.label)]] : []
    }),
    /** What a form takes of its fields. */
    form: (inputs: Inputs<F> = {}) => ({
      empty: Object.fromEntries(
        formSpecs(fields).map(([field, { type }]) => [field, type === 'choices' || type === 'references' ? [] : '']),
      ) as Empty<F>,
      labels,
      required: formSpecs(fields).flatMap(([field, spec]) => (spec.required ? [field] : [])),
      show: inWords,
      sent: (changed: object) =>
        Object.fromEntries(
          Object.entries(changed).map(([field, value]: [string, unknown]) => [
            field,
            fields[field]?.type === 'moment' ? momentIn(String(value), zone) : value,
          ]),
        ),
      children: (field: (name: FormField<F>) => FieldProps) =>
        formSpecs(fields).map(([name, spec]) => {
          const Input = (inputs as Partial<Record<string, ComponentType<FieldProps>>>)[name]
          return Input ? <Input key={name} {...field(name)} /> : <FieldInput key={name} spec={spec} {...field(name)} />
        }),
    }),
    /** The columns of the list, in their order. */
    columns: <T extends object>(show: Show<F, T> = {}): Column<T>[] =>
      specsOf(fields)
        .flatMap(([field, spec]) => (spec.column ? [{ field, spec, column: spec.column }] : []))
        .toSorted((one, other) => one.column.at - other.column.at)
        .map(({ field, spec, column }) => ({
          field: listName(field, spec),
          head: t(column.label ?? spec.label),
          show: show[field] ?? ((record) => valueShown(spec, valueIn(record, field, spec), reading) ?? t('N/A')),
          ...(spec.sortable && { sorts: true }),
          ...(column.width && { width: column.width }),
        })),
    /** The list's filters with their labels. */
    filters: mapped(fields, (spec, field) =>
      spec.filter ? [[listName(field, spec), t(spec.filter === true ? spec.label : spec.filter)]] : [],
    ) as Record<FilterOf<F>, string>,
    /** What the page of a record shows of it. */
    facts: <T extends object>(record: T, show: Show<F, T> = {}) =>
      specsOf(fields)
        .filter(([, { details }]) => details !== false)
        .toSorted(([, one], [, other]) => Number(one.details === 'last') - Number(other.details === 'last'))
        .map(([field, spec]) => ({
          label: labels[field],
          value: show[field] ? show[field](record) : valueOnPage(spec, valueIn(record, field, spec), reading),
        })),
  }
}

const valueIn = (record: object, field: string, spec: FieldSpec) => (record as Record<string, unknown>)[listName(field, spec)]
