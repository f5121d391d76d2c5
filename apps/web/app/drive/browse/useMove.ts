import type { DriveItem } from '@tradewind/contract/drive/item'
import { type DragEvent, type HTMLAttributes, useState } from 'react'
import type { Answer } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import styles from '../upload/upload.module.css'

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

/** The type of the dragged data. A text field does not accept it, and neither does another page. */
const ITEMS_TYPE = 'application/x-drive-items'

interface Dragged {
  items: readonly DriveItem[]
  /** Called when they have been moved, if they are the selected rows. */
  onDone: (() => void) | undefined
}

/** Whether items can be moved into the folder; null: the root. Rows and breadcrumbs of one folder contain no descendant of its items. */
const isTarget = (items: readonly DriveItem[], folderId: string | null) =>
  items.every(({ uniqueId, parentFolderId }) => uniqueId !== folderId && parentFolderId !== folderId)

/** Shows a text at the pointer while it drags, instead of the dragged element. */
const setDragText = ({ dataTransfer }: DragEvent, text: string) => {
  const label = document.createElement('div')
  label.className = styles.dragged!
  label.textContent = text
  document.body.append(label)
  dataTransfer.setDragImage(label, 0, 0)
  setTimeout(() => label.remove()) // the browser has drawn it by then
}

type ElementProps = HTMLAttributes<HTMLElement> & Record<`data-${string}`, boolean | undefined>

/** Moves rows of a folder with the mouse onto a folder row or a breadcrumb. Files from outside the browser are ignored. */
export const useDragMove = () => {
  const t = useText()
  const toast = useToast()
  const move = useMove()
  const [dragged, setDragged] = useState<Dragged | null>(null)
  /** The folder under the pointer; null: the root. */
  const [hovered, setHovered] = useState<string | null>()
  const end = () => {
    setDragged(null)
    setHovered(undefined)
  }
  const accepts = ({ dataTransfer }: DragEvent, folderId: string | null) =>
    dragged !== null && dataTransfer.types.includes(ITEMS_TYPE) && isTarget(dragged.items, folderId)
  const begin = (event: DragEvent<HTMLElement>, next: Dragged) => {
    if (!event.currentTarget.contains(event.target as Node)) return // from the open menu of the row
    const { items } = next
    event.dataTransfer.clearData() // of a dragged link
    event.dataTransfer.setData(ITEMS_TYPE, '')
    event.dataTransfer.effectAllowed = 'move'
    setDragText(event, items.length === 1 ? items[0]!.name : t('{count} item|{count} items', { count: items.length }))
    setDragged(next)
  }
  /** The props of an element onto which rows can be dropped. */
  const targetProps = (folderId: string | null): ElementProps => ({
    'data-drop-target': hovered === folderId || undefined,
    onDragOver: (event) => {
      if (!accepts(event, folderId)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setHovered(folderId)
    },
    onDragLeave: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setHovered(undefined)
    },
    onDrop: (event) => {
      if (!dragged || !accepts(event, folderId)) return
      event.preventDefault()
      event.stopPropagation()
      end()
      move(dragged.items, folderId).then(
        () => dragged.onDone?.(),
        (error: unknown) => toast.failure(failureOf(error)),
      )
    },
  })
  /** The props of a row, which is dragged with all selected rows if it is one of them. */
  const rowProps = (item: DriveItem, selected: readonly DriveItem[], onDone: () => void): ElementProps => ({
    draggable: true,
    'data-dragged': dragged?.items.some(({ uniqueId }) => uniqueId === item.uniqueId) || undefined,
    onDragStart: (event) =>
      begin(event, selected.includes(item) ? { items: selected, onDone } : { items: [item], onDone: undefined }),
    onDragEnd: end,
    ...(item.folder && targetProps(item.uniqueId)),
  })
  return { targetProps, rowProps }
}
