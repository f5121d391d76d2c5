import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type Translate, useText } from '#kit/text'
import { type Selection, toggleKey } from './columns.ts'

/** All records that match a list's filters. */
export interface Matching {
  filters: Readonly<Record<string, string | readonly string[]>>
  total: number
  estimated: boolean
}

const keysBetween = (keys: readonly string[], from: string, to: string) => {
  const [one, other] = [keys.indexOf(from), keys.indexOf(to)]
  return one < 0 || other < 0 ? [to] : keys.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** The keys of the selected rows of a list. They are cached for the entry of the browser's history, so that *Back* from a record restores them. */
const useSelectedKeys = () => {
  const client = useQueryClient()
  const { key } = useLocation()
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(
    () => client.getQueryData(['selectedKeys', key]) ?? new Set(),
  )
  useEffect(() => {
    client.setQueryData(['selectedKeys', key], selectedKeys)
  }, [client, key, selectedKeys])
  return [selectedKeys, setSelectedKeys] as const
}

/**
 * The selected rows of a list, and those of them that are visible: rows that no longer exist are not selected. `matching`: all rows that match
 * the filters, if they can be selected; `allMatching` is set if they are, and `selectAllMatching` selects them.
 */
export const useSelection = <T extends { uniqueId: string }>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  matching?: Matching,
) => {
  const [storedKeys, setStoredKeys] = useSelectedKeys()
  const [chosen, setChosen] = useState<string>()
  const last = useRef<string>(undefined)
  const keys = rows.map(({ uniqueId }) => uniqueId)
  // Other filters match other rows.
  const key = matching && JSON.stringify(matching.filters)
  const allMatching = matching && chosen === key ? matching : undefined
  const selectedKeys = allMatching ? new Set(keys) : storedKeys
  const onSelect = (next: ReadonlySet<string>) => {
    setChosen(undefined)
    setStoredKeys(next)
  }
  const toggle = (of: string, isRange: boolean) => {
    const next = toggleKey(selectedKeys, of)
    const range = isRange && last.current !== undefined ? keysBetween(keys, last.current, of) : [of]
    const isSelected = next.has(of)
    last.current = of
    onSelect(isSelected ? new Set([...next, ...range]) : new Set([...next].filter((one) => !range.includes(one))))
  }
  const nameOfKey = (rowKey: string) => {
    const row = rows.find(({ uniqueId }) => uniqueId === rowKey)
    return row ? nameOf(row) : ''
  }
  const selectedRows = rows.filter(({ uniqueId }) => selectedKeys.has(uniqueId))
  const isMore = matching && (matching.estimated || matching.total > rows.length)
  return {
    selection: { selectedKeys, onSelect, toggle, nameOf: nameOfKey },
    selectedRows,
    allMatching,
    /** Offered if all rows on the page are selected and there are more. */
    selectAllMatching:
      !allMatching && isMore && rows.length > 0 && selectedRows.length === rows.length ? () => setChosen(key) : undefined,
    /** The focus returns to the list: the bar takes away the button that has it, or a dialog's. */
    clear: () => {
      document.querySelector<HTMLElement>('[data-row-focus]:checked')?.focus({ preventScroll: true })
      onSelect(new Set())
    },
  }
}

/** The actions for the selected rows of a list. `allMatching`: if set, not only the visible rows are selected, but all that match the filters. */
export type SelectionActions<T> = (rows: readonly T[], clear: () => void, allMatching: Matching | undefined) => ReactNode

interface SelectableProps<T> {
  rows: readonly T[]
  nameOf: (row: T) => string
  /** All rows that match the filters, if they can be selected. */
  matching: Matching | undefined
  /** Without them no row can be selected. */
  actions: SelectionActions<T> | undefined
  children: (selection: Selection | undefined) => ReactNode
}

/** A list whose rows can be selected, and the bar with the actions for those that are. */
export const Selectable = <T extends { uniqueId: string }>(props: SelectableProps<T>) => {
  const { rows, nameOf, matching, actions, children } = props
  const { selection, selectedRows, ...bar } = useSelection(rows, nameOf, matching)
  if (!actions) return children(undefined)
  return (
    <>
      {children(selection)}
      <SelectionBar count={selectedRows.length} matching={matching} {...bar}>
        {actions(selectedRows, bar.clear, bar.allMatching)}
      </SelectionBar>
    </>
  )
}

interface SelectionBarProps extends Partial<Pick<ReturnType<typeof useSelection>, 'allMatching' | 'selectAllMatching'>> {
  count: number
  clear: () => void
  matching?: Matching | undefined
  /** The actions for the selected rows. */
  children: ReactNode
}

const selectionText = (t: Translate, { estimated, total: count }: Matching) =>
  estimated ? t('All that match are selected') : t('All {count} that match are selected', { count })

/** How many rows of a list are selected, and actions for them. It floats below the rows without moving them. */
export const SelectionBar = ({ count, clear, matching, allMatching, selectAllMatching, children }: SelectionBarProps) => {
  const t = useText()
  const text = allMatching ? selectionText(t, allMatching) : t('{count} selected', { count })
  return (
    <>
      <VisuallyHidden role="status">{count > 0 && text}</VisuallyHidden>
      {count > 0 && (
        <Paper
          withBorder
          shadow="md"
          px="md"
          py="xs"
          bg="var(--tw-raised)"
          pos="sticky"
          bottom={8}
          style={{ zIndex: 2 }}
          role="region"
          aria-label={t('Selected records')}
        >
          <Group gap="sm">
            <Text size="sm" fw={600}>
              {text}
            </Text>
            {selectAllMatching && matching && (
              <Button size="compact-sm" variant="subtle" onClick={selectAllMatching}>
                {matching.estimated ? t('Select all that match') : t('Select all {count} that match', { count: matching.total })}
              </Button>
            )}
            {children}
            <Button size="compact-sm" variant="subtle" onClick={clear}>
              {t('Clear')}
            </Button>
          </Group>
        </Paper>
      )}
    </>
  )
}
