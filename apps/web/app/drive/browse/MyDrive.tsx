import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import {
  IconFileUpload,
  IconFolderOpen,
  IconFolderPlus,
  IconFolderSearch,
  IconFolderSymlink,
  IconFolderUp,
  IconSearchOff,
  IconShare,
  IconTrash,
  IconUpload,
  IconUserMinus,
} from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { DRIVE_ITEM } from '@tradewind/contract/drive/item.constants'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type ReactNode, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { guardOwn } from '#drive/driveItems'
import { collectDrop, collectFiles } from '#drive/upload/collectFiles'
import { NameConflicts } from '#drive/upload/NameConflicts'
import { useUpload } from '#drive/upload/useUpload'
import { Usage } from '#drive/Usage'
import { usePreventStrayDrops } from '#drive/usePreventStrayDrops'
import { type Failure, failureOf } from '#kit/api/failure'
import { useCall, useList, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { Filters } from '#ui/list/Filters'
import { type Listing, Paged, useListing } from '#ui/list/Paged'
import { SelectionBar, useSelection } from '#ui/list/SelectionBar'
import { LazyMenu, Menu } from '#ui/page/floating'
import { HeaderButton, PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Details, FolderAccess, useItemKeys } from './Details.tsx'
import { DriveActivity } from './DriveActivity.tsx'
import { NewFolder } from './DriveDialog.tsx'
import { Dialogs, ItemMenu, type OpenItemDialog, useDialogs, useRemoval } from './ItemMenu.tsx'
import { GoneItem, isGone, ItemRows } from './ItemRows.tsx'
import { PageSize, usePageSize } from './PageSize.tsx'
import { useDragMove } from './useMove.ts'
import styles from '../upload/upload.module.css'

export const handle = { name: phrase('My Drive') }
export const clientLoader = guardOwn

/** A folder of the own drive, or its root. */
export default function MyDrive() {
  const { uniqueId } = useParams()
  return <Folder key={uniqueId ?? 'root'} folderId={uniqueId} />
}

const Folder = ({ folderId }: { folderId: string | undefined }) => {
  const t = useText()
  const fixedInput = folderId ? { parentId: folderId } : {}
  const [size, chooseSize] = usePageSize()
  const items = useListing('GET /api/files/', {
    filters: ['name', 'sharedWith'],
    fixedInput,
    sort: 'name',
    size,
  })
  const { address } = items
  const drag = useDragMove()
  const users = useList('GET /api/files/sharedUsers', { page: 0, size: 500 })
  const choices = (users.data?.rows ?? []).map(({ value, emailAddress }) => ({ value, label: emailAddress }))
  if (isGone(items.list.error)) return <GoneFolder failure={items.list.error} />
  return (
    <DropArea parentId={folderId ?? null}>
      <Stack>
        <Head folderId={folderId} drag={drag} />
        {folderId && <FolderAccess folderId={folderId} />}
        <Filters
          filters={{ name: t('File Name'), sharedWith: { label: t('Shared with user'), choices } }}
          applied={address.filters}
          onApply={(filters) => address.change({ filters })}
        />
        <Contents items={items} folderId={folderId} drag={drag} />
        <Group justify="space-between" align="flex-end">
          <Usage />
          <PageSize of={items} onChoose={chooseSize} />
        </Group>
      </Stack>
      <Details list={{ route: 'GET /api/files/', input: { ...fixedInput, ...items.filters, sort: address.sort } }} />
    </DropArea>
  )
}

/** Shown instead of a folder that does not exist any more: nothing can be added to it. */
const GoneFolder = ({ failure }: { failure: Failure | null }) => {
  const t = useText()
  usePreventStrayDrops()
  return (
    <Stack>
      <PageHeader title={t('Folder')} trail={[{ text: t('My Drive'), path: 'drive/my-drive' }]} />
      <GoneItem failure={failure} />
    </Stack>
  )
}

type Drag = ReturnType<typeof useDragMove>

/** The path of a folder, as the server returns it. Rows can be dropped onto its breadcrumbs. */
const useFolderPath = (folderId: string | undefined, { targetProps }: Drag) => {
  const t = useText()
  const listInput = { uniqueId: folderId ?? '' }
  const { data, isPending } = useCall('GET /api/files/folderStructure/:uniqueId', listInput, {
    enabled: folderId !== undefined,
  })
  const folders = data?.rows ?? []
  if (folderId === undefined) return { title: t('My Drive'), trail: [], loading: false }
  const ancestors = folders.slice(0, -1).map(({ uniqueId, name }) => ({
    text: name,
    path: `drive/my-drive/${uniqueId}`,
    itemProps: targetProps(uniqueId),
  }))
  const trail = [{ text: t('My Drive'), path: 'drive/my-drive', itemProps: targetProps(null) }, ...ancestors]
  return { title: folders.at(-1)?.name ?? t('Folder'), trail, loading: isPending }
}

interface FolderProps {
  folderId: string | undefined
  drag: Drag
}

const Head = ({ folderId, drag }: FolderProps) => {
  const t = useText()
  const at = useArea()
  const [isCreating, setCreating] = useState(false)
  const parentId = folderId ?? null
  return (
    <PageHeader {...useFolderPath(folderId, drag)}>
      <Group gap="xs">
        <HeaderButton component={Link} to={at(`trash?kind=${DRIVE_ITEM}`)} prefetch="intent" icon={IconTrash}>
          {t('Trash')}
        </HeaderButton>
        <DriveActivity />
        <Button variant="default" leftSection={<IconFolderPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          {t('New Folder')}
        </Button>
        <UploadMenu parentId={parentId} />
      </Group>
      {isCreating && <NewFolder parentId={parentId} onClose={() => setCreating(false)} />}
    </PageHeader>
  )
}

const nameOf = ({ name }: DriveItem) => name

/** The contents of a folder, with their actions. */
const Contents = ({ items, folderId, drag }: FolderProps & { items: Listing<DriveItem, 'name' | 'sharedWith'> }) => {
  const t = useText()
  const { address, list, isFiltered, table } = items
  const selection = useSelection(list.data?.rows ?? [], nameOf)
  const dialogs = useDialogs()
  const { remove, removeAll } = useRemoval()
  /** As the button of the selection does, if the item is selected. */
  const onDelete = async (item: DriveItem) => {
    const { selectedRows, clear } = selection
    if (!selectedRows.includes(item)) await remove(item)
    else if (await removeAll(selectedRows)) clear()
  }
  const keys = useItemKeys({
    onSelect: ({ uniqueId }) => selection.selection.toggle(uniqueId, false),
    onRename: (item) => dialogs.open('rename', [item]),
    onDelete: (item) => void onDelete(item),
  })
  const isPhone = useIsNarrow()
  const actions = (
    <BulkActions
      items={selection.selectedRows}
      sharedWith={address.filters.sharedWith}
      onDone={selection.clear}
      onOpen={dialogs.open}
    />
  )
  const empty = isFiltered ? (
    <NothingFound name={address.filters.name} onClear={address.clear} />
  ) : (
    <EmptyFolder isRoot={folderId === undefined} />
  )
  return (
    <>
      <Paged of={items} empty={empty}>
        {(rows) => (
          <>
            <VisuallyHidden role="status">{t('{count} item|{count} items', { count: list.data?.total ?? 0 })}</VisuallyHidden>
            {!isPhone && actions}
            <ItemRows
              rows={rows}
              {...table}
              selection={selection.selection}
              rowProps={(item) => drag.rowProps(item, selection.selectedRows, selection.clear)}
              folderPath={({ uniqueId }) => `drive/my-drive/${uniqueId}`}
              menuOf={rowMenuOf(dialogs.open)}
              keys={keys}
              fields={['name', 'items', 'size', 'dateCreated', 'sharedWith']}
            />
            {isPhone && (
              <SelectionBar count={selection.selectedRows.length} clear={selection.clear}>
                {actions}
              </SelectionBar>
            )}
          </>
        )}
      </Paged>
      <Dialogs opened={dialogs.opened} onClose={dialogs.close} onDone={selection.clear} />
    </>
  )
}

const rowMenuOf = (onOpen: OpenItemDialog) =>
  function menuOf(item: DriveItem) {
    return <ItemMenu item={item} onOpen={onOpen} />
  }

const EmptyFolder = ({ isRoot }: { isRoot: boolean }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconFolderOpen}
      title={isRoot ? t('Your drive is empty') : t('This folder is empty')}
      text={t('Drop files or whole folders here, or choose them with Upload.')}
    />
  )
}

