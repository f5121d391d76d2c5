import { Button, Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '#kit/text'

interface PickedBarProps {
  count: number
  onClear: () => void
  /** What can be done with them. */
  children: ReactNode
}

/** How many rows of a list are ticked, and what can be done with them. It floats below the rows, and moves none of them. */
export const PickedBar = ({ count, onClear, children }: PickedBarProps) => {
  const t = useText()
  const said = count > 0 ? t('{count} selected', { count }) : ''
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
