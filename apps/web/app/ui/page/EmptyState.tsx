import { Button, Stack, Text, ThemeIcon } from '@mantine/core'
import { type Icon, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '#kit/text'

interface EmptyStateProps {
  icon: Icon
  title: string
  /** What this place is for. */
  text: string
  /** The button that fills it. */
  children?: ReactNode
}

/** A page that holds nothing yet says what it is for, and offers the way to fill it; one that no record fits by its filters, the way to be rid of them. */
export const EmptyState = (props: EmptyStateProps | FilteredProps) =>
  'onClear' in props ? <NoResults {...props} /> : <Nothing {...props} />

const Nothing = ({ icon: Sign, title, text, children }: EmptyStateProps) => (
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

interface FilteredProps {
  /** Clears the filters. */
  onClear: () => void
}

const NoResults = ({ onClear }: FilteredProps) => {
  const t = useText()
  return (
    <Nothing
      icon={IconSearchOff}
      title={t('Nothing matches')}
      text={t('No records match these filters. Try fewer letters, or clear them.')}
    >
      <Button variant="default" onClick={onClear}>
        {t('Clear Filter')}
      </Button>
    </Nothing>
  )
}
