import {
  type FieldSpec,
  type FieldSpecs,
  type FilterOf,
  listName,
  type SortOf,
  specsOf,
} from '@tradewind/contract/kit/entityFields'
import type { Language } from '@tradewind/contract/kit/language'
import type { ReactNode } from 'react'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { type Translate, useLanguage, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { LazyPart } from '#ui/page/lazyWithRetry'
import { Badge, Badges } from '#ui/values/Badge'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { externalLink, mailtoOf, telOf, websiteLink } from '#ui/values/links'
import type { Editing } from './useEditing.tsx'
import { choiceLabel, formatValue } from './words.ts'

/** The reader's language, on which shown values depend. */
export interface RenderContext {
  t: Translate
  language: Language
}

/** The name of a referenced record; any other value unchanged. */
export const referenceName = (spec: FieldSpec, value: unknown) =>
  'by' in spec && typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[spec.by] : value

/** Number formats. A year has no thousands separator. */
export const numberFormats: Readonly<Partial<Record<FieldSpec['type'], Intl.NumberFormatOptions>>> = {
  figure: {},
  number: { maximumFractionDigits: 20, useGrouping: 'min2' },
}

const loadPersonName = async () => (await import('./PersonName.tsx')).PersonName

/** The names of referenced records. Of some people, records hold only the id. */
const renderReference = (spec: FieldSpec, value: unknown) => {
  if (typeof value === 'string')
    return (
      <Clip>
        <LazyPart load={loadPersonName} props={{ uniqueId: value }} fallback="…" />
      </Clip>
    )
  return formatValue([value].flat().map((other) => referenceName(spec, other)))
}

/** A field's value as lists and the page of a record show it; null if it is empty. */
export const renderFieldValue = (spec: FieldSpec, value: unknown, { t, language }: RenderContext): ReactNode => {
  if ((value ?? '') === '') return null
  if (spec.type === 'choice') return choiceLabel(spec, value as string, t)
  if (spec.type === 'country') return t(value as string)
  if (spec.type === 'choices') return choiceBadges(spec, value as readonly string[], t)
  if (spec.type === 'webAddress') return websiteLink(value as string)
  if (spec.type === 'day') return <Day at={value as string} />
  if (spec.type === 'moment') return <Day at={value as string} precise={spec.precise ?? false} />
  const digits = numberFormats[spec.type]
  if (digits) return (value as number).toLocaleString(language, digits)
  return 'by' in spec ? renderReference(spec, value) : (value as string)
}

/** The address that writes to an email address, or calls a telephone number; undefined for all other values. */
export const hrefOfValue = ({ type }: FieldSpec, value: unknown) => {
  if (typeof value !== 'string' || !value) return undefined
  if (type === 'emailAddress') return mailtoOf(value)
  return type === 'phone' ? telOf(value) : undefined
}

/** The same on the page of a record, where email addresses and telephone numbers are links. */
const renderPageValue = (spec: FieldSpec, value: unknown, reading: RenderContext): ReactNode => {
  const href = hrefOfValue(spec, value)
  const content = renderFieldValue(spec, value, reading)
  return href ? externalLink(href, content) : content
}

interface Choices {
  choices: Readonly<Record<string, string>>
  ownChoices?: true
}

const choiceBadges = (of: Choices, values: readonly string[], t: Translate) => {
  const labels = values.map((value) => choiceLabel(of, value, t))
  const others = labels.slice(1)
  return (
    <Badges isCounted={others.length > 0}>
      {labels.map((label) => (
        <Badge key={label} title={label}>
          {label}
        </Badge>
      ))}
      {/* In a row of one line it stands for all but the first. Screen readers read these. */}
      {others.length > 0 && (
        <span data-more title={others.join(', ')} aria-hidden>
          +{others.length}
        </span>
      )}
    </Badges>
  )
}

type Labels<F extends FieldSpecs> = { [K in keyof F & string]: string }

type Show<F extends FieldSpecs, T> = { readonly [K in keyof F & string]?: (record: T) => ReactNode }

const mapFields = (fields: FieldSpecs, textOf: (spec: FieldSpec, field: string) => [string, string][]): Record<string, string> =>
  Object.fromEntries(specsOf(fields).flatMap(([field, spec]) => textOf(spec, field)))

/** The labels, columns, filters and facts of an entity's fields, by their descriptor. */
export const useFields = <F extends FieldSpecs>(fields: F) => {
  const t = useText()
  const language = useLanguage()
  const isNarrow = useIsNarrow()
  const reading = { t, language }
  const labels = mapFields(fields, ({ label }, field) => [[field, t(label)]]) as Labels<F>
  return {
    labels,
    /** The columns of the list, in their order; with `edit`, they are edited in place. */
    columns: <T extends object>(show: Show<F, T> = {}, edit?: Editing<T>): Column<T, SortOf<F>>[] =>
      specsOf(fields)
        .flatMap(([field, spec]) => (spec.column ? [{ field, spec, column: spec.column }] : []))
        .filter(({ column }) => isNarrow || !column.onlyOnCards)
        .toSorted((one, other) => one.column.at - other.column.at)
        .map(({ field, spec, column }) => ({
          // The descriptor guarantees that this is a name of the list: the types of sorts and filters derive from it.
          field: listName(field, spec) as SortOf<F>,
          head: t(column.label ?? spec.label),
          show: show[field] ?? ((record) => renderFieldValue(spec, valueIn(record, field, spec), reading) ?? t('N/A')),
          hrefOf: (record) => hrefOfValue(spec, valueIn(record, field, spec)),
          frame: edit?.frame(field, spec, labels[field]),
          ...(spec.sortable && { sorts: true as const }),
          ...(spec.type === 'figure' && { figures: true }),
          ...(column.isName && { isName: true as const }),
          ...(column.width && { width: column.width }),
        })),
    /** The list's filters with their labels. */
    filters: mapFields(fields, (spec, field) =>
      spec.filter ? [[listName(field, spec), t(spec.filter === true ? spec.label : spec.filter)]] : [],
    ) as Record<FilterOf<F>, string>,
    /** The fields that the page of a record shows; with `edit`, they are edited in place. */
    facts: <T extends object>(record: T, show: Show<F, T> = {}, edit?: Editing<T>) =>
      specsOf(fields)
        .filter(([, { details }]) => details !== false)
        .toSorted(([, one], [, other]) => Number(one.details === 'last') - Number(other.details === 'last'))
        .map(([field, spec]) => {
          const value = show[field] ? show[field](record) : renderPageValue(spec, valueIn(record, field, spec), reading)
          const frame = edit?.frame(field, spec, labels[field])
          return { field, label: labels[field], value: frame ? frame(record, value ?? t('N/A')) : value }
        }),
  }
}

const valueIn = (record: object, field: string, spec: FieldSpec) => (record as Record<string, unknown>)[listName(field, spec)]
