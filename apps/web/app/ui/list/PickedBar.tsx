import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '#kit/text'

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
