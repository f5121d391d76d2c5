import { Alert, Button, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Failure } from '#kit/api/failure'
import { useText } from '#kit/text'

interface EmptyStateProps {
  icon: Icon
  title: string
  /** What this place is for. */
  text: string
  /** The button that fills it. */
  children?: ReactNode
}

/** A page that holds nothing yet says what it is for, and offers the way to fill it; one that no record fits by its filters, the way to be rid of them. */
export const EmptyState = (props: EmptyStateProps | FilteredProps) =>
  'onClear' in props ? <NoResults {...props} /> : <Nothing {...props} />

const Nothing = ({ icon: Sign, title, text, children }: EmptyStateProps) => (
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
    <Nothing
      icon={IconSearchOff}
      title={t('Nothing matches')}
      text={t('No records match these filters. Try fewer letters, or clear them.')}
    >
      <Button variant="default" onClick={onClear}>
        {t('Clear Filter')}
      </Button>
    </Nothing>
  )
}

/** What could not be fetched, and why: what is wrong in the address, with the way to leave that out, or the server's words, with the way to ask again. */
export const ErrorState = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => {
  const t = useText()
  const { search } = useLocation()
  const { status, message, fields } = failure
  const reasons = new Set(Object.values(fields))
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
        {status !== 404 && status !== 422 && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

interface ReadProps<T> {
  /** What is read, as its query stands. */
  of: { data: T | undefined; error: Failure | null; refetch: () => unknown }
  /** How high it will be, in pixels. */
  height: number
  /** Stands above until it is there. */
  head?: ReactNode
  children: (data: T) => ReactNode
}

/** What a query gives, once it has; until then its shape, or why there is nothing and the way to ask once more. */
export const Read = <T,>({ of: { data, error, refetch }, height, head, children }: ReadProps<T>) => {
  if (data !== undefined) return children(data)
  return (
    <>
      {head}
      {error ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <Skeleton height={height} maw={720} />}
    </>
  )
}
