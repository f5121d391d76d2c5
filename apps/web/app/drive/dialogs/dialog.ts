import type { DriveItem } from '@tradewind/contract/drive/item'

/** What every dialog about items of the drive is given. */
export interface DialogProps {
  items: readonly DriveItem[]
  onClose: () => void
  /** It did what it was asked to. */
  onDone: () => void
}
