import type { DriveItem } from '@tradewind/contract/drive/item'
import type { Answer } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'

/** The name that each item got by a move. A number is added to a name that is taken in the new folder. */
const namesIn = (outcomes: Answer<'POST /api/files/move'>) => new Map(outcomes.map(({ uniqueId, name }) => [uniqueId, name]))

/** Moves items of one folder into another folder of the own drive, and offers Undo, which also restores their names. Throws if nothing was moved. */
export const useMove = () => {
  const t = useText()
  const toast = useToast()
  const [send, rename] = [useSend('POST /api/files/move'), useSend('PUT /api/files/rename')]
  const moveAll = async (items: readonly DriveItem[], parentId: string | null) =>
    (await send.mutateAsync({ uniqueIds: items.map(({ uniqueId }) => uniqueId), parentId })).data
  const undo = async (items: readonly DriveItem[], movedNames: ReadonlyMap<string, string>) => {
    const namesNow = namesIn(await moveAll(items, items[0]!.parentFolderId))
    for (const { uniqueId, name } of items) {
      const isNumbered = namesNow.get(uniqueId) === movedNames.get(uniqueId) && movedNames.get(uniqueId) !== name
      if (isNumbered) await rename.mutateAsync({ uniqueId, newName: name })
    }
    toast.show({ title: t('SUCCESS'), text: t('{count} item is back.|{count} items are back.', { count: items.length }) })
  }
  return async (items: readonly DriveItem[], parentId: string | null) => {
    const outcomes = await moveAll(items, parentId)
    const tryToUndo = () => void undo(items, namesIn(outcomes)).catch((error: unknown) => toast.failure(failureOf(error)))
    toast.show({
      title: t('SUCCESS'),
      text: t('Moved {count} item.|Moved {count} items.', { count: outcomes.length }),
      action: toast.undoAction(tryToUndo),
    })
  }
}
