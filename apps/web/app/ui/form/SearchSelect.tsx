import { type MultiSelectProps, type SelectProps, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Kind, ListRoute, RecordOf, RowOf } from '#kit/api/calls'
import { useRecord } from '#kit/api/records'
import { Picker } from './Picker.tsx'
import {
  type ChoiceSource,
  NEW_OPTION,
  type Option,
  OptionsError,
  sortByMatch,
  useRecordSearch,
  useSearchOptions,
} from './searchOptions.tsx'

interface SearchSelectProps<R extends ListRoute>
  extends
    ChoiceSource<R>,
    Omit<SelectProps, 'multiple' | 'data' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  nameOf: (row: RowOf<R>) => string
  /** A second line that distinguishes records of the same name. */
  hintOf?: (row: RowOf<R>) => string
  /** The id of the chosen record, and its name as soon as it is known. */
  value: string | null
  selectedName: string | undefined
  onChoose: (row: RowOf<R> | null) => void
  /** Creates a missing record from the typed text. */
  onNew?: ((words: string) => void) | undefined
  /** Shown below if there is nothing to choose from. */
  emptyContent?: ReactNode
}

/** Selects one record of a list, which the server searches by the typed text. The chosen one is offered first. */
export const SearchSelect = <R extends ListRoute>(props: SearchSelectProps<R>) => {
  const { route, query, searchField, enabled, nameOf, hintOf, value, selectedName, onChoose, onNew, emptyContent, ...rest } =
    props
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Option | null>(null)
  const chosen = chosenOption(value, selectedName, picked)
  // The name of the chosen record is not searched.
  const words = typed.trim() === chosen?.label.trim() ? '' : typed
  const search = useRecordSearch({ route, query, searchField, enabled }, words)
  const rows = new Map(search.rows.map((row) => [idOf(row), row]))
  const others = [...rows].filter(([id]) => id !== value).map(([id, row]) => ({ value: id, label: nameOf(row) }))
  const offer = useSearchOptions(search, chosen ? [chosen, ...others] : others, onNew && words.trim())
  const isOffered = ({ value: id }: Option) => words === '' || rows.has(id) || id !== chosen?.value
  const choose = (row: RowOf<R> | null) => {
    setPicked(row && { value: idOf(row), label: nameOf(row) })
    onChoose(row)
  }
  const prefetch = async (now: string) => {
    const [first] = sortByMatch(await search.searchNow(now), nameOf, now)
    if (first) return () => choose(first)
    return onNew ? () => onNew(now.trim()) : null
  }
  return (
    <div>
      <Picker
        {...offer}
        {...rest}
        {...(hintOf && {
          renderOption: ({ option }) => <OptionWithHint name={option.label} row={rows.get(option.value)} hintOf={hintOf} />,
        })}
        value={value}
        filter={(input) => offer.filter({ ...input, options: (input.options as Option[]).filter(isOffered) })}
        selectedLabel={chosen?.label ?? ''}
        prefetch={prefetch}
        onChange={(id) => (id === NEW_OPTION ? onNew?.(words.trim()) : choose(rows.get(id ?? '') ?? null))}
        onSearchChange={setTyped}
      />
      <OptionsError failure={search.failure} onRetry={search.retry} />
      {search.isEmpty && emptyContent}
    </div>
  )
}

type PersonProps = Omit<SearchSelectProps<'GET /api/admin/options'>, 'route' | 'query' | 'nameOf' | 'hintOf'>

/** Selects a member of the tenant's staff, found by any part of the name or address; members find only themselves. */
export const PersonSelect = (props: PersonProps) => (
  <SearchSelect
    {...props}
    route="GET /api/admin/options"
    query={{ sort: 'fullName' }}
    nameOf={({ fullName }) => fullName}
    hintOf={({ emailAddress }) => emailAddress}
  />
)

const idOf = (row: unknown) => (row as { uniqueId: string }).uniqueId

/** The chosen option. One that was just picked keeps its label from the list. */
const chosenOption = (value: string | null, selectedName: string | undefined, picked: Option | null): Option | null => {
  if (value && selectedName !== undefined) return { value, label: selectedName }
  return picked?.value === value ? picked : null
}

interface OptionWithHintProps<T> {
  name: string
  row: T | undefined
  hintOf: (row: T) => string
}

const OptionWithHint = <T,>({ name, row, hintOf }: OptionWithHintProps<T>) => (
  <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    {name}
    {row !== undefined && (
      <Text size="xs" c="dimmed">
        {hintOf(row)}
      </Text>
    )}
  </div>
)

