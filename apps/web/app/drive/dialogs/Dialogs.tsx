import { Stack, TextInput } from '@mantine/core'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { useState } from 'react'
import { Access } from '#drive/details/Access'
import { useCall, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { ErrorState } from '#ui/page/ErrorState'
import { useToast } from '#ui/page/toast'
import { type DialogProps, DriveDialog, Named } from './DriveDialog.tsx'
import { Move } from './Move.tsx'
import { ShareWith, UnShareWith } from './ShareWith.tsx'

/** Who has access to one item, and the way to end it. */
const SharedWith = ({ items, onClose }: DialogProps) => {
  const t = useText()
  const { uniqueId } = items[0]!
  const { data, error, refetch } = useCall('GET /api/files/details/:uniqueId', { uniqueId })
  return (
    <Dialog opened onClose={onClose} title={t('Shared With')} size="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack>
        <Named items={items} />
        {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
        {data ? <Access item={data} /> : !error && <ListSkeleton />}
      </Stack>
    </Dialog>
  )
}

/** Asks for another name. An empty one, and the one that it has, do nothing. */
const Rename = ({ items: [item], onClose, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const [newName, setNewName] = useState(item!.name)
  const rename = useSend('PUT /api/files/rename')
  const submit = async () => {
    if (!newName.trim() || newName === item!.name) return
    toast.reply(await rename.mutateAsync({ uniqueId: item!.uniqueId, newName }))
    onDone()
  }
  return (
    <DriveDialog title={t('Rename')} action={t('Rename')} onSubmit={submit} onClose={onClose}>
      {(failure) => (
        <TextInput
          label={t('New Name')}
          value={newName}
          onChange={(event) => setNewName(event.currentTarget.value)}
          error={failure?.fields['newName'] && t(failure.fields['newName'])}
          maxLength={255}
          data-autofocus
        />
      )}
    </DriveDialog>
  )
}

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
  const Opened = dialogs[opened.dialog]
  return <Opened items={opened.items} {...props} />
}
