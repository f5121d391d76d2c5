import type { Trashed } from '@tradewind/contract/operations/trash.contract'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { useToast } from '#ui/toast/toast'

/** Ends files for good after a question: those that are named, or all that lie in the trash. */
export const usePurge = (onDone: () => void) => {
  const t = useText()
  const toast = useToast()
  const send = useSend('POST /api/files/purge')
  const purge = async (files: readonly Trashed[]) => {
    const text =
      files.length > 0
        ? t('It is gone for good, with all that is in it.')
        : t('All files and folders that lie in the trash are gone for good.')
    const about = files.length === 1 ? { about: files[0]!.title } : {}
    const question = { title: t('Are you sure?'), text, ...about, yes: t('Yes, delete it!'), no: t('Cancel') }
    if (!(await confirm(question))) return
    const named = files.length > 0 ? { uniqueIds: files.map(({ uniqueId }) => uniqueId) } : {}
    try {
      const { count } = (await send.mutateAsync(named)).data
      toast.show({ title: t('SUCCESS'), text: t('{count} item is gone for good.|{count} items are gone for good.', { count }) })
      onDone()
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
  return { purge, isPending: send.isPending }
}
