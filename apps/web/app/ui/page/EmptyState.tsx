import { Stack, Text, ThemeIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: Icon
  title: string
  /** What this place is for. */
  text: string
  /** The button that fills it. */
  children?: ReactNode
}

/** A page that holds nothing yet says what it is for, and offers the way to fill it. */
export const EmptyState = ({ icon: Sign, title, text, children }: EmptyStateProps) => (
  <Stack align="center" gap="sm" py={64} px="md" ta="center">
    <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
      <Sign size={28} stroke={1.5} />
    </ThemeIcon>
    <Text fw={650} fz="lg">
      {title}
    </Text>
    <Text c="dimmed" maw="52ch">
      {text}
    </Text>
    {children}
  </Stack>
)
