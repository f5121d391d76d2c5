import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { useToast } from '#ui/page/toast'

/** It was taken in, and not too long ago. */
export const mayUndo = ({ state, undoUntil }: Pick<FileImport, 'state' | 'undoUntil'>) =>
  state === 'TAKEN' && undoUntil !== null && Date.parse(undoUntil) > Date.now()

/** Asks, and begins to undo an import. Says whether it did. */
export const useUndoImport = () => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/massUpload/:uniqueId/undo')
  const undo = async ({ uniqueId, fileName }: Pick<FileImport, 'uniqueId' | 'fileName'>) => {
    const isSure = await confirm({
      title: t('Undo import'),
      text: t('Records it created move to the trash, and records it updated get their earlier values back.'),
      also: [t('Records changed after the import are left unchanged and listed.')],
      about: fileName,
      yes: t('Undo import'),
      no: t('Cancel'),
    })
    if (!isSure) return false
    try {
      await mutateAsync({ uniqueId })
      return true
    } catch (error) {
      toast.failure(failureOf(error))
      return false
    }
  }
  return { undo, isPending }
}
