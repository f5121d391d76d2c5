import { Button, Menu } from '@mantine/core'
import { IconFileUpload, IconFolderUp, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useText } from '#kit/text'
import { Clashes } from './Clashes.tsx'
import { fromFiles } from './gather.ts'
import { useUpload } from './useUpload.ts'

/** Chooses files, or a whole folder, to upload. */
export const UploadMenu = ({ parentId }: { parentId: string | null }) => {
  const t = useText()
  const { upload, asking } = useUpload(parentId)
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const chosen = (event: React.ChangeEvent<HTMLInputElement>) => {
    void upload(fromFiles([...(event.currentTarget.files ?? [])]))
    event.currentTarget.value = '' // the same may be chosen again
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<IconUpload size={16} aria-hidden />}>{t('Upload')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileUpload size={16} aria-hidden />} onClick={() => files.current?.click()}>
            {t('Files')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFolderUp size={16} aria-hidden />} onClick={() => folder.current?.click()}>
            {t('A whole folder')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
      {asking && <Clashes asking={asking} />}
    </>
  )
}
