import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '#kit/text'
import { useStrayDrops } from '../useStrayDrops.ts'
import { Clashes } from './Clashes.tsx'
import { fromDrop } from './gather.ts'
import { useUpload } from './useUpload.ts'
import styles from './upload.module.css'

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
