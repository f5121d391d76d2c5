import { Button, Group, Stack } from '@mantine/core'
import { IconFolderPlus, IconTrash } from '@tabler/icons-react'
import { DRIVE_ITEM } from '@tradewind/contract/drive/kind'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useCall, useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { phrase, useText } from '#kit/text'
import { Filters } from '#ui/list/Filters'
import { PageHeader } from '#ui/page/PageHeader'
import { Details } from '#drive/details/Details'
import { DriveActivity } from '#drive/details/DriveActivity'
import { FolderAccess } from '#drive/details/FolderAccess'
import { NewFolder } from '#drive/dialogs/NewFolder'
import { DropArea } from '#drive/upload/DropArea'
import { UploadMenu } from '#drive/upload/UploadMenu'
import { Contents } from './Contents.tsx'
import { Usage } from '../Usage.tsx'
import { guardOwn } from '../own.ts'
import { useItems } from './useItems.ts'

export const handle = { name: phrase('My Drive') }
export const clientLoader = guardOwn

/** A folder of the own drive, or its root. */
export default function MyDrive() {
  const { uniqueId } = useParams()
  return <Folder key={uniqueId ?? 'root'} folderId={uniqueId} />
}

const Folder = ({ folderId }: { folderId: string | undefined }) => {
  const t = useText()
  const items = useItems(folderId)
  const { address } = items
  const users = useList('GET /api/files/sharedUsers', { page: 0, size: 500 })
  const choices = (users.data?.rows ?? []).map(({ value, emailAddress }) => ({ value, label: emailAddress }))
  return (
    <DropArea parentId={folderId ?? null}>
      <Stack>
        <Head folderId={folderId} />
        {folderId && <FolderAccess folderId={folderId} />}
        <Filters
          filters={{ name: t('File Name'), sharedWith: { label: t('Shared with user'), choices } }}
          applied={address.filters}
          onApply={(filters) => address.change({ filters })}
        />
        <Contents items={items} folderId={folderId} />
        <Usage />
      </Stack>
      <Details />
    </DropArea>
  )
}

/** The way down to a folder, as the server tells it. */
const useWay = (folderId: string | undefined) => {
  const t = useText()
  const asked = { uniqueId: folderId ?? '' }
  const { data = [], isPending } = useCall('GET /api/files/folderStructure/:uniqueId', asked, { enabled: folderId !== undefined })
  if (folderId === undefined) return { title: t('My Drive'), trail: [], loading: false }
  const above = data.slice(0, -1).map(({ uniqueId, name }) => ({ text: name, path: `drive/my-drive/${uniqueId}` }))
  const trail = [{ text: t('My Drive'), path: 'drive/my-drive' }, ...above]
  return { title: data.at(-1)?.name ?? t('Folder'), trail, loading: isPending }
}

const Head = ({ folderId }: { folderId: string | undefined }) => {
  const t = useText()
  const at = useArea()
  const [making, setMaking] = useState(false)
  const parentId = folderId ?? null
  return (
    <PageHeader {...useWay(folderId)}>
      <Group gap="xs">
        <Button
          component={Link}
          to={at(`trash?kind=${DRIVE_ITEM}`)}
          variant="subtle"
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {t('Trash')}
        </Button>
        <DriveActivity />
        <Button variant="default" leftSection={<IconFolderPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          {t('New Folder')}
        </Button>
        <UploadMenu parentId={parentId} />
      </Group>
      {making && <NewFolder parentId={parentId} onClose={() => setMaking(false)} />}
    </PageHeader>
  )
}
