import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useText } from '#kit/text'
import { withFocusInForm } from './firstField.ts'

interface RestoredProps {
  onDiscard: () => void
  /** False: the text was typed just now, and only the saved version is newer. */
  isRestored?: boolean
  /** The saved version is newer than the typed one. */
  isOutdated?: boolean
}

/** Says that unsaved text was restored, and offers to discard it. */
export const Restored = ({ onDiscard, isRestored = true, isOutdated = false }: RestoredProps) => {
  const t = useText()
  const restored = isRestored && t('Your unsaved text was restored')
  const outdated = isOutdated && t('Someone saved another text in the meantime. Discard yours to see it.')
  return (
    <Alert icon={<IconHistory aria-hidden />} role="status" py="xs">
      <Group justify="space-between">
        <Text size="sm" flex="1 1 200px">
          {[restored, outdated].filter(Boolean).join('. ')}
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={withFocusInForm(onDiscard)}>
          {t('Discard')}
        </Button>
      </Group>
    </Alert>
  )
}

interface DraftNoticeProps {
  isRestored: boolean
  isOutdated: boolean
  discard: () => void
}

/** The same, if the text of a draft was restored or is outdated. */
export const DraftNotice = ({ discard, ...draft }: DraftNoticeProps) =>
  (draft.isRestored || draft.isOutdated) && <Restored onDiscard={discard} {...draft} />