interface SearchMultiSelectProps<R extends ListRoute, T>
  extends
    ChoiceSource<R>,
    Omit<MultiSelectProps, 'multiple' | 'data' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  /** The part of a chosen record that is stored. */
  refOf: (row: RowOf<R>) => T
  nameOf: (ref: T) => string
  /** The chosen records; none by default. */
  value?: readonly T[]
  onChange: (chosen: T[]) => void
  /** Creates a missing record from the typed text. */
  onNew?: ((words: string) => void) | undefined
  /** A record that is offered first, until something is typed. */
  first?: T | undefined
  /** The id of a record that is not offered. */
  excludedId?: string
  /** Shown below if there is nothing to choose from. */
  emptyContent?: ReactNode
}

/** Selects several records of a list, which the server searches by the typed text. Chosen ones stay until they are removed. */
export const SearchMultiSelect = <R extends ListRoute, T extends { uniqueId: string }>(props: SearchMultiSelectProps<R, T>) => {
  const {
    route,
    query,
    searchField,
    enabled,
    refOf,
    nameOf,
    value = [],
    onChange,
    onNew,
    first,
    excludedId,
    emptyContent,
    ...rest
  } = props
  const [typed, setTyped] = useState('')
  const search = useRecordSearch({ route, query, searchField, enabled }, typed)
  const found = search.rows.map(refOf).filter(({ uniqueId }) => uniqueId !== excludedId)
  const refsById = new Map([...value, ...(first && !typed.trim() ? [first] : []), ...found].map((ref) => [ref.uniqueId, ref]))
  const offer = useSearchOptions(
    search,
    [...refsById.values()].map((ref) => ({ value: ref.uniqueId, label: nameOf(ref) })),
    onNew && typed.trim(),
  )
  // Others may have been chosen or removed before an answer arrives.
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  const prefetch = async (now: string) => {
    const searched = (await search.searchNow(now)).map(refOf)
    const takenIds = new Set([excludedId, ...latest.current.value.map(({ uniqueId }) => uniqueId)])
    const availableRefs = searched.filter(({ uniqueId }) => !takenIds.has(uniqueId))
    const [best] = sortByMatch(availableRefs, nameOf, now)
    if (best) return () => latest.current.onChange([...latest.current.value, best])
    return onNew && searched.length === 0 ? () => onNew(now.trim()) : null
  }
  return (
    <div>
      <Picker
        multiple
        {...offer}
        {...rest}
        value={value.map(({ uniqueId }) => uniqueId)}
        onChange={(ids) =>
          ids.includes(NEW_OPTION) ? onNew?.(typed.trim()) : onChange(ids.flatMap((id) => refsById.get(id) ?? []))
        }
        onSearchChange={setTyped}
        prefetch={prefetch}
      />
      <OptionsError failure={search.failure} onRetry={search.retry} />
      {search.isEmpty && emptyContent}
    </div>
  )
}

/** The text fields of a record. */
type TextFieldOf<T> = { [F in keyof T]: T[F] extends string ? F : never }[keyof T] & string

interface RecordSelectProps<K extends Kind> extends Omit<
  SelectProps,
  'data' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'
> {
  kind: K
  /** The field with the record's name, by which its list is filtered and sorted. */
  nameField: TextFieldOf<RecordOf<K>>
  /** The chosen record's id; empty or null for none. */
  value?: string | null
  onChange: (uniqueId: string | null) => void
  /** Creates a missing record from the typed text. */
  onNew?: ((words: string) => void) | undefined
  /** Shown below if there is nothing to choose from. */
  emptyContent?: ReactNode
}

/** Selects one record of a kind by its name. The first ones are offered; typing filters them. */
export const RecordSelect = <K extends Kind>({ kind, nameField, value, onChange, ...rest }: RecordSelectProps<K>) => {
  const nameOf = (record: unknown) => String((record as Record<string, unknown>)[nameField])
  const { data, error, refetch } = useRecord(kind, value || undefined)
  return (
    <div>
      <SearchSelect
        {...rest}
        route={`GET /api/${kind}/` as ListRoute}
        query={{ sort: nameField }}
        searchField={nameField}
        nameOf={nameOf}
        value={value || null}
        selectedName={data && nameOf(data)}
        onChoose={(record) => onChange((record as { uniqueId: string } | null)?.uniqueId ?? null)}
      />
      <OptionsError failure={data ? null : error} onRetry={() => void refetch()} />
    </div>
  )
}
