import { Stack } from '@mantine/core'
import { Access } from '#drive/details/Access'
import { useCall } from '#kit/api/query'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { ErrorState } from '#ui/page/ErrorState'
import type { DialogProps } from './dialog.ts'
import { Named } from './Named.tsx'

/** Who has access to one item, and the way to end it. */
export const SharedWith = ({ items, onClose }: DialogProps) => {
  const t = useText()
  const { uniqueId } = items[0]!
  const { data, error, refetch } = useCall('GET /api/files/details/:uniqueId', { uniqueId })
  return (
    <Dialog opened onClose={onClose} title={t('Shared With')} size="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack>
        <Named items={items} />
        {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
        {data ? <Access item={data} /> : !error && <ListSkeleton />}
      </Stack>
    </Dialog>
  )
}
