import { Button, NavLink, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronRight, IconFolder } from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { useState } from 'react'
import type { Answer } from '#kit/api/calls'
import { useCall, useList, useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { ListSkeleton } from '#ui/list/Paged'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Access } from './Access.tsx'
import { type DialogProps, DriveDialog, Named, Way, type WayProps } from './DriveDialog.tsx'
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

/** Asks for the folder to put things into: one walks down the own drive to it. */
const Move = ({ items, onClose, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const [target, setTarget] = useState<string | null>(items[0]!.parentFolderId)
  const move = useSend('POST /api/files/move')
  const isThere = items.every(({ parentFolderId }) => parentFolderId === target)
  const submit = async () => {
    const { data } = await move.mutateAsync({ uniqueIds: items.map(({ uniqueId }) => uniqueId), parentId: target })
    toast.show({ title: t('SUCCESS'), text: t('Moved {count} item.|Moved {count} items.', { count: data.length }) })
    onDone()
  }
  return (
    <DriveDialog title={t('Move to')} action={t('Move here')} onSubmit={submit} onClose={onClose} disabled={isThere}>
      {() => (
        <>
          <Named items={items} />
          <Way target={target} onTarget={setTarget} />
          <Folders key={target} target={target} moved={items.map(({ uniqueId }) => uniqueId)} onTarget={setTarget} />
        </>
      )}
    </DriveDialog>
  )
}

/** Folders are before files: where the last row is one, there may be more. */
const foldersAmong = ({ rows, total }: Answer<'GET /api/files/'>, moved: readonly string[]) => ({
  rows: rows.filter(({ folder, uniqueId }) => folder && !moved.includes(uniqueId)),
  isMore: rows.length < total && rows.length < 500 && rows.at(-1)?.folder === true,
})

const Folders = ({ target, moved, onTarget }: WayProps & { moved: readonly string[] }) => {
  const t = useText()
  const [pages, setPages] = useState(1)
  const { data, error } = useList('GET /api/files/', {
    page: 0,
    size: 100 * pages,
    sort: 'name',
    ...(target && { parentId: target }),
  })
  const folders = data && foldersAmong(data, moved)
  return (
    <ScrollArea.Autosize mah={280} type="auto">
      <Stack gap={2}>
        {folders?.rows.map(({ uniqueId, name }) => (
          <NavLink
            key={uniqueId}
            component="button"
            type="button"
            label={name}
            leftSection={<IconFolder size={16} aria-hidden />}
            rightSection={<IconChevronRight size={14} aria-hidden />}
            onClick={() => onTarget(uniqueId)}
          />
        ))}
        {folders?.rows.length === 0 && <Text size="sm">{t('There are no folders here.')}</Text>}
        {error && <Text size="sm">{t(error.message)}</Text>}
        {folders?.isMore && (
          <Button variant="subtle" onClick={() => setPages(pages + 1)}>
            {t('More')}
          </Button>
        )}
      </Stack>
    </ScrollArea.Autosize>
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
