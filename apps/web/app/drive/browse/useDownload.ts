import type { DriveItem } from '@tradewind/contract/drive/item'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { download } from '#kit/browser/download'
import { useToast } from '#ui/page/toast'

/** Hands a file to the browser's downloads, and says why where that cannot be. */
export const useDownload = () => {
  const toast = useToast()
  const ticket = useSend('POST /api/files/ticket')
  return ({ uniqueId }: Pick<DriveItem, 'uniqueId'>) =>
    ticket.mutateAsync({ uniqueId }).then(
      ({ data }) => download(data.url),
      (error: unknown) => toast.failure(failureOf(error)),
    )
}
