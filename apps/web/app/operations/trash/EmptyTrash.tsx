import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useText } from '#kit/text'
import { EmptyState } from '#ui/page/EmptyState'

/** A trash that holds nothing, or nothing of the kind that is chosen, says what it is for. */
export const EmptyTrash = ({ onClear }: { onClear: (() => void) | undefined }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconTrash}
      title={onClear ? t('Nothing of this kind is in the trash') : t('The trash is empty')}
      text={t('What is deleted stands here for 30 days, and can be taken back. Then it is gone for good.')}
    >
      {onClear && (
        <Button variant="default" onClick={onClear}>
          {t('Clear Filter')}
        </Button>
      )}
    </EmptyState>
  )
}
