import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useText } from '#kit/text'
import { EmptyState } from '#ui/page/EmptyState'

/** No record fits the filters; the way to be rid of them. */
export const NoResults = ({ onClear }: { onClear: () => void }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t('Nothing matches')}
      text={t('No record fits these filters. Try fewer letters, or clear them.')}
    >
      <Button variant="default" onClick={onClear}>
        {t('Clear Filter')}
      </Button>
    </EmptyState>
  )
}
