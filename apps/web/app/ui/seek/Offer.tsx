import { Button, Group, Loader, Text } from '@mantine/core'
import type { Failure } from '#kit/api/failure'
import { useText } from '#kit/text'
import { rankedAsFound } from '#ui/picker/options'
import type { Sought } from '#ui/seek/useSought'

export interface Option {
  value: string
  label: string
}

/** What a select takes of choices that are sought: the server has filtered them, and only what was fetched can be said to be missing. */
export const useOffer = ({ more, isPending, failure }: Sought<unknown>, options: readonly Option[]) => {
  const t = useText()
  const furtherOn = { value: '', label: t('{count} more: type a part of the name', { count: more }), disabled: true }
  const found = failure ? t('This could not be loaded') : t('Nothing matches')
  return {
    data: more > 0 ? [...options, furtherOn] : [...options],
    filter: rankedAsFound,
    isPending,
    nothingFoundMessage: isPending ? t('Loading') : found,
    rightSection: isPending ? <Loader size={16} /> : undefined,
  } as const
}

/** Below a select: why its choices could not be fetched, and the way to ask once more. */
export const Unfetched = ({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) => {
  const t = useText()
  if (!failure) return null
  return (
    <Group role="alert" gap="xs" mt={4}>
      <Text size="xs" c="var(--mantine-color-error)">
        {t(failure.message)}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </Group>
  )
}
