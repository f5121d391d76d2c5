import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useText } from '#kit/text'

/** Takes one thing back from a trash. */
export const Restore = ({ name, onRestore }: { name: string; onRestore: () => void }) => {
  const t = useText()
  return (
    <Tooltip label={t('Restore')}>
      <ActionIcon variant="subtle" aria-label={t('Restore {name}', { name })} onClick={onRestore}>
        <IconArrowBackUp size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
