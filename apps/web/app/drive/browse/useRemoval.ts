import type { DriveItem } from '@tradewind/contract/drive/item'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { staysInTrash } from '#ui/dialog/useQuestions'
import { useToast } from '#ui/page/toast'

/** Moves things to the trash after a question, and offers Undo. Says whether they have gone. */
export const useRemoval = () => {
  const t = useText()
  const toast = useToast()
  const [one, several, restore] = [
    useSend('DELETE /api/files/:uniqueId'),
    useSend('POST /api/files/bullkDelete'),
    useSend('POST /api/files/restore'),
  ]
  const undo = (uniqueIds: string[]) =>
    restore.mutateAsync({ uniqueIds }).then(
      ({ data }) =>
        toast.show({ title: t('SUCCESS'), text: t('{count} item is back.|{count} items are back.', { count: data.length }) }),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  const failed = (error: unknown) => {
    toast.failure(failureOf(error))
    return false
  }
  return {
    isPending: several.isPending,
    remove: async ({ uniqueId, name }: DriveItem) => {
      const question = {
        title: t('Are you sure?'),
        text: t("You won't be able to revert this!"),
        about: name,
        also: [staysInTrash(t, 1)],
      }
      if (!(await confirm({ ...question, yes: t('Yes, delete it!'), no: t('Cancel') }))) return false
      return one.mutateAsync({ uniqueId }).then((reply) => {
        toast.reply(reply, () => void undo([uniqueId]))
        return true
      }, failed)
    },
    removeAll: async (items: readonly DriveItem[]) => {
      const question = {
        title: t('Are you sure you want to delete all these files?'),
        text: t('You can not revert this!'),
        also: [staysInTrash(t, items.length)],
      }
      if (!(await confirm({ ...question, yes: t('Yes, Delete All!'), no: t('Cancel') }))) return false
      const uniqueIds = items.map(({ uniqueId }) => uniqueId)
      return several.mutateAsync({ uniqueIds }).then((reply) => {
        toast.reply(reply, () => void undo(uniqueIds))
        return true
      }, failed)
    },
  }
}
