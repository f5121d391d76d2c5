import { Stack } from '@mantine/core'
import { IconDownload, IconFolderOpen, IconInfoCircle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { useCall } from '#kit/api/query'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { Paged, useListing } from '#ui/list/Paged'
import { Menu } from '#ui/page/floating'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { RowMenu } from '#ui/record/RowMenu'
import { usePreventStrayDrops } from '../usePreventStrayDrops.ts'
import { Details, useDetails, useItemKeys } from './Details.tsx'
import { GoneItem, isGone, ItemRows, useDownload } from './ItemRows.tsx'
import { PageSize, usePageSize } from './PageSize.tsx'

export const handle = { name: phrase('Shared with me') }
export const clientLoader = guard({ rules: drivePolicy.shared })

/** What one person shares with the user, or the contents of a folder of it: to open and download. */
export default function SharedOf() {
  const { ownerId = '', folderId } = useParams()
  return <SharedFolder key={`${ownerId}/${folderId}`} ownerId={ownerId} folderId={folderId} />
}

interface SharedLocation {
  ownerId: string
  folderId: string | undefined
}

const SharedFolder = ({ ownerId, folderId }: SharedLocation) => {
  usePreventStrayDrops()
  const fixedInput = { ownerId, ...(folderId && { parentId: folderId }) }
  const [size, chooseSize] = usePageSize()
  const keys = useItemKeys()
  const listing = useListing('GET /api/files/', { fixedInput, sort: 'name', size })
  const { list, table } = listing
  return (
    <Stack>
      <Head ownerId={ownerId} folderId={folderId} first={list.data?.rows[0]} />
      <HiddenWhenGone list={list}>
        <Paged of={listing} empty={<EmptyShare isFolder={folderId !== undefined} />}>
          {(rows) => (
            <ItemRows
              rows={rows}
              {...table}
              folderPath={({ uniqueId }) => `drive/shared/${ownerId}/folder/${uniqueId}`}
              menuOf={rowMenuOf(ownerId)}
              keys={keys}
              fields={['dateCreated', 'name', 'owner', 'items', 'size']}
            />
          )}
        </Paged>
        <PageSize of={listing} onChoose={chooseSize} />
      </HiddenWhenGone>
      <Details list={{ route: 'GET /api/files/', input: { ...fixedInput, sort: table.sort } }} />
    </Stack>
  )
}

/** Shows no stale data when the user may no longer see the folder. */
const HiddenWhenGone = ({ list, children }: { list: UseQueryResult; children: ReactNode }) =>
  isGone(list.error) ? <GoneItem failure={list.error} /> : children

interface HeadProps extends SharedLocation {
  first: DriveItem | undefined
}

/** The owner, and the path of the folder as far as it is shared. */
const useSharedPath = ({ ownerId, folderId, first }: HeadProps) => {
  const t = useText()
  const input = { uniqueId: folderId ?? '' }
  const { data, isPending } = useCall('GET /api/files/folderStructure/:uniqueId', input, { enabled: folderId !== undefined })
  const folders = data?.rows ?? []
  const root = { text: t('Shared with me'), path: 'drive/shared' }
  const ownerName = first && (first.createdByUser.userCompanyName ?? first.createdByUser.fullName)
  if (folderId === undefined) return { title: ownerName ?? root.text, trail: [root], loading: false }
  const pathOf = (uniqueId: string) => `drive/shared/${ownerId}/folder/${uniqueId}`
  const ancestors = folders.slice(0, -1).map(({ uniqueId, name }) => ({ text: name, path: pathOf(uniqueId) }))
  const owner = { text: ownerName ?? t('Owner'), path: `drive/shared/${ownerId}` }
  return { title: folders.at(-1)?.name ?? t('Folder'), trail: [root, owner, ...ancestors], loading: isPending }
}

const Head = (props: HeadProps) => <PageHeader {...useSharedPath(props)} />

const EmptyShare = ({ isFolder }: { isFolder: boolean }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconFolderOpen}
      title={isFolder ? t('This folder is empty') : t('Nothing is shared with you here')}
      text={
        isFolder
          ? t('Anything added later appears here, too.')
          : `${t('What was shared with you here may have expired.')} ${t('Anything shared with you later appears here automatically.')}`
      }
    />
  )
}

const rowMenuOf = (ownerId: string) =>
  function menuOf(item: DriveItem) {
    return <SharedMenu item={item} ownerId={ownerId} />
  }

/** The menu of a shared item. Sharing gives read access: open and download. */
const SharedMenu = ({ item, ownerId }: { item: DriveItem; ownerId: string }) => {
  const t = useText()
  const at = useArea()
  const download = useDownload()
  const details = useDetails()
  return (
    <RowMenu name={item.name}>
      {item.folder ? (
        <Menu.Item
          component={Link}
          to={at(`drive/shared/${ownerId}/folder/${item.uniqueId}`)}
          leftSection={<IconFolderOpen size={16} aria-hidden />}
        >
          {t('Open@@verb')}
        </Menu.Item>
      ) : (
        <>
          <Menu.Item leftSection={<IconInfoCircle size={16} aria-hidden />} onClick={() => details.open(item.uniqueId)}>
            {t('Open@@verb')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void download(item)}>
            {t('Download')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  )
}
