import { Button, Group } from '@mantine/core'
import type { ImportKind } from '@tradewind/contract/crm/bulk/fileImport.constants'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { useCall } from '#kit/api/query'
import { useArea, useNavigateFromHere } from '#kit/area'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { useMayUndo, useMayUndoUpload, useUndoImport } from './fileImport.ts'

/** Opens the import's own page, which shows the progress of its Undo and what it has left. */
const useOpenImport = () => {
  const at = useArea()
  const navigate = useNavigateFromHere()
  return (uniqueId: string) => navigate(at(`import/show/${uniqueId}`))
}

/** The button that undoes an import, as long as that is possible. */
export const UndoImportButton = ({ fileImport }: { fileImport: FileImport }) => {
  const t = useText()
  const open = useOpenImport()
  const canUndo = useMayUndo()(fileImport)
  const { undo, isPending } = useUndoImport()
  const undoIt = async () => (await undo(fileImport)) && open(fileImport.uniqueId)
  if (!canUndo) return null
  return (
    <Button
      variant="default"
      size="sm"
      loading={isPending}
      aria-label={t('Undo import: {name}', { name: fileImport.fileName })}
      onClick={() => void undoIt()}
    >
      {t('Undo import')}
    </Button>
  )
}

/** The same for a mass upload that has ended. Without a button for one that was undone meanwhile, or too long ago. */
export const UndoUpload = ({ undoId }: { undoId: string }) => {
  const { data } = useCall('GET /api/massUpload/:uniqueId', { uniqueId: undoId }, { refetchOnMount: true })
  return (
    data && (
      <Group>
        <UndoImportButton fileImport={data} />
      </Group>
    )
  )
}

/** Creates the action of a toast that undoes a mass upload, for users who may. */
export const useUndoAction = (kind: ImportKind) => {
  const mayUndo = useMayUndoUpload()(kind)
  const toast = useToast()
  const open = useOpenImport()
  const { start } = useUndoImport()
  const undo = async (uniqueId: string) => (await start(uniqueId)) && open(uniqueId)
  return (undoId: string | undefined) => mayUndo && undoId && { action: toast.undoAction(() => void undo(undoId)) }
}
