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
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import { staysInTrash } from '#ui/dialog/deleting'
import { Menu } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { RowMenu } from '#ui/record/RowMenu'
import { useDetails } from './Details.tsx'
import type { Open } from './Dialogs.tsx'
import { useDownload } from './ItemRows.tsx'

/** Moves things to the trash after a question, and offers Undo. Says whether they have gone. */
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
        about: name,
        also: [staysInTrash(t, 1)],
      }
      if (!(await confirm({ ...question, yes: t('Yes, delete it!'), no: t('Cancel') }))) return false
      return one.mutateAsync({ uniqueId }).then((reply) => {
        toast.reply(reply, () => void undo([uniqueId]))
        return true
      }, failed)
    },
    removeAll: async (items: readonly DriveItem[]) => {
      const question = {
        title: t('Are you sure you want to delete all these files?'),
        text: t('You can not revert this!'),
        also: [staysInTrash(t, items.length)],
      }
      if (!(await confirm({ ...question, yes: t('Yes, Delete All!'), no: t('Cancel') }))) return false
      const uniqueIds = items.map(({ uniqueId }) => uniqueId)
      return several.mutateAsync({ uniqueIds }).then((reply) => {
        toast.reply(reply, () => void undo(uniqueIds))
        return true
      }, failed)
    },
  }
}

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
