import { Anchor, Group, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { IconFolderFilled, IconUsers } from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { type Say, useLanguage, useText } from '#kit/text'
import type { Column, Ticks } from '#ui/list/columns'
import { Rows } from '#ui/list/Rows'
import { bytesIn } from '#ui/values/bytes'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { FileIcon } from './FileIcon.tsx'
import { useDownload } from './useDownload.ts'

interface ItemRowsProps {
  label: string
  rows: readonly DriveItem[]
  sort: string
  onSort: (sort: string) => void
  ticks?: Ticks
  stale: boolean
  /** The tail of the address of a folder. */
  folderPath: (folder: DriveItem) => string
  menuOf: (item: DriveItem) => ReactNode
  /** Shows whose it is instead of with whom it is shared. */
  ofOthers?: boolean
}

/** Files and folders. A name opens a folder, and downloads a file. */
export const ItemRows = ({ rows, folderPath, ofOthers = false, ...listed }: ItemRowsProps) => {
  const t = useText()
  const language = useLanguage()
  const columns = columnsIn(t, language, folderPath)
  return (
    <Rows
      {...listed}
      rows={rows}
      columns={[...columns, ofOthers ? ownerColumn(t) : sharedColumn(t)]}
      keyOf={({ uniqueId }) => uniqueId}
    />
  )
}

const columnsIn = (t: Say, language: string, folderPath: (folder: DriveItem) => string): Column<DriveItem>[] => [
  {
    field: 'name',
    head: t('Name'),
    show: (item) => <ItemName item={item} path={folderPath(item)} />,
    sorts: true,
    width: '42%',
  },
  {
    field: 'size',
    head: t('Size'),
    show: ({ folder, size, items }) =>
      folder ? t('{count} item|{count} items', { count: items ?? 0 }) : bytesIn(size ?? 0, language),
    sorts: true,
    figures: true,
    width: '14%',
  },
  {
    field: 'dateCreated',
    head: t('Date Created'),
    show: ({ dateCreated }) => <Day at={dateCreated} />,
    sorts: true,
    width: '16%',
  },
]

const ownerColumn = (t: Say): Column<DriveItem> => ({
  field: 'owner',
  head: t('Owner'),
  show: ({ createdByUser: { fullName, userCompanyName } }) => <Clip>{userCompanyName ?? fullName}</Clip>,
})

const sharedColumn = (t: Say): Column<DriveItem> => ({
  field: 'sharedWith',
  head: t('Shared with'),
  show: ({ sharedWith }) => <SharedWith addresses={sharedWith} />,
})

/** Who has access, at a glance. */
const SharedWith = ({ addresses }: { addresses: readonly string[] }) => {
  const t = useText()
  const [first, ...others] = addresses
  if (!first)
    return (
      <Text span c="dimmed" inherit>
        {t('Only you')}
      </Text>
    )
  return (
    <Tooltip label={addresses.slice(0, 12).join(', ')} multiline maw={320}>
      <Group gap={6} wrap="nowrap">
        <IconUsers size={16} aria-hidden style={{ flex: 'none' }} />
        <Clip>{first}</Clip>
        {others.length > 0 && <Text span inherit c="dimmed">{`+${others.length}`}</Text>}
      </Group>
    </Tooltip>
  )
}

const ItemName = ({ item, path }: { item: DriveItem; path: string }) => {
  const at = useArea()
  const download = useDownload()
  const t = useText()
  return (
    <Group gap={8} wrap="nowrap">
      {item.folder ? (
        <IconFolderFilled size={18} aria-hidden style={{ flex: 'none', color: 'var(--mantine-primary-color-filled)' }} />
      ) : (
        <FileIcon name={item.name} />
      )}
      {item.folder ? (
        <Anchor component={Link} to={at(path)} prefetch="intent" fw={600} fz="inherit" data-row-focus miw={0}>
          <Clip>{item.name}</Clip>
        </Anchor>
      ) : (
        <UnstyledButton
          onClick={() => void download(item)}
          aria-label={t('Download {name}', { name: item.name })}
          fw={600}
          fz="inherit"
          miw={0}
          data-row-focus
        >
          <Clip>{item.name}</Clip>
        </UnstyledButton>
      )}
    </Group>
  )
}