interface NothingFoundProps {
  /** The name in the filter. */
  name: string
  /** Clears the filters. */
  onClear: () => void
}

/** Shown if nothing in the open folder matches the filters. A link finds the name in all folders. */
const NothingFound = ({ name, onClear }: NothingFoundProps) => {
  const t = useText()
  const at = useArea()
  return (
    <EmptyState
      icon={IconSearchOff}
      title={t('Nothing matches')}
      text={t('No file or folder here matches. The filters look only in the open folder.')}
    >
      <Group justify="center">
        {name && (
          <Button
            component={Link}
            to={at(`drive/find?q=${encodeURIComponent(name)}`)}
            leftSection={<IconFolderSearch size={16} aria-hidden />}
          >
            {t('Search in all folders')}
          </Button>
        )}
        <Button variant="default" onClick={onClear}>
          {t('Clear Filter')}
        </Button>
      </Group>
    </EmptyState>
  )
}

interface BulkActionsProps {
  items: readonly DriveItem[]
  /** The address in the filter: the person whose access is revoked. */
  sharedWith: string
  onDone: () => void
  onOpen: OpenItemDialog
}

/** The bulk actions for the selected items: above them, and on a phone below, as icons in one line, once something is selected. */
const BulkActions = ({ items, sharedWith, onDone, onOpen }: BulkActionsProps) => {
  const t = useText()
  const { removeAll, isPending } = useRemoval()
  const unshare = useUnshare(onDone)
  const common = { disabled: items.length === 0, size: 'xs' } as const
  return (
    <Group gap="xs" role="group" aria-label={t('Picked files')}>
      <HeaderButton
        {...common}
        icon={IconTrash}
        loading={isPending}
        onClick={() => void removeAll(items).then((isRemoved) => isRemoved && onDone())}
      >
        {t('Delete Files')}
      </HeaderButton>
      <HeaderButton {...common} icon={IconShare} onClick={() => onOpen('share', items)}>
        {t('Share Files')}
      </HeaderButton>
      <HeaderButton {...common} icon={IconUserMinus} onClick={() => void unshare(items, sharedWith)}>
        {t('UnShare Files')}
      </HeaderButton>
      <HeaderButton {...common} icon={IconFolderSymlink} onClick={() => onOpen('move', items)}>
        {t('Move Files')}
      </HeaderButton>
    </Group>
  )
}

