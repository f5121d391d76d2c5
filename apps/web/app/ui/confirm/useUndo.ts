import type { Kind } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/toast/toast'

/** How the trash calls a kind: by the first part of its calls' path. */
const nameOf = (kind: Kind) => kind.split('/')[0]!

/** Takes deleted records out of the trash again, and says so. */
export const useUndo = (kind: Kind) => {
  const t = useText()
  const toast = useToast()
  const restore = useSend('POST /api/trash/restore')
  return (uniqueIds: string[]) => {
    const count = uniqueIds.length
    const text = count === 1 ? t('It is back.') : t('{count} record is back.|{count} records are back.', { count })
    return restore.mutateAsync({ kind: nameOf(kind), uniqueIds }).then(
      () => toast.show({ title: t('SUCCESS'), text }),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  }
}
