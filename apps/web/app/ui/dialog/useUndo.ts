import type { Belonging } from '@tradewind/contract/kit/belonging'
import type { Kind } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { trashNameOf, useBack } from '#ui/dialog/belonging'
import { useToast } from '#ui/page/toast'

/** Takes deleted records out of the trash again, and says so. */
export const useUndo = (kind: Kind) => useUndoOf(trashNameOf(kind))

/** The same of a kind as the trash calls it. */
export const useUndoOf = (kind: string) => {
  const t = useText()
  const toast = useToast()
  const back = useBack()
  const restore = useSend('POST /api/trash/restore')
  const said = (count: number, belonging: readonly Belonging[]) =>
    count === 1 && belonging.length === 0 ? t('It is back.') : back(count, belonging)
  return (uniqueIds: string[]) => {
    const count = uniqueIds.length
    return restore.mutateAsync({ kind, uniqueIds }).then(
      ({ data }) => toast.show({ title: t('SUCCESS'), text: said(count, data.belonging) }),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  }
}
