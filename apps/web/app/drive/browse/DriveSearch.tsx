import { CloseButton, Stack, TextInput } from '@mantine/core'
import { IconDownload, IconFolderOpen, IconFolderSearch, IconInfoCircle, IconSearch } from '@tabler/icons-react'
import { drivePolicy } from '@tradewind/contract/drive/drive.policy'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { Paged, useListing } from '#ui/list/Paged'
import { Menu } from '#ui/page/floating'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState } from '#ui/page/states'
import { RowMenu } from '#ui/record/RowMenu'
import { usePreventStrayDrops } from '../usePreventStrayDrops.ts'
import { Details, useDetails, useItemKeys } from './Details.tsx'
import { ViewMenuItem } from './ItemMenu.tsx'
import { ItemRows, useDownload } from './ItemRows.tsx'

export const handle = { name: phrase('Find files') }
export const clientLoader = guard({ rules: drivePolicy.see })

/** Finds files and folders by name, in the own drive and in what is shared with the user. Without a name it lists the latest changed. */
export default function DriveSearch() {
  const t = useText()
  usePreventStrayDrops()
  const actor = useActor()
  const listing = useListing('GET /api/files/find', { filters: ['q'], sort: '-updatedAt' })
  const { address, table } = listing
  const { q } = address.filters
  const keys = useItemKeys()
  const pathOf = (ownerId: string) => (ownerId === actor.uniqueId ? 'drive/my-drive' : `drive/shared/${ownerId}/folder`)
  return (
    <Stack>
      <PageHeader title={q ? t('Find files') : t('Recent files')} currentPage={t('Find files')} />
      <SearchBox q={q} onSearch={(text) => address.change({ filters: { q: text } }, { replace: true })} />
      <Paged of={listing} empty={<NoneFound hasQuery={q !== ''} />}>
        {(rows) => (
          <ItemRows
            rows={rows}
            {...table}
            folderPath={({ uniqueId, ownerId }) => `${pathOf(ownerId)}/${uniqueId}`}
            menuOf={menuOf}
            keys={keys}
            fields={['name', 'items', 'size', 'dateCreated', 'owner']}
          />
        )}
      </Paged>
      <Details list={{ route: 'GET /api/files/find', input: { ...listing.filters, sort: table.sort } }} />
    </Stack>
  )
}

const menuOf = (item: DriveItem) => <FoundMenu item={item} />

const NoneFound = ({ hasQuery }: { hasQuery: boolean }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconFolderSearch}
      title={hasQuery ? t('Nothing matches') : t('No files yet')}
      text={t('Files are found by any part of their name, in all folders and in what is shared with you.')}
    />
  )
}

/** Milliseconds after the last key press until the search is sent. */
const SEARCH_DELAY = 250

/** The text in the search box: what is typed, until the address changes for another reason (Back, or a link). */
const useSearchText = (q: string, onSeek: (text: string) => void) => {
  const [typed, type] = useState(q)
  const [previousQ, setPreviousQ] = useState(q)
  const [lastSent, setLastSent] = useState(q)
  if (previousQ !== q) {
    setPreviousQ(q)
    if (q !== lastSent) {
      setLastSent(q)
      type(q)
    }
  }
  const seek = () => {
    setLastSent(typed.trim())
    onSeek(typed.trim())
  }
  useEffect(() => {
    if (typed.trim() === q) return undefined
    const timer = setTimeout(seek, SEARCH_DELAY)
    return () => clearTimeout(timer)
  })
  return { typed, type, seek }
}

const SearchBox = ({ q, onSearch }: { q: string; onSearch: (text: string) => void }) => {
  const t = useText()
  const { typed, type, seek } = useSearchText(q, onSearch)
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        seek()
      }}
    >
      <TextInput
        label={t('Name')}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          typed && (
            <CloseButton size="sm" aria-label={t('Clear the search')} title={t('Clear the search')} onClick={() => type('')} />
          )
        }
        maw={420}
      />
    </form>
  )
}

/** The menu of a found item: open it or the folder that it is in, download, details. */
const FoundMenu = ({ item }: { item: DriveItem }) => {
  const t = useText()
  const at = useArea()
  const download = useDownload()
  const details = useDetails()
  const isOwn = item.ownerId === useActor().uniqueId
  const folder = item.folder ? item.uniqueId : item.parentFolderId
  const ownPath = folder ? `drive/my-drive/${folder}` : 'drive/my-drive'
  const shared = folder ? `drive/shared/${item.ownerId}/folder/${folder}` : `drive/shared/${item.ownerId}`
  return (
    <RowMenu name={item.name}>
      <ViewMenuItem item={item} />
      <Menu.Item component={Link} to={at(isOwn ? ownPath : shared)} leftSection={<IconFolderOpen size={16} aria-hidden />}>
        {item.folder ? t('Open@@verb') : t('Open its folder')}
      </Menu.Item>
      {!item.folder && (
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void download(item)}>
          {t('Download')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconInfoCircle size={16} aria-hidden />} onClick={() => details.open(item.uniqueId)}>
        {t('Details')}
      </Menu.Item>
    </RowMenu>
  )
}
