import { IconTrash } from '@tabler/icons-react'
import { useText } from '#kit/text'
import { EmptyState } from '#ui/page/EmptyState'

/** A trash that holds nothing says what it is for. */
export const EmptyTrash = () => {
  const t = useText()
  return (
    <EmptyState
      icon={IconTrash}
      title={t('The trash is empty')}
      text={t('What is deleted stands here for 30 days, and can be taken back. Then it is gone for good.')}
    />
  )
}
