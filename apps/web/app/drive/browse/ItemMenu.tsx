import { Button, NavLink, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import {
  IconChevronRight,
  IconDownload,
  IconFolder,
  IconFolderOpen,
  IconFolderSymlink,
  IconInfoCircle,
  IconMaximize,
  IconPencil,
  IconShare,
  IconTrash,
  IconUserMinus,
  IconUsers,
} from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { useState } from 'react'
import { Link } from 'react-router'
import { driveFile, previewOf } from '#drive/view/previews'
import { useViewerAddress } from '#drive/view/useViewerAddress'
import type { Answer } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useCall, useList, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { trashNotice } from '#ui/dialog/deletion'
import { Dialog } from '#ui/dialog/Dialog'
import { Restored } from '#ui/form/Restored'
import { useDraft } from '#ui/form/useStoredDraft'
import { ListSkeleton } from '#ui/list/Paged'
import { Menu } from '#ui/page/floating'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { RowMenu } from '#ui/record/RowMenu'
import { Access } from './Access.tsx'
import { useDetails } from './Details.tsx'
import { type DialogProps, DriveDialog, FolderBreadcrumbs, type FolderBreadcrumbsProps, ItemNames } from './DriveDialog.tsx'
import { useDownload } from './ItemRows.tsx'
import { VIEWED } from './Preview.tsx'
import { ShareWith, UnShareWith } from './ShareWith.tsx'
import { useMove } from './useMove.ts'

/** Moves items to the trash after a confirmation, and offers Undo. Returns whether they were moved. */
export const useRemoval = () => {
  const t = useText()
  const toast = useToast()
  const [one, several, restore] = [
    useSend('DELETE /api/files/:uniqueId'),
    useSend('POST /api/files/bullkDelete'),
    useSend('POST /api/files/restore'),
  ]
  const undo = (uniqueIds: string[]) =>
    restore.mutateAsync({ uniqueIds }).then(
      ({ data }) =>
        toast.show({ title: t('SUCCESS'), text: t('{count} item is back.|{count} items are back.', { count: data.length }) }),
      (error: unknown) => toast.failure(failureOf(error)),
    )
  const failed = (error: unknown) => {
    toast.failure(failureOf(error))
    return false
  }
  return {
    isPending: several.isPending,
    remove: async ({ uniqueId, name }: DriveItem) => {
      const question = {
        title: t('Are you sure?'),
        text: t("You won't be able to revert this!"),
        recordName: name,
        details: [trashNotice(t, 1)],
      }
      if (!(await confirm({ ...question, confirmLabel: t('Yes, delete it!') }))) return false
      return one.mutateAsync({ uniqueId }).then((reply) => {
        toast.reply(reply, () => void undo([uniqueId]))
        return true
      }, failed)
    },
    removeAll: async (items: readonly DriveItem[]) => {
      const question = {
        title: t('Are you sure you want to delete all these files?'),
        text: t('You can not revert this!'),
        details: [trashNotice(t, items.length)],
      }
      if (!(await confirm({ ...question, confirmLabel: t('Yes, Delete All!') }))) return false
      const uniqueIds = items.map(({ uniqueId }) => uniqueId)
      return several.mutateAsync({ uniqueIds }).then((reply) => {
        toast.reply(reply, () => void undo(uniqueIds))
        return true
      }, failed)
    },
  }
}

const iconProps = { size: 16, 'aria-hidden': true } as const

/** Opens the viewer of a file that has a preview. */
export const ViewMenuItem = ({ item }: { item: DriveItem }) => {
  const t = useText()
  const { open } = useViewerAddress(VIEWED)
  if (item.folder || !previewOf(driveFile(item)).kind) return null
  return (
    <Menu.Item leftSection={<IconMaximize {...iconProps} />} onClick={() => open(item.uniqueId)}>
      {t('View')}
    </Menu.Item>
  )
}

/** The menu of an item in the own drive. */
export const ItemMenu = ({ item, onOpen }: { item: DriveItem; onOpen: OpenItemDialog }) => {
  const t = useText()
  const at = useArea()
  const download = useDownload()
  const { remove } = useRemoval()
  const details = useDetails()
  return (
    <RowMenu name={item.name}>
      <ViewMenuItem item={item} />
      {item.folder ? (
        <Menu.Item component={Link} to={at(`drive/my-drive/${item.uniqueId}`)} leftSection={<IconFolderOpen {...iconProps} />}>
          {t('Open@@verb')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconDownload {...iconProps} />} onClick={() => void download(item)}>
          {t('Download')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => onOpen('rename', [item])}>
        {t('Rename')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderSymlink {...iconProps} />} onClick={() => onOpen('move', [item])}>
        {t('Move')}
      </Menu.Item>
      <SharingMenuItems item={item} onOpen={onOpen} />
      <Menu.Item leftSection={<IconInfoCircle {...iconProps} />} onClick={() => details.open(item.uniqueId)}>
        {t('Details')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash {...iconProps} />} onClick={() => void remove(item)}>
        {t('Delete')}
      </Menu.Item>
    </RowMenu>
  )
}

const SharingMenuItems = ({ item, onOpen }: { item: DriveItem; onOpen: OpenItemDialog }) => {
  const t = useText()
  return (
    <>
      <Menu.Item leftSection={<IconShare {...iconProps} />} onClick={() => onOpen('share', [item])}>
        {t('Share')}
      </Menu.Item>
      {item.sharedWith.length > 0 && (
        <Menu.Item leftSection={<IconUserMinus {...iconProps} />} onClick={() => onOpen('unshare', [item])}>
          {t('UnShare')}
        </Menu.Item>
      )}
      {item.sharedWith.length + item.sharedAbove.length > 0 && (
        <Menu.Item leftSection={<IconUsers {...iconProps} />} onClick={() => onOpen('sharedWith', [item])}>
          {t('Shared With')}
        </Menu.Item>
      )}
    </>
  )
}

/** Lists who has access to one item, with a button to revoke it. */
const SharedWith = ({ items, onClose }: DialogProps) => {
  const t = useText()
  const { uniqueId } = items[0]!
  const { data, error, refetch } = useCall('GET /api/files/details/:uniqueId', { uniqueId })
  return (
    <Dialog opened onClose={onClose} title={t('Shared With')} size="lg">
      <Stack>
        <ItemNames items={items} />
        {error && !data && <ErrorState failure={error} onRetry={() => void refetch()} />}
        {data ? <Access item={data} /> : !error && <ListSkeleton />}
      </Stack>
    </Dialog>
  )
}

/** The length of a name without a file's extension. */
const baseLengthOf = ({ name, folder }: DriveItem) => {
  const dotAt = folder ? 0 : name.lastIndexOf('.')
  return dotAt > 0 ? dotAt : name.length
}

/** Asks for a new name, with all but the extension selected. An empty or unchanged name does nothing. */
const Rename = ({ items: [item], onClose, onDone }: DialogProps) => {
  const t = useText()
  const toast = useToast()
  const draft = useDraft(`file/rename/${item!.uniqueId}`, item!.name)
  const newName = draft.text
  const rename = useSend('PUT /api/files/rename')
  const submit = async () => {
    if (!newName.trim() || newName === item!.name) return draft.discard()
    toast.reply(await rename.mutateAsync({ uniqueId: item!.uniqueId, newName }))
    draft.discard()
    onDone()
  }
  return (
    <DriveDialog title={t('Rename')} action={t('Rename')} onSubmit={submit} onClose={onClose} shownFields={['newName']}>
      {(failure) => (
        <>
          {draft.isRestored && <Restored onDiscard={draft.discard} isOutdated={draft.isOutdated} />}
          <TextInput
            label={t('New Name')}
            value={newName}
            onChange={(event) => draft.type(event.currentTarget.value)}
            onFocus={({ currentTarget }) => newName === item!.name && currentTarget.setSelectionRange(0, baseLengthOf(item!))}
            error={failure?.fields['newName'] && t(failure.fields['newName'])}
            maxLength={255}
            data-autofocus
          />
        </>
      )}
    </DriveDialog>
  )
}

/** Asks for the target folder of a move. The user navigates down the own drive to it. */
const Move = ({ items, onClose, onDone }: DialogProps) => {
  const t = useText()
  const [target, setTarget] = useState<string | null>(items[0]!.parentFolderId)
  const move = useMove()
  const isCurrentFolder = items.every(({ parentFolderId }) => parentFolderId === target)
  const submit = async () => {
    await move(items, target)
    onDone()
  }
  return (
    <DriveDialog title={t('Move to')} action={t('Move here')} onSubmit={submit} onClose={onClose} disabled={isCurrentFolder}>
      {() => (
        <>
          <ItemNames items={items} />
          <FolderBreadcrumbs target={target} onTarget={setTarget} />
          <Folders key={target} target={target} movedIds={items.map(({ uniqueId }) => uniqueId)} onTarget={setTarget} />
        </>
      )}
    </DriveDialog>
  )
}

/** Folders are sorted before files: if the last row is a folder, there may be more. */
const targetFoldersIn = ({ rows, total }: Answer<'GET /api/files/'>, moved: readonly string[]) => ({
  rows: rows.filter(({ folder, uniqueId }) => folder && !moved.includes(uniqueId)),
  isMore: rows.length < total && rows.length < 500 && rows.at(-1)?.folder === true,
})

const Folders = ({ target, movedIds, onTarget }: FolderBreadcrumbsProps & { movedIds: readonly string[] }) => {
  const t = useText()
  const [pages, setPages] = useState(1)
  const { data, error } = useList('GET /api/files/', {
    page: 0,
    size: 100 * pages,
    sort: 'name',
    ...(target && { parentId: target }),
  })
  const folders = data && targetFoldersIn(data, movedIds)
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

interface OpenedDialog {
  dialog: keyof typeof dialogs
  items: readonly DriveItem[]
}
export type OpenItemDialog = (dialog: OpenedDialog['dialog'], items: readonly DriveItem[]) => void

export const useDialogs = () => {
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const open: OpenItemDialog = (dialog, items) => setOpened({ dialog, items })
  return { opened, open, close: () => setOpened(null) }
}

interface DialogsProps extends Omit<DialogProps, 'items'> {
  opened: OpenedDialog | null
}

/** The dialog that is open, if one is. */
export const Dialogs = ({ opened, ...props }: DialogsProps) => {
  if (!opened) return null
  const Opened = dialogs[opened.dialog]
  return <Opened items={opened.items} {...props} />
}
