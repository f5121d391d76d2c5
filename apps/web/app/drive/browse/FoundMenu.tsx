import { Menu } from '@mantine/core'
import { IconDownload, IconFolderOpen, IconInfoCircle } from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { Link } from 'react-router'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { RowMenu } from '#ui/record/RowMenu'
import { useDetails } from '#drive/details/useDetails'
import { useDownload } from '#drive/items/useDownload'

/** What may be done with something that was found: open the folder that it is or lies in, download, look closer. */
export const FoundMenu = ({ item }: { item: DriveItem }) => {
  const t = useText()
  const at = useArea()
  const download = useDownload()
  const details = useDetails()
  const isOwn = item.ownerId === useActor().uniqueId
  const folder = item.folder ? item.uniqueId : item.parentFolderId
  const own = folder ? `drive/my-drive/${folder}` : 'drive/my-drive'
  const shared = folder ? `drive/shared/${item.ownerId}/folder/${folder}` : `drive/shared/${item.ownerId}`
  return (
    <RowMenu name={item.name}>
      <Menu.Item component={Link} to={at(isOwn ? own : shared)} leftSection={<IconFolderOpen size={16} aria-hidden />}>
        {item.folder ? t('Open') : t('Open its folder')}
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
