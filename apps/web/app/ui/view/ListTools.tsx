import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { type FieldSpecs, specsOf } from '@tradewind/contract/kit/entityFields'
import { columnNames, type ListState } from '@tradewind/contract/kit/view'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { focusFirstRow, useKeys } from '#kit/browser/keyboard'
import { useLanguage, useText } from '#kit/text'
import type { Editing } from '#ui/entity/useEditing'
import { hrefOfValue, renderFieldValue } from '#ui/entity/useFields'
import { labelOf } from '#ui/entity/words'
import { type Column, nameColumnOf } from '#ui/list/columns'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import type { ListDisplay } from './useListView.ts'
import styles from './view.module.css'

/** A column that a list can show, with its share of the width, in parts of 1000. */
export interface OfferedColumn {
  field: string
  head: string
  weight: number
  sorts?: boolean
}

/** The minimum share of a column without a width of its own. */
const MIN_SHARE = 140

/** The pixels of a column for each part of its share that a table with more columns than usual has at least, and those of its checkboxes and menus. */
const MIN_PIXELS = 0.77
const BESIDE_COLUMNS = 100

const percent = (width: string | undefined) => (width?.endsWith('%') ? Number.parseFloat(width) * 10 : undefined)

/** The optional columns: fields without a default column in tables. */
const useOptionalColumns = <T extends object>(fields: FieldSpecs, edit: Editing<T> | undefined): Column<T>[] => {
  const t = useText()
  const language = useLanguage()
  const names = columnNames(fields)
  return specsOf(fields)
    .filter(([field, spec]) => (!spec.column || spec.column.onlyOnCards) && names.includes(field))
    .map(([field, spec]) => ({
      field: field as keyof T & string,
      head: labelOf(spec, t),
      show: (record: T) => renderFieldValue(spec, (record as Record<string, unknown>)[field], { t, language }) ?? t('N/A'),
      hrefOf: (record: T) => hrefOfValue(spec, (record as Record<string, unknown>)[field]),
      frame: edit?.frame(field, spec, labelOf(spec, t)),
      ...(spec.sortable && { sorts: true as const }),
    }))
}

/** The chosen columns of a list. The one with the record's name is always among them, as the first. */
export const useColumns = <T extends object>(
  defaults: readonly Column<T>[],
  fields: FieldSpecs,
  { columns, widths }: ListState,
  edit?: Editing<T>,
  custom: readonly Column<T>[] = [],
) => {
  const optional = useOptionalColumns<T>(fields, edit).filter(({ field }) => !defaults.some((column) => column.field === field))
  const all = [...defaults, ...optional, ...custom]
  const name = nameColumnOf(defaults)
  const chosen = columns.flatMap((field) => all.find((column) => column.field === field && column !== name) ?? [])
  const visible = name && columns.length > 0 ? [name, ...chosen] : defaults
  const statedWidths = defaults.reduce((sum, { width }) => sum + (percent(width) ?? 0), 0)
  const weightOf = ({ field, width }: Column<T>) => widths[field] ?? percent(width) ?? Math.max(MIN_SHARE, 1000 - statedWidths)
  const totalWeight = visible.reduce((sum, column) => sum + weightOf(column), 0)
  const isOwn = columns.length === 0 && Object.keys(widths).length === 0
  const minWidth = visible.reduce((sum, column) => sum + (widths[column.field] ?? weightOf(column) * MIN_PIXELS), BESIDE_COLUMNS)
  return {
    name: name?.field,
    orders: all,
    all: all.map((column): OfferedColumn => ({ ...column, weight: weightOf(column) })),
    visibleFields: visible.map(({ field }) => field),
    minWidth: visible.length > defaults.length ? minWidth : undefined,
    columns: isOwn
      ? defaults
      : visible.map((column) => ({ ...column, width: `${((weightOf(column) / totalWeight) * 100).toFixed(2)}%` })),
  }
}

const Chips = lazyWithRetry(async () => (await import('./Chips.tsx')).Chips)
const ColumnsMenu = lazyWithRetry(async () => (await import('./ColumnsMenu.tsx')).ColumnsMenu)

/** The columns that a list offers, and which of them it shows. */
export interface ListColumns {
  /** The one with the record's name, which is always shown. */
  name: string | undefined
  all: readonly OfferedColumn[]
  visibleFields: readonly string[]
}

