import { Button, Text } from '@mantine/core'
import { IconFileUpload, IconFolderUp, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { LazyMenu, Menu } from '#ui/page/floating'
import { useStrayDrops } from '../useStrayDrops.ts'
import { Clashes } from './Clashes.tsx'
import { fromDrop, fromFiles } from './gather.ts'
import { useUpload } from './useUpload.ts'
import styles from './upload.module.css'

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
      <LazyMenu button={<Button leftSection={<IconUpload size={16} aria-hidden />}>{t('Upload')}</Button>}>
        <Menu.Item leftSection={<IconFileUpload size={16} aria-hidden />} onClick={() => files.current?.click()}>
          {t('Files')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFolderUp size={16} aria-hidden />} onClick={() => folder.current?.click()}>
          {t('A whole folder')}
        </Menu.Item>
      </LazyMenu>
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

const hasFiles = ({ dataTransfer }: React.DragEvent) => dataTransfer.types.includes('Files')

/** A part of the page on which files and folders may be dropped, to upload them. */
export const DropArea = ({ parentId, children }: { parentId: string | null; children: ReactNode }) => {
  const t = useText()
  const { upload, asking } = useUpload(parentId)
  const [over, setOver] = useState(false)
  useStrayDrops()
  const leave = (event: React.DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  }
  const enter = (event: React.DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: React.DragEvent) => {
    event.preventDefault()
    setOver(false)
    void fromDrop(event.dataTransfer).then(upload)
  }
  return (
    <div className={styles.area} data-over={over || undefined} onDragOver={enter} onDragLeave={leave} onDrop={drop}>
      {children}
      {over && (
        <div className={styles.hint}>
          <Text fw={650} fz="lg">
            {t('Drop to upload into this folder')}
          </Text>
        </div>
      )}
      {asking && <Clashes asking={asking} />}
    </div>
  )
}
