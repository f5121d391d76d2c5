import { Alert, Button, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Failure } from '#kit/api/failure'
import { useText } from '#kit/text'

interface EmptyStateProps {
  icon: Icon
  title: string
  /** The purpose of this page. */
  text: string
  /** The button that creates the first record. */
  children?: ReactNode
}

/** Shown for a list without records: its purpose, and a button to create one; or for filters without matches, a button to clear them. */
export const EmptyState = (props: EmptyStateProps | FilteredProps) =>
  'onClear' in props ? <NoResults {...props} /> : <EmptyMessage {...props} />

const EmptyMessage = ({ icon: Sign, title, text, children }: EmptyStateProps) => (
  <Stack align="center" gap="sm" py={64} px="md" ta="center">
    <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
      <Sign size={28} stroke={1.5} />
    </ThemeIcon>
    <Text fw={650} fz="lg">
      {title}
    </Text>
    <Text c="dimmed" maw="52ch">
      {text}
    </Text>
    {children}
  </Stack>
)

interface FilteredProps {
  /** Clears the filters. */
  onClear: () => void
}

const NoResults = ({ onClear }: FilteredProps) => {
  const t = useText()
  return (
    <EmptyMessage
      icon={IconSearchOff}
      title={t('Nothing matches')}
      text={t('No records match these filters. Try fewer letters, or clear them.')}
    >
      <Button variant="default" onClick={onClear}>
        {t('Clear Filter')}
      </Button>
    </EmptyMessage>
  )
}

/** Shows why something could not be loaded: errors in the address, with a link to reset it, or the server's message, with a button to retry if that may help. */
export const ErrorState = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => {
  const t = useText()
  const { search } = useLocation()
  const { status, message, fields } = failure
  const { uniqueId: _, ...faults } = fields // an address that was cut off: the message says that there is no such record
  const reasons = new Set(Object.values(faults))
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('This could not be loaded')} role="alert">
      <Stack gap="sm" align="flex-start">
        {[...(reasons.size > 0 ? reasons : [message])].map((reason) => (
          <Text key={reason} size="sm">
            {t(reason)}
          </Text>
        ))}
        {status === 422 && search && (
          <Button component={Link} to="?" variant="default" size="xs">
            {t('Reset')}
          </Button>
        )}
        {![403, 404, 422].includes(status) && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

interface QueryContentProps<T> {
  /** The state of the query. */
  of: { data: T | undefined; error: Failure | null; refetch: () => unknown }
  /** The expected height, in pixels. */
  height: number
  /** Shown above the skeleton or the error. */
  head?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders the data of a query once it has loaded; until then a skeleton, or the error with a button to retry. */
export const QueryContent = <T,>({ of: { data, error, refetch }, height, head, children }: QueryContentProps<T>) => {
  if (data !== undefined) return children(data)
  return (
    <>
      {head}
      {error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton height={height} maw={720} />}
    </>
  )
}
