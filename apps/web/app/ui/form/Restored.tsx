import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useText } from '#kit/text'

interface RestoredProps {
  onDiscard: () => void
  /** The saved version is newer than the typed one. */
  isOutdated?: boolean
}

/** Says that unsaved text was restored, and offers to discard it. */
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
