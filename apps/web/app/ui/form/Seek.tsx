import { type MultiSelectProps, type SelectProps, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Kind, ListRoute, RecordOf, RowOf } from '#kit/api/calls'
import { useRecord } from '#kit/api/records'
import { bestFirst, NEW, type Option, type Source, Unfetched, useOffer, useSought } from './Offer.tsx'
import { Picker } from './Picker.tsx'

interface SeekOneProps<R extends ListRoute>
  extends Source<R>, Omit<SelectProps, 'multiple' | 'data' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  nameOf: (row: RowOf<R>) => string
  /** What tells it from others of its name, below it. */
  hintOf?: (row: RowOf<R>) => string
  /** The id of what is chosen, and how that is called, as soon as it is known. */
  value: string | null
  called: string | undefined
  onChoose: (row: RowOf<R> | null) => void
  /** Makes one that is missing, of what was typed. */
  onNew?: ((words: string) => void) | undefined
}

/** One of the records of a list, found on the server by what is typed. What is chosen is offered first. */
export const SeekOne = <R extends ListRoute>(props: SeekOneProps<R>) => {
  const { route, asked, by, enabled, nameOf, hintOf, value, called, onChoose, onNew, ...rest } = props
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Option | null>(null)
  const chosen = chosenOf(value, called, picked)
  // The chosen one's own name seeks nothing.
  const words = typed.trim() === chosen?.label.trim() ? '' : typed
  const sought = useSought({ route, asked, by, enabled }, words)
  const rows = new Map(sought.rows.map((row) => [idOf(row), row]))
  const others = [...rows].filter(([id]) => id !== value).map(([id, row]) => ({ value: id, label: nameOf(row) }))
  const offer = useOffer(sought, chosen ? [chosen, ...others] : others, onNew && words.trim())
  const isOffered = ({ value: id }: Option) => words === '' || rows.has(id) || id !== chosen?.value
  const choose = (row: RowOf<R> | null) => {
    setPicked(row && { value: idOf(row), label: nameOf(row) })
    onChoose(row)
  }
  const prefetch = async (now: string) => {
    const [first] = bestFirst(await sought.seek(now), nameOf, now)
    return first ? () => choose(first) : null
  }
  return (
    <div>
      <Picker
        {...offer}
        {...rest}
        {...(hintOf && {
          renderOption: ({ option }) => <Found name={option.label} row={rows.get(option.value)} hintOf={hintOf} />,
        })}
        value={value}
        filter={(input) => offer.filter({ ...input, options: (input.options as Option[]).filter(isOffered) })}
        shown={chosen?.label ?? ''}
        prefetch={prefetch}
        onChange={(id) => (id === NEW ? onNew?.(words.trim()) : choose(rows.get(id ?? '') ?? null))}
        onSearchChange={setTyped}
      />
      <Unfetched failure={sought.failure} onRetry={sought.retry} />
    </div>
  )
}

type PersonProps = Omit<SeekOneProps<'GET /api/admin/options'>, 'route' | 'asked' | 'nameOf' | 'hintOf'>

/** One of the tenant's staff, found by any part of the name or address; members find themselves. */
export const SeekPerson = (props: PersonProps) => (
  <SeekOne
    {...props}
    route="GET /api/admin/options"
    asked={{ sort: 'fullName' }}
    nameOf={({ fullName }) => fullName}
    hintOf={({ emailAddress }) => emailAddress}
  />
)

const idOf = (row: unknown) => (row as { uniqueId: string }).uniqueId

/** What was picked just now is called as it was in the list. */
const chosenOf = (value: string | null, called: string | undefined, picked: Option | null): Option | null => {
  if (value && called !== undefined) return { value, label: called }
  return picked?.value === value ? picked : null
}

interface FoundProps<T> {
  name: string
  row: T | undefined
  hintOf: (row: T) => string
}

