import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { toggled } from './columns.ts'

/** All that a list's filters let through. */
export interface Matching {
  asked: Readonly<Record<string, string | readonly string[]>>
  total: number
  estimated: boolean
}

const between = (keys: readonly string[], from: string, to: string) => {
  const [one, other] = [keys.indexOf(from), keys.indexOf(to)]
  return one < 0 || other < 0 ? [to] : keys.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/**
 * Which rows of a list are ticked, and those among them that are in sight: what is no longer there is not picked. `matching`: all that the
 * filters let through, where that can be chosen; `whole` says that it was, and `chooseWhole` does.
 */
export const useTicks = <T extends { uniqueId: string }>(rows: readonly T[], nameOf: (row: T) => string, matching?: Matching) => {
  const [own, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string>()
  const last = useRef<string>(undefined)
  const keys = rows.map(({ uniqueId }) => uniqueId)
  // With other filters it is another whole.
  const key = matching && JSON.stringify(matching.asked)
  const whole = matching && chosen === key ? matching : undefined
  const ticked = whole ? new Set(keys) : own
  const onTick = (next: ReadonlySet<string>) => {
    setChosen(undefined)
    setTicked(next)
  }
  const tick = (of: string, isRange: boolean) => {
    const next = toggled(ticked, of)
    const range = isRange && last.current !== undefined ? between(keys, last.current, of) : [of]
    const isTicked = next.has(of)
    last.current = of
    onTick(isTicked ? new Set([...next, ...range]) : new Set([...next].filter((one) => !range.includes(one))))
  }
  const nameOfKey = (sought: string) => {
    const row = rows.find(({ uniqueId }) => uniqueId === sought)
    return row ? nameOf(row) : ''
  }
  const picked = rows.filter(({ uniqueId }) => ticked.has(uniqueId))
  const isMore = matching && (matching.estimated || matching.total > rows.length)
  return {
    ticks: { ticked, onTick, tick, nameOf: nameOfKey },
    picked,
    whole,
    /** Offered where all on the page are ticked and there are more. */
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
  /** All that the list's filters let through is selected. */
  whole?: Total | undefined
  /** How many that are. */
  total?: Total | undefined
  /** Picks all of them. Not offered without it. */
  onWhole?: (() => void) | undefined
  /** What can be done with them. */
  children: ReactNode
}

/** How many rows of a list are ticked, and what can be done with them. It floats below the rows, and moves none of them. */
export const PickedBar = ({ count, onClear, whole, total, onWhole, children }: PickedBarProps) => {
  const t = useText()
  const said = useSaid(count, whole)
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
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
              {said}
            </Text>
            {onWhole && total && (
              <Button size="compact-sm" variant="subtle" onClick={onWhole}>
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

const useSaid = (count: number, whole: Total | undefined) => {
  const t = useText()
  if (count === 0) return ''
  if (!whole) return t('{count} selected', { count })
  return whole.estimated ? t('All that match are selected') : t('All {count} that match are selected', { count: whole.total })
}