interface ListToolsProps {
  fields: FieldSpecs
  view: ListDisplay
  /** Undefined for a list of cards, which offers its sort orders instead. */
  columns?: ListColumns
  /** The filters that the list always shows, in the same line. */
  children?: ReactNode
  /** By default it has a search. */
  hasSearch?: boolean | undefined
}

/** Above a list: its search, its filters, its conditions as chips, and its display options. The parts behind them are loaded with the first use. */
export const ListTools = ({ fields, view, columns, children, hasSearch = true }: ListToolsProps) => {
  const t = useText()
  const [open, setOpen] = useState<'filter' | 'columns' | 'closed'>()
  // The search handles it first.
  useKeys({ '/': () => setOpen('filter') })
  const { where, any } = view.state
  const [wasUsed, setWasUsed] = useState(false)
  const isUsed = wasUsed || where.length + any.length > 0 || open === 'filter'
  // The focus stays on its button when the last filter is removed.
  if (isUsed && !wasUsed) setWasUsed(true)
  return (
    <>
      <Group gap="xs" className={styles.tools ?? ''} role="group" aria-label={t('Display options')}>
        {hasSearch && <SearchBox value={view.state.q} onChange={(q) => view.change({ q }, { replace: true })} />}
        {children}
        {isUsed ? (
          <Suspense fallback={<AddFilter loading />}>
            <Chips
              fields={fields}
              where={where}
              any={any}
              onChange={view.change}
              isAdding={open === 'filter'}
              onAddingChange={(isAdding) => setOpen(isAdding ? 'filter' : undefined)}
            />
          </Suspense>
        ) : (
          <AddFilter onClick={() => setOpen('filter')} />
        )}
        {open === 'columns' ? (
          <Suspense fallback={<Columns loading />}>
            <ColumnsMenu fields={fields} columns={columns} view={view} onClose={() => setOpen('closed')} />
          </Suspense>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it had the focus before what it opened
          <Columns autoFocus={open === 'closed'} onClick={() => setOpen('columns')} />
        )}
      </Group>
      {view.notice && (
        <Text role="status" size="sm" c="dimmed">
          {view.notice === 'missing'
            ? t('This view does not exist or is not shared with you. You see the whole list.')
            : t('Some filters or columns are no longer there, and were left out.')}
        </Text>
      )}
    </>
  )
}

interface ToolButtonProps {
  /** The focus returns to the button of what was closed. */
  autoFocus?: boolean
  onClick?: () => void
  loading?: boolean
}
const toolButtonProps = { variant: 'default', size: 'xs', 'aria-haspopup': 'dialog' } as const

/** The button that adds a filter. */
const AddFilter = (press: ToolButtonProps) => {
  const t = useText()
  return (
    <Button {...toolButtonProps} {...press} className={styles.add ?? ''} leftSection={<IconPlus size={14} aria-hidden />}>
      {t('Filter')}
    </Button>
  )
}

const Columns = (press: ToolButtonProps) => {
  const t = useText()
  return (
    <Button {...toolButtonProps} {...press} className={styles.last ?? ''}>
      {t('Display')}
    </Button>
  )
}

/** Milliseconds after the last key until the search is sent. */
const SEARCH_DELAY = 250

/** Searches while typing. `/` focuses it, and ↓ leads to the rows. */
export const SearchBox = ({ value, onChange }: { value: string; onChange: (q: string) => void }) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [previousValue, setPreviousValue] = useState(value)
  const [sent, setSent] = useState<readonly string[]>([])
  if (previousValue !== value) {
    const arrived = sent.indexOf(value)
    setPreviousValue(value)
    setSent(arrived < 0 ? [] : sent.slice(arrived + 1))
    // An own search that arrives late does not overwrite what was typed meanwhile.
    if (arrived < 0) setTyped(value)
  }
  const search = (words: string) => {
    if (words === (sent.at(-1) ?? value)) return
    setSent([...sent, words])
    onChange(words)
  }
  const send = () => search(typed.trim())
  const sendWhenIdle = useEffectEvent(send)
  useEffect(() => {
    const timer = setTimeout(sendWhenIdle, SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [typed])
  useKeys({ '/': () => input.current?.focus() })
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') send()
    if (event.key === 'ArrowDown') focusFirstRow(event)
  }
  const clear = () => {
    setTyped('')
    search('')
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="search"
      size="xs"
      className={styles.search ?? ''}
      aria-label={t('Search this list')}
      placeholder={t('Search')}
      maxLength={200}
      value={typed}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed && <CloseButton size="xs" aria-label={t('Clear the search')} title={t('Clear the search')} onClick={clear} />
      }
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
