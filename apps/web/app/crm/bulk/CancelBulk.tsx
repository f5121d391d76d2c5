import { Button } from '@mantine/core'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'

/** Cancels a running bulk change. What was changed until then stays. */
export const CancelBulk = ({ uniqueId }: { uniqueId: string }) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/bulk/:uniqueId/cancel')
  const cancel = () => mutateAsync({ uniqueId }).catch((error: unknown) => toast.failure(failureOf(error)))
  return (
    <Button size="compact-sm" variant="subtle" loading={isPending} onClick={() => void cancel()}>
      {t('Cancel')}
    </Button>
  )
}
