import type { DriveItem } from '@tradewind/contract/drive/item'
import { useState } from 'react'
import type { DialogProps } from './dialog.ts'
import { Move } from './Move.tsx'
import { Rename } from './Rename.tsx'
import { ShareWith } from './ShareWith.tsx'
import { SharedWith } from './SharedWith.tsx'
import { UnShareWith } from './UnShareWith.tsx'

const dialogs = { rename: Rename, move: Move, share: ShareWith, unshare: UnShareWith, sharedWith: SharedWith }

interface Opened {
  dialog: keyof typeof dialogs
  items: readonly DriveItem[]
}
export type Open = (dialog: Opened['dialog'], items: readonly DriveItem[]) => void

export const useDialogs = () => {
  const [opened, setOpened] = useState<Opened | null>(null)
  const open: Open = (dialog, items) => setOpened({ dialog, items })
  return { opened, open, close: () => setOpened(null) }
}

interface DialogsProps extends Omit<DialogProps, 'items'> {
  opened: Opened | null
}

/** The dialog that is open, if one is. */
export const Dialogs = ({ opened, ...props }: DialogsProps) => {
  if (!opened) return null
  const Dialog = dialogs[opened.dialog]
  return <Dialog items={opened.items} {...props} />
}
