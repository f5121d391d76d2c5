import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Failure } from '#kit/api/failure'
import { useText } from '#kit/text'

/** What could not be fetched, in the server's words, and the way to ask once more. */
export const ErrorState = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => {
  const t = useText()
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('This could not be loaded')} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t(failure.message)}</Text>
        {failure.status !== 404 && failure.status !== 422 && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
