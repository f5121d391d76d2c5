import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useText } from '#kit/text'

/** Says that the form holds what was typed earlier and not saved, and offers to be rid of it. */
export const Restored = ({ onDiscard }: { onDiscard: () => void }) => {
  const t = useText()
  return (
    <Alert icon={<IconHistory aria-hidden />} role="status" py="xs">
      <Group justify="space-between">
        <Text size="sm">{t('Your unsaved text was restored')}</Text>
        <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
          {t('Discard')}
        </Button>
      </Group>
    </Alert>
  )
}