const Found = <T,>({ name, row, hintOf }: FoundProps<T>) => (
  <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    {name}
    {row !== undefined && (
      <Text size="xs" c="dimmed">
        {hintOf(row)}
      </Text>
    )}
  </div>
)

interface SeekSeveralProps<R extends ListRoute, T>
  extends
    Source<R>,
    Omit<MultiSelectProps, 'multiple' | 'data' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'> {
  /** What is kept of a record that is chosen. */
  refOf: (row: RowOf<R>) => T
  nameOf: (ref: T) => string
  /** What is chosen; nothing unless given. */
  value?: readonly T[]
  onChange: (chosen: T[]) => void
  /** Makes one that is missing, of what was typed. */
  onNew?: ((words: string) => void) | undefined
  /** The id of a record that is not offered. */
  except?: string
  /** Stands below where there are none to choose from. */
  none?: ReactNode
}

/** Several of the records of a list, found on the server by what is typed. What is chosen stays until it is taken out. */
export const SeekSeveral = <R extends ListRoute, T extends { uniqueId: string }>(props: SeekSeveralProps<R, T>) => {
  const { route, asked, by, enabled, refOf, nameOf, value = [], onChange, onNew, except, none, ...rest } = props
  const [typed, setTyped] = useState('')
  const sought = useSought({ route, asked, by, enabled }, typed)
  const found = sought.rows.map(refOf).filter(({ uniqueId }) => uniqueId !== except)
  const known = new Map([...value, ...found].map((ref) => [ref.uniqueId, ref]))
  const offer = useOffer(
    sought,
    [...known.values()].map((ref) => ({ value: ref.uniqueId, label: nameOf(ref) })),
    onNew && typed.trim(),
  )
  const prefetch = async (now: string) => {
    const taken = new Set([except, ...value.map(({ uniqueId }) => uniqueId)])
    const free = (await sought.seek(now)).map(refOf).filter(({ uniqueId }) => !taken.has(uniqueId))
    const [first] = bestFirst(free, nameOf, now)
    return first ? () => onChange([...value, first]) : null
  }
  return (
    <div>
      <Picker
        multiple
        {...offer}
        {...rest}
        value={value.map(({ uniqueId }) => uniqueId)}
        onChange={(ids) => (ids.includes(NEW) ? onNew?.(typed.trim()) : onChange(ids.flatMap((id) => known.get(id) ?? [])))}
        onSearchChange={setTyped}
        prefetch={prefetch}
      />
      <Unfetched failure={sought.failure} onRetry={sought.retry} />
      {sought.isNone && none}
    </div>
  )
}

/** The fields of a record that are plain texts. */
type TextOf<T> = { [F in keyof T]: T[F] extends string ? F : never }[keyof T] & string

interface RecordSelectProps<K extends Kind> extends Omit<
  SelectProps,
  'data' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'
> {
  kind: K
  /** The field that names a record: the one that its list is filtered and sorted by. */
  by: TextOf<RecordOf<K>>
  /** The chosen record's id; none is empty or null. */
  value?: string | null
  onChange: (uniqueId: string | null) => void
  /** Makes one that is missing, of what was typed. */
  onNew?: ((words: string) => void) | undefined
}

/** One of the records that the server lists, by its name. The first of them are offered; what is typed narrows them. */
export const RecordSelect = <K extends Kind>({ kind, by, value, onChange, ...rest }: RecordSelectProps<K>) => {
  const nameOf = (record: unknown) => String((record as Record<string, unknown>)[by])
  const { data, error, refetch } = useRecord(kind, value || undefined)
  return (
    <div>
      <SeekOne
        {...rest}
        route={`GET /api/${kind}/` as ListRoute}
        asked={{ sort: by }}
        by={by}
        nameOf={nameOf}
        value={value || null}
        called={data && nameOf(data)}
        onChoose={(record) => onChange((record as { uniqueId: string } | null)?.uniqueId ?? null)}
      />
      <Unfetched failure={data ? null : error} onRetry={() => void refetch()} />
    </div>
  )
}
