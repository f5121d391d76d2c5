import { Anchor, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconFolderFilled, IconFolderOff, IconUsers } from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import type { ComponentProps, KeyboardEventHandler, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { FileIcon } from '#drive/view/FileIcon'
import { goneText } from '#drive/view/previews'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { download } from '#kit/browser/download'
import { type Translate, useLanguage, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { Tooltip } from '#ui/page/floating'
import { EmptyState } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Clip } from '#ui/values/Clip'
import { dayInSentence } from '#ui/values/dates'
import { Day } from '#ui/values/Day'
import { formatBytes, useFormatCount } from '#ui/values/figures'

/** Starts the download of a file in the browser. Shows the reason where that fails. */
export const useDownload = () => {
  const toast = useToast()
  const ticket = useSend('POST /api/files/ticket')
  return ({ uniqueId }: Pick<DriveItem, 'uniqueId'>) =>
    ticket.mutateAsync({ uniqueId }).then(
      ({ data }) => download(data.url),
      (error: unknown) => toast.failure(failureOf(error)),
    )
}

type RowsProps = ComponentProps<typeof Rows<DriveItem>>

interface ItemRowsProps extends Pick<RowsProps, 'rows' | 'sort' | 'onSort' | 'selection' | 'rowProps' | 'stale'> {
  /** The last part of a folder's address. */
  folderPath: (folder: DriveItem) => string
  menuOf: (item: DriveItem) => ReactNode
  /** The keys of a focused name. */
  keys: ItemKeys
  /** The columns, in this order. */
  fields: readonly ItemField[]
}

interface ItemKeys {
  /** As `aria-keyshortcuts` names them. */
  names: string
  handlerOf: (item: DriveItem) => KeyboardEventHandler
}

type ItemField = 'name' | 'items' | 'size' | 'dateCreated' | 'owner' | 'sharedWith'

/** Rows of files and folders. A click on a name opens a folder or downloads a file. */
export const ItemRows = ({ rows, folderPath, fields, keys, ...listed }: ItemRowsProps) => {
  const t = useText()
  const language = useLanguage()
  const columns = columnsIn(t, language, useFormatCount())
  const name = (item: DriveItem) => <ItemName item={item} path={folderPath(item)} keys={keys} />
  const title = (item: DriveItem) => (
    <>
      {name(item)}
      <ItemSummary item={item} fields={fields} />
    </>
  )
  return (
    <Rows
      {...listed}
      label={t('Files')}
      rows={rows}
      columns={fields.map((field) => (field === 'name' ? { ...columns.name, show: name } : columns[field]))}
      card={{ title, titleFields: fields }}
    />
  )
}

/** What the columns say of an item, in one line: for narrow screens. */
const ItemSummary = ({ item, fields }: { item: DriveItem } & Pick<ItemRowsProps, 'fields'>) => {
  const t = useText()
  const language = useLanguage()
  const { folder, items, size, dateCreated, createdByUser: owner } = item
  const parts = [
    folder ? t('{count} item|{count} items', { count: items ?? 0 }) : formatBytes(size ?? 0, language),
    <Day key="day" at={dateCreated} />,
    fields.includes('owner') && (owner.userCompanyName ?? owner.fullName),
    fields.includes('sharedWith') && isShared(item) && <SharedWith key="shared" item={item} />,
  ].filter(Boolean)
  return (
    <Group gap="2px 12px" c="dimmed" fz="sm" fw={400}>
      {parts.map((part, at) => (
        <span key={at}>{part}</span>
      ))}
    </Group>
  )
}

const isShared = ({ sharedWith, sharedAbove }: DriveItem) => sharedWith.length + sharedAbove.length > 0

const NONE = '–'

const columnsIn = (t: Translate, language: string, figure: (count: number) => string) =>
  ({
    name: { field: 'name', head: t('Name'), show: ({ name }) => name, sorts: true, width: '36%' },
    items: {
      field: 'items',
      head: t('Items'),
      show: ({ items }) => (items === null ? NONE : figure(items)),
      figures: true,
      width: '9%',
    },
    size: {
      field: 'size',
      head: t('Size'),
      show: ({ size }) => (size === null ? NONE : formatBytes(size, language)),
      sorts: true,
      figures: true,
      width: '11%',
    },
    dateCreated: {
      field: 'dateCreated',
      head: t('Date Created'),
      // A first column is bold.
      show: ({ dateCreated }) => (
        <Text span inherit fw={400}>
          <Day at={dateCreated} />
        </Text>
      ),
      sorts: true,
      width: '16%',
    },
    owner: {
      field: 'owner',
      head: t('Owner'),
      show: ({ createdByUser: { fullName, userCompanyName } }) => <Clip>{userCompanyName ?? fullName}</Clip>,
    },
    sharedWith: { field: 'sharedWith', head: t('Shared with'), show: (item) => <SharedWith item={item} /> },
  }) as const satisfies Record<ItemField, Column<DriveItem>>

/** Summarizes who has access: by shares of the item itself, and of folders above it. */
const SharedWith = ({ item: { sharedWith, sharedAbove } }: { item: DriveItem }) => {
  const t = useText()
  const direct = new Set(sharedWith.map((address) => address.toLowerCase()))
  const inherited = sharedAbove.filter((address) => !direct.has(address.toLowerCase()))
  const [first, ...others] = [...sharedWith, ...inherited]
  if (!first)
    return (
      <Text span c="dimmed" inherit>
        {t('Nobody')}
      </Text>
    )
  const throughFolder = inherited.length > 0 && t('Through its folder: {addresses}', { addresses: joinFirst(inherited) })
  return (
    <Tooltip label={[joinFirst(sharedWith), throughFolder].filter(Boolean).join(' · ')} multiline maw={320}>
      <Stack gap={0} miw={0}>
        <Group gap={6} wrap="nowrap">
          <IconUsers size={16} aria-hidden style={{ flex: 'none' }} />
          <Text span inherit lineClamp={direct.size > 0 ? 2 : 1} mod={{ 'one-line': direct.size === 0 }}>
            {first}
          </Text>
          {others.length > 0 && (
            <Text span inherit c="dimmed" flex="none">
              {`+${others.length}`}
            </Text>
          )}
        </Group>
        {direct.size === 0 && (
          <Text span size="xs" c="dimmed">
            {t('through its folder')}
          </Text>
        )}
      </Stack>
    </Tooltip>
  )
}

const joinFirst = (addresses: readonly string[]) => addresses.slice(0, 12).join(', ')

const ItemName = ({ item, path, keys }: { item: DriveItem; path: string; keys: ItemKeys }) => {
  const at = useArea()
  const downloadItem = useDownload()
  const t = useText()
  const keyProps = { onKeyDown: keys.handlerOf(item), 'aria-keyshortcuts': keys.names }
  return (
    <Group gap={8} wrap="nowrap">
      {item.folder ? (
        <IconFolderFilled size={18} aria-hidden style={{ flex: 'none', color: 'var(--mantine-primary-color-filled)' }} />
      ) : (
        <FileIcon name={item.name} />
      )}
      {item.folder ? (
        <Anchor component={Link} to={at(path)} prefetch="intent" fw={600} fz="inherit" data-row-focus miw={0} {...keyProps}>
          <Clip>{item.name}</Clip>
        </Anchor>
      ) : (
        <UnstyledButton
          onClick={() => void downloadItem(item)}
          aria-label={t('Download {name}', { name: item.name })}
          fw={600}
          fz="inherit"
          miw={0}
          data-row-focus
          {...keyProps}
        >
          <Clip>{item.name}</Clip>
        </UnstyledButton>
      )}
      {item.lastDay && (
        <Text span inherit c="dimmed" fw={400} flex="none">
          {t('until {day}', { day: dayInSentence(item.lastDay) })}
        </Text>
      )}
    </Group>
  )
}

/** Why an item is not available. The server tells only of the user's own access that it has expired, and otherwise not even whether there is such an item. */
export const goneReason = (failure: Failure | null) =>
  (failure?.data as { lastDay?: string } | null | undefined)?.lastDay ? failure!.message : goneText

/** Whether a list failed since there is no such folder or person: it was deleted, the user may not see it, or its address was cut off. */
export const isGone = (failure: Failure | null) =>
  failure?.status === 404 || ['parentId', 'ownerId'].some((name) => failure && name in failure.fields)

/** Shown instead of a file or folder that the user may not see. */
export const GoneItem = ({ failure }: { failure: Failure | null }) => {
  const t = useText()
  const at = useArea()
  const isInShared = useLocation().pathname.includes('/drive/shared')
  return (
    <EmptyState icon={IconFolderOff} title={t('This file or folder is not available')} text={t(goneReason(failure))}>
      <Button variant="default" component={Link} to={at(isInShared ? 'drive/shared' : 'drive/my-drive')}>
        {isInShared ? t('Shared with me') : t('My Drive')}
      </Button>
    </EmptyState>
  )
}
