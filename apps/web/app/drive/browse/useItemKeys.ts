import type { DriveItem } from '@tradewind/contract/drive/item'
import type { KeyboardEvent } from 'react'
import { driveFile, previewOf } from '#drive/view/previews'
import { useViewerAddress } from '#drive/view/useViewerAddress'
import { keyName } from '#kit/browser/keyboard'
import { useDetails } from './Details.tsx'
import { VIEWED } from './Preview.tsx'

interface OwnItemActions {
  onSelect: (item: DriveItem) => void
  onRename: (item: DriveItem) => void
  onDelete: (item: DriveItem) => void
}

/**
 * The keys of the focused name of an item. Space shows it: a file that has a preview in the viewer, anything else by its details. In the own drive
 * X selects it, F2 renames it and Delete deletes it.
 */
export const useItemKeys = (own?: OwnItemActions) => {
  const details = useDetails()
  const viewer = useViewerAddress(VIEWED)
  const show = (item: DriveItem) => {
    if (!item.folder && previewOf(driveFile(item)).kind) viewer.open(item.uniqueId)
    else details.open(item.uniqueId)
  }
  const actions: Readonly<Record<string, ((item: DriveItem) => void) | undefined>> = {
    ' ': show,
    x: own?.onSelect,
    X: own?.onSelect,
    F2: own?.onRename,
    Delete: own?.onDelete,
    Backspace: own?.onDelete,
  }
  return {
    names: own ? 'Space X F2 Delete' : 'Space',
    handlerOf: (item: DriveItem) => (event: KeyboardEvent) => {
      const action = event.repeat ? undefined : actions[keyName(event)]
      if (!action) return
      event.preventDefault() // Space would press the button, and scroll
      action(item)
    },
  }
}
