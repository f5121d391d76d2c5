import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useText } from '#kit/text'
import { toggleKey } from './columns.ts'

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

/** The ticked keys of a list. They are cached for the entry of the browser's history, so that *Back* from a record restores them. */
const useTickedKeys = () => {
  const client = useQueryClient()
  const { key } = useLocation()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => client.getQueryData(['ticked', key]) ?? new Set())
  useEffect(() => {
    client.setQueryData(['ticked', key], ticked)
  }, [client, key, ticked])
  return [ticked, setTicked] as const
}

/**
 * The selected rows of a list, and those of them that are visible: rows that no longer exist are not selected. `matching`: all rows that match
 * the filters, if they can be selected; `whole` is set if they are, and `chooseWhole` selects them.
 */
export const useTicks = <T extends { uniqueId: string }>(rows: readonly T[], nameOf: (row: T) => string, matching?: Matching) => {
  const [tickedKeys, setTicked] = useTickedKeys()
  const [chosen, setChosen] = useState<string>()
  const last = useRef<string>(undefined)
  const keys = rows.map(({ uniqueId }) => uniqueId)
  // Other filters match other rows.
  const key = matching && JSON.stringify(matching.filters)
  const whole = matching && chosen === key ? matching : undefined
  const ticked = whole ? new Set(keys) : tickedKeys
  const onTick = (next: ReadonlySet<string>) => {
    setChosen(undefined)
    setTicked(next)
  }
  const tick = (of: string, isRange: boolean) => {
    const next = toggleKey(ticked, of)
    const range = isRange && last.current !== undefined ? keysBetween(keys, last.current, of) : [of]
    const isTicked = next.has(of)
    last.current = of
    onTick(isTicked ? new Set([...next, ...range]) : new Set([...next].filter((one) => !range.includes(one))))
  }
  const nameOfKey = (rowKey: string) => {
    const row = rows.find(({ uniqueId }) => uniqueId === rowKey)
    return row ? nameOf(row) : ''
  }
  const picked = rows.filter(({ uniqueId }) => ticked.has(uniqueId))
  const isMore = matching && (matching.estimated || matching.total > rows.length)
  return {
    ticks: { ticked, onTick, tick, nameOf: nameOfKey },
    picked,
    whole,
    /** Offered if all rows on the page are selected and there are more. */
    chooseWhole: !whole && isMore && rows.length > 0 && picked.length === rows.length ? () => setChosen(key) : undefined,
    clear: () => onTick(new Set()),
  }
}

interface Total {
  total: number
  estimated: boolean
}

interface PickedBarProps {
  count: number
  onClear: () => void
  /** Set if all that match the list's filters are selected. */
  selectedTotal?: Total | undefined
  /** How many match. */
  total?: Total | undefined
  /** Selects all that match. Not offered without it. */
  onSelectAll?: (() => void) | undefined
  /** The actions for the selected rows. */
  children: ReactNode
}

/** How many rows of a list are selected, and actions for them. It floats below the rows without moving them. */
export const PickedBar = ({ count, onClear, selectedTotal, total, onSelectAll, children }: PickedBarProps) => {
  const t = useText()
  const text = useSelectionText(count, selectedTotal)
  return (
    <>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
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
            {onSelectAll && total && (
              <Button size="compact-sm" variant="subtle" onClick={onSelectAll}>
                {total.estimated ? t('Select all that match') : t('Select all {count} that match', { count: total.total })}
              </Button>
            )}
            {children}
            <Button size="compact-sm" variant="subtle" onClick={onClear}>
              {t('Clear')}
            </Button>
          </Group>
        </Paper>
      )}
    </>
  )
}

const useSelectionText = (count: number, whole: Total | undefined) => {
  const t = useText()
  if (count === 0) return ''
  if (!whole) return t('{count} selected', { count })
  return whole.estimated ? t('All that match are selected') : t('All {count} that match are selected', { count: whole.total })
}
