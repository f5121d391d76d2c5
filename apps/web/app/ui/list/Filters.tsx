import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useKeys } from '#kit/browser/keyboard'
import { useText } from '#kit/text'
import { DateInput, isInvalidDay } from '#ui/form/DateInput'
import { NativeSelect } from '#ui/form/NativeSelect'
import styles from '#ui/list/list.module.css'

/** A filter: its label; its label and choices, each with a label; a day, which may need another filter as well; or a custom input. */
export type Filter = string | ChoiceFilter | DateFilter | CustomFilter
interface ChoiceFilter {
  label: string
  choices: readonly { value: string; label: string }[]
}
interface DateFilter {
  label: string
  type: 'date'
  /** The filter without which this one has no effect. */
  requiredFilter?: string
}

interface CustomFilter {
  input: (props: CustomFilterInput) => ReactNode
}
/** The props of a filter's custom input. */
interface CustomFilterInput {
  name: string
  value: string
  onChange: (value: string) => void
}

interface FiltersProps<F extends string> {
  filters: Record<F, Filter>
  /** The current filters of the address. */
  applied: Record<F, string>
  onApply: (filters: Record<F, string>) => void
  /** The list has a search next to its filters. */
  hasSearch?: true | undefined
}

/**
 * The filters of a list, in one line with labels on their borders: applied together, by Apply or Enter. `/` focuses the first of them. On a phone
 * they are behind a button that shows how many are applied; if the list has no other search, a text filter that comes first stays visible.
 */
export const Filters = <F extends string>({ filters, applied, onApply, hasSearch }: FiltersProps<F>) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const [isOpen, setOpen] = useState(false)
  const foldable = useRef<HTMLDivElement>(null)
  const fields = Object.keys(filters) as F[]
  const leading = fields.slice(0, !hasSearch && typeof filters[fields[0]!] === 'string' ? 1 : 0)
  const others = fields.slice(leading.length)
  const { typed, type, apply, canClear, clear } = useFilterValues(fields, applied, onApply)
  const count = others.filter((field) => applied[field]).length
  const invalidFilter = findInvalidFilter(filters, typed)
  const [isSubmitted, setSubmitted] = useState(false)
  const showsFault = isSubmitted || (invalidFilter !== undefined && invalidFilter === findInvalidFilter(filters, applied))
  const focusFirst = () => {
    if (leading.length === 0) flushSync(() => setOpen(true)) // a hidden element cannot take the focus
    form.current?.querySelector('input')?.focus()
  }
  useKeys({ '/': focusFirst })
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(invalidFilter !== undefined)
    if (invalidFilter === undefined) {
      apply(typed)
      setOpen(false)
      // The toggle: if it is visible, the focused field will be hidden.
      if (foldable.current?.contains(document.activeElement)) form.current?.querySelector('button')?.focus()
    } else form.current?.querySelector<HTMLElement>(`[name="${invalidFilter}"]`)?.focus()
  }
  const toInput = (field: F) => (
    <OneFilter
      key={field}
      name={field}
      filter={filters[field]}
      value={typed[field]}
      error={showsFault && field === invalidFilter ? t('Enter both dates') : null}
      onType={(text) => type(field, text)}
    />
  )
  return (
    <form role="search" aria-label={t('Filters')} className={styles.filters} ref={form} onSubmit={submit}>
      {leading.map(toInput)}
      {others.length > 0 && (
        <Button
          size="xs"
          variant="default"
          className={styles.toggle ?? ''}
          aria-expanded={isOpen || showsFault}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Filters')}
          {count > 0 && ` · ${count}`}
        </Button>
      )}
      <div className={styles.fields} ref={foldable}>
        {others.map(toInput)}
        <Button type="submit" size="xs" variant="default">
          {t('Apply Filter')}
        </Button>
        {canClear && (
          <Button size="xs" variant="subtle" onClick={clear}>
            {t('Clear Filter')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The first filter that is not a valid day, or is empty although another one needs it. */
const findInvalidFilter = <F extends string>(filters: Record<F, Filter>, typed: Record<F, string>) =>
  (Object.keys(filters) as F[]).flatMap((field) => {
    const filter = filters[field]
    if (typeof filter !== 'object' || !('type' in filter)) return []
    if (isInvalidDay(typed[field])) return [field]
    const partner = filter.requiredFilter as F | undefined
    return partner && typed[field] && !typed[partner] ? [partner] : []
  })[0]

/** Lists are filtered by days of the last ten months, or of the next two: in November, “1-3” is last March. */
const PERIOD_CENTRE = -120

interface OneFilterProps {
  name: string
  filter: Filter
  value: string
  error: string | null
  onType: (text: string) => void
}

const OneFilter = ({ name, filter, value, error, onType }: OneFilterProps) => {
  if (typeof filter === 'object' && 'input' in filter) return filter.input({ name, value, onChange: onType })
  const common = {
    name,
    value,
    error,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onType(event.currentTarget.value),
    size: 'xs',
    className: styles.filter,
  }
  if (typeof filter === 'string') return <TextInput label={filter} {...common} />
  if ('type' in filter) return <DateInput label={filter.label} {...common} onChange={onType} miw={124} nearDays={PERIOD_CENTRE} />
  return <NativeSelect label={filter.label} data={[{ value: '', label: '' }, ...filter.choices]} {...common} />
}

/** The values of the filters: those of the address, until somebody types. An address that was applied from here and arrives late does not overwrite what was typed meanwhile. */
const useFilterValues = <F extends string>(
  fields: readonly F[],
  applied: Record<F, string>,
  onApply: (filters: Record<F, string>) => void,
) => {
  const isSame = (one: Record<F, string>, other: Record<F, string>) => fields.every((field) => one[field] === other[field])
  const [typed, setTyped] = useState(applied)
  const [previouslyApplied, setPreviouslyApplied] = useState(applied)
  const [pendingFilters, setPendingFilters] = useState<readonly Record<F, string>[]>([])
  if (!isSame(previouslyApplied, applied)) {
    const arrivedIndex = pendingFilters.findIndex((one) => isSame(one, applied))
    setPreviouslyApplied(applied)
    setPendingFilters(arrivedIndex < 0 ? [] : pendingFilters.slice(arrivedIndex + 1))
    if (arrivedIndex < 0) setTyped(applied)
  }
  const apply = (filters: Record<F, string>) => {
    if (!isSame(filters, applied)) setPendingFilters([...pendingFilters, filters])
    onApply(filters)
  }
  const isFiltered = fields.some((field) => applied[field])
  return {
    typed,
    apply,
    type: (field: F, text: string) => setTyped({ ...typed, [field]: text }),
    canClear: isFiltered || fields.some((field) => typed[field]),
    clear: () => {
      const none = Object.fromEntries(fields.map((field) => [field, ''])) as Record<F, string>
      setTyped(none)
      if (isFiltered) apply(none)
    },
  }
}
