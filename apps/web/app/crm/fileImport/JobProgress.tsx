import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { failureOf } from '#kit/api/failure'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { useFormatCount } from '#ui/values/figures'

interface JobProgressProps {
  name: string
  /** The number of rows processed, and of all rows: 0 until they are counted. */
  done: number
  total: number
  /** Not given for what cannot be cancelled. */
  onCancel?: () => Promise<unknown>
}

/** The progress of rows that a job processes, with a button to cancel it. The job continues without this page. */
export const JobProgress = ({ name, done, total, onCancel }: JobProgressProps) => {
  const t = useText()
  const toast = useToast()
  const figure = useFormatCount()
  const cancel = () => onCancel?.().catch((error: unknown) => toast.failure(failureOf(error)))
  return (
    <Stack gap="xs">
      <Group wrap="nowrap">
        <Progress flex={1} value={total > 0 ? (100 * done) / total : 100} animated={total === 0} aria-label={t('Progress')} />
        {onCancel && (
          <Button size="compact-sm" variant="subtle" aria-label={t('Cancel {name}', { name })} onClick={() => void cancel()}>
            {t('Cancel')}
          </Button>
        )}
      </Group>
      <Text size="sm" role="status">
        {total > 0
          ? t('{done} of {total} rows so far. You can leave this page.', { done: figure(done), total: figure(total) })
          : t('Reading …')}
      </Text>
    </Stack>
  )
}