/** Revokes the access of the person in the filter. */
const useUnshare = (onDone: () => void) => {
  const t = useText()
  const toast = useToast()
  const send = useSend('POST /api/files/bulkUnShare')
  return async (items: readonly DriveItem[], address: string) => {
    if (!address) return toast.show({ title: t('ERROR'), text: t('Select a user from the filters!'), failed: true })
    const question = { title: t('Are you sure?'), text: t('You can re share again!'), recordName: address }
    if (!(await confirm({ ...question, confirmLabel: t('Yes, Un Share it!') }))) return
    try {
      const reply = await send.mutateAsync({ unShareWith: [address], uniqueIds: items.map(({ uniqueId }) => uniqueId) })
      const hasEnded = reply.data.some(({ outcome }) => outcome === 'DONE')
      if (!hasEnded) return toast.show({ title: t('ERROR'), text: t(reply.message), failed: true })
      toast.reply(reply)
      onDone()
    } catch (error) {
      toast.failure(failureOf(error))
    }
  }
}

/** Selects files, or a whole folder, to upload. */
const UploadMenu = ({ parentId }: { parentId: string | null }) => {
  const t = useText()
  const { upload, nameQuestion } = useUpload(parentId)
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const chosen = (event: React.ChangeEvent<HTMLInputElement>) => {
    void upload(collectFiles([...(event.currentTarget.files ?? [])]))
    event.currentTarget.value = '' // so that the same file can be selected again
  }
  return (
    <>
      <LazyMenu button={<Button leftSection={<IconUpload size={16} aria-hidden />}>{t('Upload')}</Button>}>
        <Menu.Item leftSection={<IconFileUpload size={16} aria-hidden />} onClick={() => files.current?.click()}>
          {t('Files')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFolderUp size={16} aria-hidden />} onClick={() => folder.current?.click()}>
          {t('A whole folder')}
        </Menu.Item>
      </LazyMenu>
      <input ref={files} type="file" multiple hidden aria-label={t('Choose files')} onChange={chosen} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: '' }}
        aria-label={t('Choose a folder')}
        onChange={chosen}
      />
      {nameQuestion && <NameConflicts question={nameQuestion} />}
    </>
  )
}

const hasFiles = ({ dataTransfer }: React.DragEvent) => dataTransfer.types.includes('Files')

/** A part of the page on which files and folders can be dropped to upload them. */
const DropArea = ({ parentId, children }: { parentId: string | null; children: ReactNode }) => {
  const t = useText()
  const { upload, nameQuestion } = useUpload(parentId)
  const [isDraggedOver, setDraggedOver] = useState(false)
  usePreventStrayDrops()
  const leave = (event: React.DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDraggedOver(false)
  }
  const enter = (event: React.DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setDraggedOver(true)
  }
  const drop = (event: React.DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setDraggedOver(false)
    void collectDrop(event.dataTransfer).then(upload)
  }
  return (
    <div className={styles.area} data-over={isDraggedOver || undefined} onDragOver={enter} onDragLeave={leave} onDrop={drop}>
      {children}
      {isDraggedOver && (
        <div className={styles.hint}>
          <Text fw={650} fz="lg">
            {t('Drop to upload into this folder')}
          </Text>
        </div>
      )}
      {nameQuestion && <NameConflicts question={nameQuestion} />}
    </div>
  )
}
