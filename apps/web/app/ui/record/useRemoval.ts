import type { Kind } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useRemove } from '#kit/api/records'
import { useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { useToast } from '#ui/toast/toast'

/** Deletes a record after a confirmation, and offers Undo. Says whether it was deleted. */
export const useRemoval = (kind: Kind) => {
  const t = useText()
  const toast = useToast()
  const remove = useRemove(kind)
  const restore = useSend('POST /api/trash/restore')

  const undo = (uniqueId: string) =>
    restore.mutateAsync({ kind, uniqueIds: [uniqueId] }).then(
      () => toast.show({ title: t('SUCCESS'), text: t('It is back.') }),
      (error: unknown) => toast.failure(failureOf(error)),
    )

  return async (uniqueId: string, name: string) => {
    const sure = await confirm({
      title: t('Are you sure?'),
      text: t("You won't be able to revert this!"),
      about: name,
      yes: t('Yes, delete it!'),
      no: t('Cancel'),
    })
    if (!sure) return false
    try {
      const reply = await remove.mutateAsync({ uniqueId })
      toast.reply(reply, () => void undo(uniqueId))
      return true
    } catch (error) {
      toast.failure(failureOf(error))
      return false
    }
  }
}
