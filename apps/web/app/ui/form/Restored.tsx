import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useText } from '#kit/text'

/** An input that asks for the focus, or else the first field. The box of a rich text is marked, too, since it is no input. */
const fieldToFocus = (form: Element | null) =>
  form?.querySelector<HTMLElement>('input[data-autofocus]') ??
  form?.querySelector<HTMLElement>('[data-autofocus], input, textarea, select')

/** Focuses the first field of a form, unless that would open an on-screen keyboard over the page. */
export const focusFirstField = (form: Element | null) => {
  if (matchMedia('(pointer: fine)').matches) fieldToFocus(form)?.focus()
}

/** For a button of a notice in a form or dialog, which leaves the page together with the notice: the focus moves to the first field. */
export const withFocusInForm = (press: () => void) => (event: React.MouseEvent) => {
  const form = event.currentTarget.closest('form, [role="dialog"]')
  press()
  focusFirstField(form)
}

interface RestoredProps {
  onDiscard: () => void
  /** False: the unsaved text was typed just now, or there is none. */
  isRestored?: boolean
  /** The saved version is newer than the typed one. */
  isOutdated?: boolean
}

/** Says that unsaved text was restored or that the saved version is newer, and offers to discard what was typed. Renders nothing if neither is the case. */
export const Restored = ({ onDiscard, isRestored = true, isOutdated = false }: RestoredProps) => {
  const t = useText()
  if (!isRestored && !isOutdated) return null
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
