import { Menu } from '@mantine/core'
import {
  IconDownload,
  IconFolderOpen,
  IconFolderSymlink,
  IconInfoCircle,
  IconPencil,
  IconShare,
  IconTrash,
  IconUserMinus,
  IconUsers,
} from '@tabler/icons-react'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { Link } from 'react-router'
import { useDetails } from '#drive/details/Details'
import type { Open } from '#drive/dialogs/Dialogs'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { RowMenu } from '#ui/record/RowMenu'
import { useDownload } from './useDownload.ts'
import { useRemoval } from './useRemoval.ts'

const sign = { size: 16, 'aria-hidden': true } as const

/** What may be done with one item of the own drive. */
export const ItemMenu = ({ item, onOpen }: { item: DriveItem; onOpen: Open }) => {
  const t = useText()
  const at = useArea()
  const download = useDownload()
  const { remove } = useRemoval()
  const details = useDetails()
  return (
    <RowMenu name={item.name}>
      {item.folder ? (
        <Menu.Item component={Link} to={at(`drive/my-drive/${item.uniqueId}`)} leftSection={<IconFolderOpen {...sign} />}>
          {t('Open')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconDownload {...sign} />} onClick={() => void download(item)}>
          {t('Download')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPencil {...sign} />} onClick={() => onOpen('rename', [item])}>
        {t('Rename')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderSymlink {...sign} />} onClick={() => onOpen('move', [item])}>
        {t('Move')}
      </Menu.Item>
      <Sharing item={item} onOpen={onOpen} />
      <Menu.Item leftSection={<IconInfoCircle {...sign} />} onClick={() => details.open(item.uniqueId)}>
        {t('Details')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash {...sign} />} onClick={() => void remove(item)}>
        {t('Delete')}
      </Menu.Item>
    </RowMenu>
  )
}

const Sharing = ({ item, onOpen }: { item: DriveItem; onOpen: Open }) => {
  const t = useText()
  return (
    <>
      <Menu.Item leftSection={<IconShare {...sign} />} onClick={() => onOpen('share', [item])}>
        {t('Share')}
      </Menu.Item>
      {item.sharedWith.length > 0 && (
        <Menu.Item leftSection={<IconUserMinus {...sign} />} onClick={() => onOpen('unshare', [item])}>
          {t('UnShare')}
        </Menu.Item>
      )}
      {item.sharedWith.length + item.sharedAbove.length > 0 && (
        <Menu.Item leftSection={<IconUsers {...sign} />} onClick={() => onOpen('sharedWith', [item])}>
          {t('Shared With')}
        </Menu.Item>
      )}
    </>
  )
}
