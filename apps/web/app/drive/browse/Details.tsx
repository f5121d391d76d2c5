import { Anchor, Button, Drawer, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { type Icon, IconAlertTriangle, IconDownload, IconLock, IconUsers } from '@tabler/icons-react'
import type { DriveItem, Share } from '@tradewind/contract/drive/item'
import { type KeyboardEvent, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { FileList } from '#drive/view/FileNav'
import { driveFile, previewOf } from '#drive/view/previews'
import { useViewerAddress } from '#drive/view/useViewerAddress'
import type { Answer } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useCall, useList, useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { keyName } from '#kit/browser/keyboard'
import { useParam } from '#kit/browser/search-params'
import { useEntries } from '#kit/feature'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import { useReturnFocus } from '#ui/dialog/Dialog'
import { ListSkeleton } from '#ui/list/Paged'
import { More } from '#ui/list/Pager'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { ErrorState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { formatBytes } from '#ui/values/figures'
import { Access } from './Access.tsx'
import { Activity } from './DriveActivity.tsx'
import { GoneItem, useDownload } from './ItemRows.tsx'
import { Preview, VIEWED } from './Preview.tsx'

const DriveViewer = lazyWithRetry(async () => (await import('./DriveViewer.tsx')).DriveViewer)

/** The item whose details are open next to the list. Its id is in the address. */
export const useDetails = () => {
  const [uniqueId, set] = useParam('details')
  return { uniqueId, open: set, close: () => set('') }
}

/** Details of a file or folder, next to the list: its properties, who has access, and its activity. Over them the viewer, if it is open. */
export const Details = ({ list }: { list: FileList }) => {
  const t = useText()
  const { uniqueId, close } = useDetails()
  const [viewedId] = useParam(VIEWED)
  useReturnFocus(uniqueId !== '')
  return (
    <>
      <Drawer
        opened={uniqueId !== ''}
        onClose={close}
        position="right"
        title={t('Details')}
        returnFocus={false}
        closeOnEscape={!viewedId}
      >
        {uniqueId && <LoadedDetails key={uniqueId} uniqueId={uniqueId} />}
      </Drawer>
      {viewedId && (
        <Suspense>
          <DriveViewer list={list} />
        </Suspense>
      )}
    </>
  )
}

const LoadedDetails = ({ uniqueId }: { uniqueId: string }) => {
  const { data, error, refetch } = useCall('GET /api/files/details/:uniqueId', { uniqueId })
  if (error?.status === 404) return <GoneItem failure={error} />
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  return data ? <ItemDetails item={data} /> : <ListSkeleton />
}

type ItemWithShares = DriveItem & { shares: Share[] }

const ItemDetails = ({ item }: { item: ItemWithShares }) => {
  const t = useText()
  const language = useLanguage()
  const download = useDownload()
  const isOwn = item.ownerId === useActor().uniqueId
  const { fullName, userCompanyName } = item.createdByUser
  return (
    <Stack>
      <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
        {item.name}
      </Title>
      {!item.folder && (
        <>
          <Preview item={item} />
          <Button
            variant="default"
            style={{ alignSelf: 'start' }}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void download(item)}
          >
            {t('Download')}
          </Button>
        </>
      )}
      <Stack gap={4}>
        <Fact label={item.folder ? t('Items') : t('Size')}>
          {item.folder ? String(item.items ?? 0) : formatBytes(item.size ?? 0, language)}
        </Fact>
        <Fact label={t('Date Created')}>
          <Day at={item.dateCreated} precise />
        </Fact>
        <Fact label={t('Last changed')}>
          <Day at={item.updatedAt} precise />
        </Fact>
        <Fact label={t('Owner')}>{isOwn ? t('You') : (userCompanyName ?? fullName)}</Fact>
        {item.lastDay && (
          <Fact label={t('Shared until')}>
            <Day at={item.lastDay} />
          </Fact>
        )}
      </Stack>
      {isOwn && <OwnerSections item={item} />}
    </Stack>
  )
}

/** Shown only to the owner: who has access, through which share, and the activity. */
const OwnerSections = ({ item }: { item: ItemWithShares }) => {
  const t = useText()
  const attached = useAttachedTo(item.uniqueId, !item.folder)
  return (
    <>
      {(item.shares.length > 0 || !attached.isAttached) && (
        <>
          <Title order={3} size="h5">
            {t('Shared With')}
          </Title>
          <Access item={item} />
        </>
      )}
      {attached.isAttached && <AttachedTo attached={attached} />}
      <Title order={3} size="h5">
        {t('Activity')}
      </Title>
      <Activity uniqueId={item.uniqueId} />
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Group gap="xs" wrap="nowrap" align="baseline">
    <Text size="sm" c="dimmed" w={128} style={{ flex: 'none' }}>
      {label}
    </Text>
    <Text size="sm" component="div">
      {children}
    </Text>
  </Group>
)

/** Shows for an open folder of the own drive who will see what is put there, before it is put there. */
export const FolderAccess = ({ folderId }: { folderId: string }) => {
  const t = useText()
  const details = useDetails()
  const { data, error, refetch } = useCall('GET /api/files/details/:uniqueId', { uniqueId: folderId })
  if (error?.status === 404) return null // the page shows this error itself
  if (error && !data)
    return (
      <Line icon={IconAlertTriangle} onClick={() => void refetch()}>
        {t('Who has access could not be loaded. Try again')}
      </Line>
    )
  if (!data) return <Skeleton height={22} width="16rem" maw="100%" />
  const [first, ...others] = new Set(
    data.shares.filter(({ expired }) => !expired).map(({ emailAddress }) => emailAddress.toLowerCase()),
  )
  if (!first) return <Line icon={IconLock}>{t('Only you have access.')}</Line>
  const names = others.length > 0 ? t('{names} and {count} more', { names: first, count: others.length }) : first
  return (
    <Line icon={IconUsers} onClick={() => details.open(folderId)}>
      {t('Shared with {names}. They can see everything in this folder.', { names })}
    </Line>
  )
}

interface LineProps {
  icon: Icon
  onClick?: () => void
  children: ReactNode
}

const Line = ({ icon: Sign, onClick, children }: LineProps) => {
  const line = (
    <Group gap={6} wrap="nowrap" align="start">
      <Sign size={18} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" {...(onClick ? { td: 'underline' } : { c: 'dimmed' })} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  )
  if (!onClick) return line
  return (
    <UnstyledButton onClick={onClick} style={{ alignSelf: 'start' }}>
      {line}
    </UnstyledButton>
  )
}

const ATTACHED_STEP = 10

/** The records that one of the user's own files is attached to. Whoever may see one of these records may read the file. */
const useAttachedTo = (uniqueId: string, enabled: boolean) => {
  const [size, setSize] = useState(ATTACHED_STEP)
  const { data } = useList('GET /api/attachment/file/:uniqueId', { uniqueId, page: 0, size }, { enabled })
  return { list: data, isAttached: (data?.total ?? 0) > 0, more: () => setSize(size + ATTACHED_STEP) }
}

/** The records to which a file is attached, with a button to detach it. */
const AttachedTo = ({ attached: { list, more } }: { attached: ReturnType<typeof useAttachedTo> }) => {
  const t = useText()
  return (
    <>
      <Title order={3} size="h5">
        {t('Attached to')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('Anyone who can see one of these records can read this file.')}
      </Text>
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {list?.rows.map((attachment) => (
          <AttachedRecord key={attachment.uniqueId} attachment={attachment} />
        ))}
      </Stack>
      <More list={list} onMore={more} />
    </>
  )
}

const AttachedRecord = ({ attachment }: { attachment: Answer<'GET /api/attachment/file/:uniqueId'>['rows'][number] }) => {
  const t = useText()
  const at = useArea()
  const toast = useToast()
  const [detach, restore] = [useSend('DELETE /api/attachment/:uniqueId'), useSend('POST /api/attachment/restore')]
  const { uniqueId, kind, record, title } = attachment
  const entry = useEntries().kinds.find((one) => one.kind === kind)
  const failed = (error: unknown) => toast.failure(failureOf(error))
  const undo = () => void restore.mutateAsync({ uniqueId }).then(toast.reply, failed)
  const run = () => void detach.mutateAsync({ uniqueId }).then((reply) => toast.reply(reply, undo), failed)
  const kindName = entry ? t(entry.singular) : kind
  const name = title === null ? t('a record that you can no longer see') : title
  return (
    <Group component="li" wrap="nowrap" justify="space-between" gap="sm">
      <Stack gap={0} miw={0}>
        <Text size="xs" c="dimmed">
          {kindName}
        </Text>
        <Text size="sm" component="div">
          {entry && title !== null ? (
            <Anchor component={Link} to={at(entry.show(record))} inherit>
              <Clip>{name}</Clip>
            </Anchor>
          ) : (
            name
          )}
        </Text>
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        loading={detach.isPending}
        onClick={run}
        aria-label={t('Detach from {name}', { name: `${kindName} ${name}` })}
        style={{ flex: 'none' }}
      >
        {t('Detach')}
      </Button>
    </Group>
  )
}

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
