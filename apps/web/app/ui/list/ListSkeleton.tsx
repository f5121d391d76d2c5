import { Skeleton, Stack } from '@mantine/core'
import { useText } from '#kit/text'

/** The shape of a list that is on its way, as high as its rows will be. */
export const ListSkeleton = ({ rows = 10 }: { rows?: number }) => {
  const t = useText()
  return (
    <Stack gap={0} role="status" aria-label={t('Loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={20} my={12} width={`${92 - ((row * 7) % 20)}%`} />
      ))}
    </Stack>
  )
}
