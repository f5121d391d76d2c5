import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useText } from '#kit/text'

interface RestoredProps {
  onDiscard: () => void
  /** What is saved is newer than what was typed. */
  isOutdated?: boolean
}

/** Says that the form holds what was typed earlier and not saved, and offers to be rid of it. */
export const Restored = ({ onDiscard, isOutdated = false }: RestoredProps) => {
  const t = useText()
  return (
    <Alert icon={<IconHistory aria-hidden />} role="status" py="xs">
      <Group justify="space-between">
        <Text size="sm" flex="1 1 200px">
          {t('Your unsaved text was restored')}
          {isOutdated && `. ${t('Someone saved another text in the meantime. Discard yours to see it.')}`}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
          {t('Discard')}
        </Button>
      </Group>
    </Alert>
  )
}
